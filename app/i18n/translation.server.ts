import { createInstance, type i18n, type PostProcessorModule, type Resource } from 'i18next'
import { defaultLanguage, type Language, languages } from '~/domain/text/languages'
import { overlay, withoutTwoStops } from './words'

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

const oneStop: PostProcessorModule = {
  type: 'postProcessor',
  name: 'one-stop',
  process: withoutTwoStops,
}

/** American English, the fallback locale, over the files of English, in which it is written. */
const fallbacks = [defaultLanguage, 'en-US']

/** One instance a language, made once: making one a request would halve what a process can serve. */
const instances = new Map<Language, i18n>(
  languages.map((language) => [language, makeTranslations(language, resources)]),
)

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

/** A language's instance over these texts. */
export function makeTranslations(language: Language, resources: Resource): i18n {
  const instance = createInstance()
  // Once, as in the browser's files: i18next would parse the names of the fallbacks for each text.
  const words = [...fallbacks, language].map((each) => resources[each] ?? {}).reduce(overlay)
  instance.use(oneStop)
  instance.init({
    postProcess: oneStop.name,
    lng: language,
    resources: { [language]: words },
    fallbackLng: false,
    // The default ones; named, they keep i18next from asking of each key whether it is a sentence.
    nsSeparator: ':',
    keySeparator: '.',
    returnNull: false,
    // React escapes; doing it twice would show the entities.
    interpolation: { escapeValue: false },
    initImmediate: false,
  })
  return instance
}
