import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLanguage, type Language } from '~/domain/languages'
import { translationOptions } from './options'

const files = {
  en: () => import('virtual:words/en'),
  de: () => import('virtual:words/de'),
}

/** Loads the words of the page's language, the fallback's first, and nothing of any other. */
export async function loadTranslations(language: Language): Promise<i18n> {
  const instance = createInstance().use(initReactI18next)
  await instance.init({ ...translationOptions, lng: language, resources: {} })
  for (const each of new Set([defaultLanguage, language])) {
    const file = await files[each]()
    instance.addResourceBundle(each, 'translation', file.default)
  }
  return instance
}
