import { createInstance, type i18n } from 'i18next'
import { type Language, languages } from '~/domain/languages'
import de from '../../locales/de.json'
import en from '../../locales/en.json'
import { translationOptions } from './options'

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
  instance.init({ ...translationOptions, lng: language, resources, initImmediate: false })
  return instance
}
