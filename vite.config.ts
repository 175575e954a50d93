import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import remixConfig from './remix.config'
import { browserScripts } from './vite/browser-scripts'
import { developmentServer } from './vite/development-server'
import { mendedRemix } from './vite/mended-remix'
import { otherRooms } from './vite/other-rooms'
import { serverEntry } from './vite/server-entry'
import { sharedChunk } from './vite/shared-chunk'
import { sonnerStyle } from './vite/sonner-style'
import { words } from './vite/words'

const { HOST, PORT, VITEST } = process.env

const bundled = [
  ...[
    '@conform-to/dom',
    '@conform-to/zod',
    '@fastify/busboy',
    '@web3-storage/multipart-parser',
    'cookie',
    'dijkstrajs',
    'fflate',
    'kysely',
    'pngjs',
    'qrcode',
    'zod',
  ],
  ...[
    '@remix-run/node',
    '@remix-run/react',
    '@remix-run/router',
    '@remix-run/server-runtime',
    'turbo-stream',
  ],
  ...['pino', '@pinojs/redact', 'atomic-sleep', 'on-exit-leak-free', 'pino-std-serializers'],
  ...['quick-format-unescaped', 'safe-stable-stringify', 'sonic-boom', 'thread-stream'],
  ...['react', 'react-dom', 'react-router', 'react-router-dom', 'scheduler', 'sonner'],
  ...['cookie-signature', 'i18next', 'remix-i18next', 'remix-utils', 'set-cookie-parser', 'ulid'],
]

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const inBrowser = [
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: here('vite/react-dom-client.ts') },
]

const onServer = [
  { find: /^@remix-run\/node$/, replacement: here('vite/remix-node.ts') },
  { find: /^react-dom$/, replacement: here('vite/react-dom.ts') },
  { find: /^react\/jsx-runtime$/, replacement: here('vite/react-jsx-runtime.ts') },
]

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    browserScripts(),
    developmentServer(),
    mendedRemix(),
    otherRooms(),
    serverEntry(),
    sharedChunk(),
    sonnerStyle(),
    words(),
    // Tests import the modules as they are; what needs Remix runs on the built app.
    !VITEST && remix(remixConfig),
  ],
  // React's own choice comes too late once it is bundled: the build would hold both.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  resolve: {
    alias: [
      { find: '~', replacement: here('app') },
      ...(isSsrBuild ? onServer : command === 'build' ? inBrowser : []),
    ],
  },
  // What hydrates may wait for its words at the top; documents need no script at all.
  // Many small files take longer to load than all else together: Kysely alone has three hundred.
  ssr: {
    noExternal: command === 'build' ? bundled : ['kysely'],
    optimizeDeps: { include: ['kysely'] },
  },
  // The server's code is read sooner with one byte a letter.
  ...(isSsrBuild && { esbuild: { charset: 'ascii' } }),
  build: {
    target: 'es2022',
    // Terser leaves 3 % less to send; of the server's code, which is not sent, it takes half of a build.
    minify: isSsrBuild ? 'esbuild' : 'terser',
    terserOptions: { ecma: 2020, compress: { passes: 2 } },
  },
  // Found late, when something is to be said, it would make Vite load the page anew and lose it.
  optimizeDeps: { include: ['sonner'] },
  server: {
    host: HOST ?? '127.0.0.1',
    port: PORT ? Number(PORT) : 5173,
    // Said expressly it holds for modules of the server too: one is not read after the other.
    preTransformRequests: true,
  },
}))
