import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { build, type Plugin as EsbuildPlugin } from 'esbuild'
import { type MinifyOptions, minify } from 'terser'
import type { Plugin, ViteDevServer } from 'vite'

const prefix = 'virtual:browser/'
const index = 'virtual:browser'
const resolved = (id: string) => `\0${id}`
const folder = resolve('app/browser')

/** Our scripts use neither `this` in functions nor their `length`. */
const tight: MinifyOptions = {
  ecma: 2020,
  toplevel: true,
  // As a plain script the bundle would begin with 300 bytes for old `import()`s.
  enclose: true,
  compress: { passes: 3, ecma: 2020, unsafe_arrows: true, keep_fargs: false },
}

interface Script {
  code: string
  url: string
}

interface Bundle extends Script {
  /** What the script loads only when it needs it. */
  parts: Script[]
  /** What all of it was made of. */
  files: string[]
}

/**
 * The small scripts that run without React. `virtual:browser/<name>` is app/browser/<name>.ts in one
 * piece: `{ code, url }`, where the url changes with the code. `virtual:browser` lists all of them,
 * and the parts that a script loads by `import()`, each of them in one piece too.
 */
export function browserScripts(): Plugin {
  return {
    name: 'tresen:browser-scripts',
    resolveId: (id) => (id === index || id.startsWith(prefix) ? resolved(id) : undefined),
    async load(id) {
      if (id === resolved(index)) return listing(scriptNames())
      if (!id.startsWith(resolved(prefix))) return undefined
      const name = id.slice(resolved(prefix).length)
      const { code, url, parts, files } = await bundle(resolve(folder, `${name}.ts`), 'script')
      for (const file of files) this.addWatchFile(file)
      return [
        `export const code = ${JSON.stringify(code)}`,
        `export const url = ${JSON.stringify(url)}`,
        `export const parts = ${JSON.stringify(parts)}`,
        'export default { code, url, parts }',
      ].join('\n')
    },
    configureServer(server) {
      const forget = (file: string) => {
        if (resolve(file).startsWith(folder)) invalidate(server, resolved(index))
      }
      server.watcher.on('add', forget).on('unlink', forget)
    },
  }
}

/** Every file right in app/browser is a script; what they share lies in folders below. */
function scriptNames(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'))
    .sort()
}

function listing(names: string[]): string {
  const imports = names.map((name, index) => `import s${index} from '${prefix}${name}'`)
  const all = names.map((_, index) => `s${index}, ...s${index}.parts`)
  return [...imports, `export default [${all}]`].join('\n')
}

async function bundle(file: string, as: 'script' | 'module'): Promise<Bundle> {
  const parts: Bundle[] = []
  const built = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    // Terser closes a script off, in fewer bytes.
    format: 'esm',
    target: 'es2020',
    legalComments: 'none',
    charset: 'utf8',
    // As a module has it anyway; a script of ours does nothing that it would change.
    tsconfigRaw: { compilerOptions: { alwaysStrict: false, strict: false } },
    metafile: true,
    write: false,
    plugins: [apart(parts)],
  })
  const bundled = built.outputFiles[0]?.text ?? ''
  // Terser saves another tenth; parts that load later are large, and gain nothing.
  const code = as === 'script' ? ((await minify(bundled, tight)).code ?? bundled) : bundled.trim()
  const name = relative(folder, file).replace(/\.ts$/, '').split(sep).join('-')
  const own = Object.keys(built.metafile.inputs).map((input) => resolve(input))
  return {
    code,
    url: `/browser/${name}-${hash(code)}.js`,
    parts: parts.flatMap((part) => [{ code: part.code, url: part.url }, ...part.parts]),
    files: [...own, ...parts.flatMap((part) => part.files)],
  }
}

/** Leaves what a script loads by `import()` out of it, to be found under an address of its own. */
function apart(parts: Bundle[]): EsbuildPlugin {
  return {
    name: 'apart',
    setup(esbuild) {
      esbuild.onResolve({ filter: /^\./ }, async ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined
        const part = await bundle(resolve(resolveDir, `${path}.ts`), 'module')
        parts.push(part)
        return { path: part.url, external: true }
      })
    },
  }
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
