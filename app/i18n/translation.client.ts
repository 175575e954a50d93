import type { Language } from '~/domain/text/languages'
import type { Translation } from './translation'
import { speak, type Words } from './words'

const words: Words = {}

/** The words of the page's language over those of the fallback. */
export function browserTranslation(language: Language): Translation {
  return { t: speak(language, () => words) }
}

export function addWords(namespaces: Words): void {
  Object.assign(words, namespaces)
}
