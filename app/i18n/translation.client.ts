import { createInstance, type i18n } from 'i18next'
import type { Language } from '~/domain/languages'
import { translationOptions } from './options'

const files = {
  en: () => import('virtual:words/en'),
  de: () => import('virtual:words/de'),
}

const instance = createInstance()

/** Words of rooms that came before those that every page may say. */
const early: object[] = []

/** Loads the words of the page's language, with the fallback's beneath them, and nothing of any other. */
export async function loadTranslations(language: Language): Promise<i18n> {
  const { default: translation } = await files[language]()
  const resources = { [language]: { translation } }
  await instance.init({ ...translationOptions, lng: language, resources })
  for (const words of early.splice(0)) addWords(words)
  return instance
}

/** Adds what a room of the desk says to the words of the page's language. */
export function addWords(words: object): void {
  if (!instance.isInitialized) early.push(words)
  else instance.addResourceBundle(instance.language, 'translation', words, true, true)
}
