import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { build } from 'esbuild'
import type { Plugin, ViteDevServer } from 'vite'

const prefix = 'virtual:browser/'
const index = 'virtual:browser'
const resolved = (id: string) => `\0${id}`
const folder = resolve('app/browser')

/**
 * The small scripts that run without React. `virtual:browser/<name>` is app/browser/<name>.ts in one
 * piece: `{ code, url }`, where the url changes with the code. `virtual:browser` lists all of them.
 */
export function browserScripts(): Plugin {
  /** The files that each script is made of, to know which ones an edit concerns. */
  const sources = new Map<string, Set<string>>()
  return {
    name: 'tresen:browser-scripts',
    resolveId: (id) => (id === index || id.startsWith(prefix) ? resolved(id) : undefined),
    async load(id) {
      if (id === resolved(index)) return listing(scriptNames())
      if (!id.startsWith(resolved(prefix))) return undefined
      const name = id.slice(resolved(prefix).length)
      const { code, files } = await bundle(name)
      sources.set(id, new Set(files))
      for (const file of files) this.addWatchFile(file)
      const url = `/browser/${name}-${hash(code)}.js`
      return [
        `export const code = ${JSON.stringify(code)}`,
        `export const url = ${JSON.stringify(url)}`,
        'export default { code, url }',
      ].join('\n')
    },
    configureServer(server) {
      const forget = (file: string) => {
        if (!resolve(file).startsWith(folder)) return
        invalidate(server, resolved(index))
      }
      server.watcher.on('add', forget).on('unlink', forget)
      server.watcher.on('change', (file) => {
        for (const [id, files] of sources) if (files.has(resolve(file))) invalidate(server, id)
      })
    },
  }
}

/** Every file right in app/browser is a script; what they share lies in folders below. */
function scriptNames(): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => basename(file, '.ts'))
    .sort()
}

function listing(names: string[]): string {
  const imports = names.map((name, place) => `import s${place} from '${prefix}${name}'`)
  return [...imports, `export default [${names.map((_, place) => `s${place}`)}]`].join('\n')
}

async function bundle(name: string): Promise<{ code: string; files: string[] }> {
  const built = await build({
    entryPoints: [resolve(folder, `${name}.ts`)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    legalComments: 'none',
    charset: 'utf8',
    metafile: true,
    write: false,
  })
  const code = built.outputFiles[0]?.text.trim() ?? ''
  return { code, files: Object.keys(built.metafile.inputs).map((file) => resolve(file)) }
}

function hash(code: string): string {
  return createHash('sha256').update(code).digest('hex').slice(0, 10)
}

function invalidate(server: ViteDevServer, id: string) {
  for (const { moduleGraph } of Object.values(server.environments)) {
    const module = moduleGraph.getModuleById(id)
    if (module) moduleGraph.invalidateModule(module)
  }
}
