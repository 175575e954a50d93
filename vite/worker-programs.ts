import { resolve } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

const prefix = 'virtual:worker/'

/**
 * Programs of worker threads, which run from a text. `virtual:worker/<name>` is
 * app/adapters/<name>/program.ts with its packages, in one piece.
 */
export function workerPrograms(): Plugin {
  return {
    name: 'tresen:worker-programs',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const name = id.slice(prefix.length + 1)
      const { outputFiles, metafile } = await build({
        entryPoints: [resolve('app/adapters', name, 'program.ts')],
        bundle: true,
        minify: true,
        platform: 'node',
        format: 'cjs',
        target: 'node20',
        legalComments: 'none',
        metafile: true,
        write: false,
      })
      for (const input of Object.keys(metafile.inputs)) {
        if (!input.includes('node_modules')) this.addWatchFile(resolve(input))
      }
      return `export default ${JSON.stringify(outputFiles[0]?.text ?? '')}`
    },
  }
}
