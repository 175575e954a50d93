import type { Language } from '~/domain/text/languages'
import type { Translation } from './translation'
import { overlay, speak, type Words } from './words'

const files = {
  en: () => import('virtual:words/en'),
  de: () => import('virtual:words/de'),
}

/** All that came so far: rooms may come before what every page may say. */
let words: Words = {}

/** Loads the words of the page's language, with the fallback's beneath them, and nothing of any other. */
export async function loadTranslations(language: Language): Promise<Translation> {
  addWords((await files[language]()).default)
  return { t: speak(language, () => words) }
}

/** Adds what a room of the desk says to the words of the page's language. */
export function addWords(more: Words): void {
  words = overlay(words, more)
}
