import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const prefix = 'virtual:words/'
const resolved = (id: string) => `\0${id}`

/** Said on pages that ship no script, and so never by the browser. */
const documentsOnly = ['home', 'login', 'signup', 'verify', 'link', 'refusal', 'counter']

/**
 * `virtual:words/<language>` is the words of a language that the browser may need: those of the pages
 * that hydrate.
 */
export function appWords(): Plugin {
  return {
    name: 'tresen:app-words',
    resolveId: (id) => (id.startsWith(prefix) ? resolved(id) : undefined),
    load(id) {
      if (!id.startsWith(resolved(prefix))) return undefined
      const file = resolve('locales', `${id.slice(resolved(prefix).length)}.json`)
      this.addWatchFile(file)
      const words: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'))
      const kept = Object.entries(words).filter(([place]) => !documentsOnly.includes(place))
      return `export default ${JSON.stringify(Object.fromEntries(kept))}`
    },
  }
}
