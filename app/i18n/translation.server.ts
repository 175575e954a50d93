import { createInstance, type i18n } from 'i18next'
import { type Language, languages } from '~/domain/text/languages'
import de from '../../locales/de.json'
import en from '../../locales/en.json'

const resources = { en: { translation: en }, de: { translation: de } }

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
  return instance
}
