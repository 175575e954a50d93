import type { Language, LocalizedText } from '../text/languages'
import { inLanguage } from '../text/languages'
import type { Peopled } from './people'

/** Lines and characters below an answer's words in letters. */
export const mostLines = 2
export const longestSignature = 160

interface Signed extends Pick<Peopled, 'guestsSee'> {
  signature?: LocalizedText
}

/**
 * What stands below a member's words in letters: their own or the desk's, rather in the letter's language. A
 * desk that answers as one has its own alone.
 */
export function signatureOf(
  desk: Signed,
  member: { signature?: LocalizedText } | undefined,
  language: Language,
): string | undefined {
  const own = desk.guestsSee === 'desk' ? undefined : member?.signature
  const exact = own?.[language]?.trim() || desk.signature?.[language]?.trim()
  return exact || (inLanguage(own ?? {}) ?? inLanguage(desk.signature ?? {}))?.text
}
