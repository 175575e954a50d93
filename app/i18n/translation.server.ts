import { createInstance, type i18n, type Resource } from 'i18next'
import { type Language, languages } from '~/domain/text/languages'

const files = import.meta.glob<Resource[string][string]>('../../locales/*/*.json', {
  eager: true,
  import: 'default',
})

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
  const known = new Map<string, unknown>()
  // What depends on its key alone is looked up once: i18next resolves languages and fallback each time.
  instance.t = new Proxy(instance.t, {
    apply(look, self, all: [key: string, ...options: unknown[]]) {
      if (all.length > 1) return Reflect.apply(look, self, all)
      const [key] = all
      if (!known.has(key)) known.set(key, Reflect.apply(look, self, all))
      return known.get(key)
    },
  })
  return instance
}
