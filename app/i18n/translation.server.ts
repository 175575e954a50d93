import { createInstance, type i18n, type Resource, type TFunction } from 'i18next'
import { type Language, languages } from '~/domain/text/languages'

type Words = Resource[string][string]

// Commands that tsx runs, such as the seed and the benchmarks, have no Vite.
const files = import.meta.env
  ? import.meta.glob<Words>('../../locales/*/*.json', { eager: true, import: 'default' })
  : await readLocales()

const resources: Resource = {}
for (const [path, words] of Object.entries(files)) {
  const [language = '', namespace = ''] = path.replace('.json', '').split('/').slice(-2)
  resources[language] = { ...resources[language], [namespace]: words }
}

/** One instance a language, made once: making one a request would halve what a process can serve. */
const instances = new Map<Language, i18n>(languages.map((language) => [language, make(language)]))

/** The shared translations of a language, ready to use. */
export function translations(language: Language): i18n {
  const instance = instances.get(language)
  if (!instance) throw new Error(`No translations for ${language}`)
  return instance
}

async function readLocales(): Promise<Record<string, Words>> {
  const { readdirSync, readFileSync } = await import('node:fs')
  const folder = new URL('../../locales/', import.meta.url)
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const read = (path: string) => JSON.parse(readFileSync(new URL(path, folder), 'utf8'))
  return Object.fromEntries(
    paths.filter((path) => path.endsWith('.json')).map((path) => [path, read(path)]),
  )
}

function make(language: Language): i18n {
  const instance = createInstance()
  instance.init({
    lng: language,
    resources,
    // A region of English has no file of its own: en-US resolves to en.
    fallbackLng: 'en-US',
    returnNull: false,
    // React escapes; doing it twice would show the entities.
    interpolation: { escapeValue: false },
    initImmediate: false,
  })
  // The same for every text: worked out each time, it takes as long as the rest of the look.
  const hierarchy: string[] = instance.services.languageUtils.toResolveHierarchy(language)
  instance.services.languageUtils.toResolveHierarchy = () => hierarchy
  /** Texts and, at odd places, names of values; nothing for one that names another text. */
  const known = new Map<string, string[]>()
  const plurals = new Intl.PluralRules(language)
  const look = instance.t as (key: string, values?: object) => string
  // i18next resolves languages, plurals and fallback each time: a text is looked up once, and filled here.
  const translate = (key: string, values?: Record<string, unknown>): string => {
    const count = values?.count
    const place = typeof count === 'number' ? `${key} ${count && plurals.select(count)}` : key
    const parts = known.get(place) ?? partsOf(look(key, { ...values, skipInterpolation: true }))
    known.set(place, parts)
    if (parts.length === 0) return look(key, values)
    let text = parts[0] ?? ''
    for (let at = 1; at < parts.length; at += 2)
      text += `${values?.[parts[at] ?? ''] ?? ''}${parts[at + 1]}`
    return text
  }
  instance.t = translate as TFunction
  return instance
}

function partsOf(text: string): string[] {
  return text.includes('$t(') ? [] : text.split(/\{\{([^{}]+)\}\}/)
}
