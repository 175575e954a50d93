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
 * What stands below a member's words in letters: their own, that of the address it comes from or the desk's,
 * rather in the letter's language. A desk that answers as one has no member's.
 */
export function signatureOf(
  desk: Signed,
  member: { signature?: LocalizedText } | undefined,
  address: { signature?: LocalizedText } | undefined,
  language: Language,
): string | undefined {
  const own = desk.guestsSee === 'desk' ? undefined : member?.signature
  const given = [own, address?.signature, desk.signature].map((text) => text ?? {})
  const exact = given.find((text) => text[language]?.trim())
  return inLanguage(exact ?? given.find((text) => inLanguage(text)) ?? {}, language)?.text
}

/** Characters of a line that says who wrote, and little else. */
const longestName = 40

/**
 * What a letter has below its words: the writer's name as guests see it, unless the words end with it or the
 * signature has it, and the signature.
 */
export function closingOf(
  words: string,
  name: string | undefined,
  signature: string | undefined,
): string | undefined {
  const last = words.trimEnd().split('\n').at(-1) ?? ''
  const said = `${last.length <= longestName ? last : ''}\n${signature ?? ''}`.toLowerCase()
  const isSaid = !name || said.includes(name.toLowerCase())
  return [isSaid ? undefined : name, signature].filter(Boolean).join('\n') || undefined
}
