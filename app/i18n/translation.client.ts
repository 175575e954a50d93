import { createInstance, type i18n } from 'i18next'
import type { Language } from '~/domain/languages'
import { translationOptions } from './options'

const files = {
  en: () => import('virtual:words/en'),
  de: () => import('virtual:words/de'),
}

/** Loads the words of the page's language, with the fallback's beneath them, and nothing of any other. */
export async function loadTranslations(language: Language): Promise<i18n> {
  const instance = createInstance()
  const { default: translation } = await files[language]()
  const resources = { [language]: { translation } }
  await instance.init({ ...translationOptions, lng: language, resources })
  return instance
}
