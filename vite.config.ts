import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import remixConfig from './remix.config'
import { browserScripts } from './vite/browser-scripts'
import { developmentServer } from './vite/development-server'
import { serverEntry } from './vite/server-entry'
import { sonnerStyle } from './vite/sonner-style'
import { words } from './vite/words'
import { workerPrograms } from './vite/worker-programs'

const { HOST, PORT, VITEST } = process.env

/** The oldest browsers with every comfort; README, /test and app/browser/floor.ts name them, too. */
const floor = ['chrome109', 'safari15.4', 'firefox115']

/** What most of the desk's pages have in common. */
const shared =
  /\/app\/(components\/(desks\/(desk-notification|plan-use)|feedback\/(opinion|stars)|forms|shop\/ledger|site|tickets\/composer)|domain\/(text\/urls|tickets\/(filters|messages|states))|i18n|routes\/\(\$lang\)\.dashboard\.tickets\/address)\b|vite\/preload-helper/

/** Of the same folders, what only a few have. */
const rare = /\/forms\/(address-fields|copy-button|proof-field)\./

const react =
  /\/node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler)\//

/** What tickets, their printed sheets and a new one have in common. */
const thread = /\/app\/components\/tickets\/(attachment|thread)/

/** Few files for the pages of the desk: many small ones compress badly and take longer to fetch. */
function manualChunks(id: string): string | undefined {
  if (react.test(id)) return 'react'
  if (thread.test(id)) return 'thread'
  return shared.test(id) && !rare.test(id) ? 'shared' : undefined
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    browserScripts(),
    developmentServer(),
    serverEntry(),
    sonnerStyle(),
    words(),
    workerPrograms(),
    // Tests import the modules as they are; what needs Remix runs on the built app.
    !VITEST && remix(remixConfig),
  ],
  resolve: {
    alias: { '~': fileURLToPath(new URL('app', import.meta.url)) },
  },
  // The server starts sooner from one file than from the hundreds of its packages. Those stay apart that have
  // native code, are loaded with their first use, or choose at run time between development and production.
  ssr:
    command === 'build'
      ? {
          noExternal: true,
          external: [
            'firebase-admin',
            'imapflow',
            'libsql',
            'nodemailer',
            'react',
            'react-dom',
            'sharp',
            'stripe',
          ],
        }
      : {},
  build: {
    target: isSsrBuild ? 'es2022' : floor,
    // The server has the styles that are inside documents.
    cssTarget: floor,
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks } },
    ...(!isSsrBuild && {
      // Terser leaves 3 % less to send.
      minify: 'terser' as const,
      terserOptions: { ecma: 2020 as const, compress: { passes: 2 } },
    }),
  },
  // What Vite finds only once pages are open makes it reload them, and what is typed or shown there is
  // lost. It also looks into what routes import on the server alone.
  optimizeDeps: {
    include: [
      '@conform-to/zod',
      '@fastify/busboy',
      '@remix-run/node',
      'i18next',
      'qrcode',
      'sonner',
      'ulid',
      'zod',
    ],
  },
  server: {
    host: HOST ?? '127.0.0.1',
    port: PORT ? Number(PORT) : 5173,
  },
}))
