import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const prefix = 'virtual:words/'
const resolved = (id: string) => `\0${id}`

/** Said on pages that ship no script, and so never by the browser. */
const documentsOnly = ['home', 'login', 'signup', 'verify', 'link', 'refusal', 'counter']

/** Of these, pages that hydrate say nothing but this. */
const saidByApps: Record<string, string[]> = {
  pages: ['titled', 'dashboard', 'tickets', 'profile', 'settings'],
  chat: ['thread', 'you', 'sent', 'seen', 'today', 'yesterday'],
}

/** What the other languages fall back to. */
const fallback = 'en'

/**
 * `virtual:words/<language>` is the words of a language that the browser may need: those of the pages
 * that hydrate. The fallback's words are laid down first and the language's own over them, here
 * rather than in the browser, which so loads one file and not two.
 */
export function appWords(): Plugin {
  return {
    name: 'tresen:app-words',
    resolveId: (id) => (id.startsWith(prefix) ? resolved(id) : undefined),
    load(id) {
      if (!id.startsWith(resolved(prefix))) return undefined
      const language = id.slice(resolved(prefix).length)
      const layers = [fallback, language].map((each) => {
        const file = resolve('locales', `${each}.json`)
        this.addWatchFile(file)
        return JSON.parse(readFileSync(file, 'utf8'))
      })
      const words = layers.reduce(overlay)
      for (const place of documentsOnly) delete words[place]
      for (const [place, kept] of Object.entries(saidByApps)) {
        const all = Object.entries(words[place] ?? {})
        words[place] = Object.fromEntries(all.filter(([key]) => kept.includes(key)))
      }
      return `export default ${JSON.stringify(words)}`
    },
  }
}

interface Words {
  [key: string]: string | Words
}

function overlay(below: Words, above: Words): Words {
  const words = { ...below }
  for (const [key, text] of Object.entries(above)) {
    const under = words[key]
    words[key] = typeof text === 'object' && typeof under === 'object' ? overlay(under, text) : text
  }
  return words
}
