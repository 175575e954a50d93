import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { defaultLanguage, languages } from '../app/domain/text/languages'
import { overlay, type Words } from '../app/i18n/words'

const prefix = 'virtual:words/'
const addresses = 'virtual:word-addresses'
const resolved = (id: string) => `\0${id}`

/**
 * Gives the browser the words that its page's routes name in `handle.i18n`: a module with such a handle
 * awaits `virtual:words/<namespaces>`, which loads one file, `virtual:words/<language>-<namespaces>`,
 * with the default language's words as fallback. The server has all words; only it has those of `errors`.
 * `virtual:word-addresses` lists the address of each route's words, by language and route id, for
 * prefetching; it is empty in development. The server's build reads the files that the browser's left.
 */
export function words(): Plugin {
  let built = false
  return {
    name: 'tresen:words',
    enforce: 'pre',
    configResolved({ command }) {
      built = command === 'build'
    },
    transform(code, id, options) {
      const named = !options?.ssr && id.startsWith(resolve('app')) && namespacesIn(code)
      return named ? { code: `${code}\nimport '${prefix}${named}'`, map: null } : undefined
    },
    resolveId: (id) => (id.startsWith(prefix) || id === addresses ? resolved(id) : undefined),
    load(id, options) {
      if (id === resolved(addresses)) {
        const addressOf = (name: string) => {
          if (options?.ssr) return JSON.stringify(`/assets/${fileOf(name)}`)
          const chunk = { type: 'chunk', id: prefix + name, name } as const
          return `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile(chunk)}).pathname`
        }
        const named = built ? routeNamespaces() : []
        const lists = languages.map((language) => {
          const each = named.map(([route, names]) => {
            return `${JSON.stringify(route)}: ${addressOf(`${language}-${names}`)}`
          })
          return `${language}: { ${each} }`
        })
        return `export default { ${lists} }`
      }
      if (!id.startsWith(resolved(prefix))) return undefined
      const [named = '', language] = id.slice(resolved(prefix).length).split('-').reverse()
      if (!language) return { code: waitForWords(named), moduleSideEffects: true }
      const file = (each: string, namespace: string): Words => {
        const path = resolve('locales', each, `${namespace}.json`)
        this.addWatchFile(path)
        const { errors: _, ...shipped } = JSON.parse(readFileSync(path, 'utf8'))
        return shipped
      }
      const entries = named
        .split('+')
        .map((name) => [name, overlay(file(defaultLanguage, name), file(language, name))])
      return `export default ${JSON.stringify(Object.fromEntries(entries))}`
    },
  }
}

/** The namespaces that a module's handle names, as `a+b`; undefined without any. */
export function namespacesIn(code: string): string | undefined {
  const [, list] = code.match(/^export const handle\b[^}]*?\bi18n: \[([^\]]+)\]/m) ?? []
  return list?.match(/\w+/g)?.join('+')
}

/** The namespaces of each route, by its id, without those of its lazy parts. */
function routeNamespaces(): [string, string][] {
  const files = readdirSync('app/routes', { recursive: true, encoding: 'utf8' })
  const routes = files.filter((path) => /^[^/\\]+([/\\]route)?\.tsx$/.test(path))
  return ['root.tsx', ...routes.map((path) => join('routes', path))].flatMap((path) => {
    const named = namespacesIn(readFileSync(join('app', path), 'utf8'))
    const id = path.replaceAll('\\', '/').replace(/(\/route)?\.tsx$/, '')
    return named ? [[id, named] as [string, string]] : []
  })
}

/** The file with these words in the browser's build. */
function fileOf(name: string): string {
  const beginning = `${name.replaceAll('+', '_')}-`
  const file = readdirSync('build/client/assets').find((each) => {
    return each.startsWith(beginning) && each.length === `${beginning}12345678.js`.length
  })
  if (!file) throw new Error(`The browser's build has no file with the words of ${name}`)
  return file
}

function waitForWords(named: string): string {
  const files = languages.map((each) => `${each}: () => import('${prefix}${each}-${named}')`)
  return `
    import { addWords } from ${JSON.stringify(resolve('app/i18n/translation.client.ts'))}
    const files = { ${files.join(', ')} }
    addWords((await files[document.documentElement.lang]()).default)`
}
