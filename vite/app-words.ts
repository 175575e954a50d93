import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { overlay, type Words } from '../app/i18n/words'
import { documentsOnly, everywhere, rooms, sections } from './rooms'

const wordsPrefix = 'virtual:words/'
const roomPrefix = 'virtual:room-words/'
const addressesOfAll = 'virtual:room-word-addresses'
const resolved = (id: string) => `\0${id}`

/** What the other languages fall back to. */
const fallback = 'en'
const languages = ['en', 'de']

/**
 * `virtual:words/<language>` is the words of a language that any page that hydrates may need;
 * `virtual:words/<language>-<room>` what one room of the desk says besides. The fallback's words are
 * laid down first and the language's own over them, here rather than in the browser, which so loads
 * one file and not two. A route that imports `virtual:room-words/<room>` waits in the browser until
 * its room's words are there; on the server all words are. `virtual:room-word-addresses` is where each
 * room's words are, by language, for whoever fetches them in advance; in development nowhere.
 */
export function appWords(): Plugin {
  let built = false
  return {
    name: 'tresen:app-words',
    configResolved({ command }) {
      built = command === 'build'
    },
    resolveId: (id) =>
      id.startsWith(wordsPrefix) || id.startsWith(roomPrefix) || id === addressesOfAll
        ? resolved(id)
        : undefined,
    load(id, options) {
      if (id === resolved(addressesOfAll)) {
        const addressOf = (name: string) => {
          const chunk = { type: 'chunk', id: wordsPrefix + name, name } as const
          return `import.meta.ROLLUP_FILE_URL_${this.emitFile(chunk)}`
        }
        const lists = languages.map((language) => {
          const names = built ? Object.keys(rooms).map((room) => `${language}-${room}`) : []
          return `${language}: [${names.map(addressOf)}]`
        })
        return `export default { ${lists} }`
      }
      if (id.startsWith(resolved(roomPrefix))) {
        const room = id.slice(resolved(roomPrefix).length)
        if (!rooms[room] && !sections[room])
          this.error(`There is no room ${room}; see rooms.ts beside this.`)
        const code = options?.ssr ? 'export {}' : waitForWords(room)
        return { code, moduleSideEffects: true }
      }
      if (!id.startsWith(resolved(wordsPrefix))) return undefined
      const [language = fallback, room] = id.slice(resolved(wordsPrefix).length).split('-')
      const layers = [fallback, language].map((each) => {
        const file = resolve('locales', `${each}.json`)
        this.addWatchFile(file)
        return JSON.parse(readFileSync(file, 'utf8'))
      })
      const words = wordsFor(layers.reduce(overlay), room)
      return `export default ${JSON.stringify(words)}`
    },
  }
}

function waitForWords(room: string): string {
  const files = languages.map((each) => `${each}: () => import('${wordsPrefix}${each}-${room}')`)
  return `
    import { addWords } from ${JSON.stringify(resolve('app/i18n/translation.client.ts'))}
    const files = { ${files.join(', ')} }
    addWords((await files[document.documentElement.lang]()).default)`
}

/** What one room, or a section of one, says of all the words; without a room, what every page that hydrates may say. */
export function wordsFor(all: Words, room: string | undefined): Words {
  if (room) return omit(pick(all, rooms[room] ?? sections[room] ?? []), everywhere)
  const late = [...documentsOnly, ...Object.values({ ...rooms, ...sections }).flat()]
  return overlay(omit(all, late), pick(all, everywhere))
}

function pick(words: Words, places: string[], at = ''): Words {
  const kept = Object.entries(words).flatMap(([name, text]): [string, string | Words][] => {
    const key = asked(at + name)
    if (places.includes(key)) return [[name, text]]
    const within = places.some((place) => place.startsWith(`${key}.`))
    return within && typeof text === 'object' ? [[name, pick(text, places, `${key}.`)]] : []
  })
  return Object.fromEntries(kept)
}

function omit(words: Words, places: string[], at = ''): Words {
  const kept = Object.entries(words).flatMap(([name, text]): [string, string | Words][] => {
    const key = asked(at + name)
    if (places.includes(key)) return []
    return [[name, typeof text === 'object' ? omit(text, places, `${key}.`) : text]]
  })
  return Object.fromEntries(kept)
}

/** The key by which the code asks: i18next adds the plural's suffix itself. */
function asked(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}
