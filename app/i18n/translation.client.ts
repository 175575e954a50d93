import type { Language } from '~/domain/text/languages'
import type { Translation } from './translation'
import { speak, type Words } from './words'

/** By namespace, all that came so far: a room's words come with the room. */
const words: Words = {}

/** The words of the page's language, with the fallback's beneath them, and nothing of any other. */
export function browserTranslation(language: Language): Translation {
  return { t: speak(language, () => words) }
}

/** Adds the namespaces that a route names. */
export function addWords(namespaces: Words): void {
  Object.assign(words, namespaces)
}
