import { cutTo } from './ends'

/** Takes no room on a page: format characters, fillers such as U+3164, soft hyphens, byte order marks. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** The same without joiners and variation selectors, which Persian, Hindi and emoji are written with. */
const needless = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** The braille blank is a symbol to Unicode. */
const blanks = /[\s\u2800]+/gu

const unprintable = /[\p{Cc}\p{Surrogate}]/gu

/** Hyphens that do not break, dashes and minus signs, which programs put where a hyphen was typed. */
const hyphens = /[\p{Pd}\u2212]/gu

/**
 * A value that is compared or checked: e-mail address, postcode, amount, number, search words.
 * Compatibility forms become plain ones (NFKC), invisible characters are dropped, blanks become one
 * space, and all dashes a hyphen.
 */
export function plainLine(typed: string): string {
  return tidy(typed.normalize('NFKC').replace(invisible, '').replace(hyphens, '-'))
}

/** What is sought, as an address says it: a `plainLine` of at most `longest` characters. */
export function soughtLine(typed: string | null, longest = 200): string {
  return cutTo(plainLine((typed ?? '').slice(0, 2 * longest)), longest)
}

/** A name, street or title: NFC without invisible characters; empty if nothing else is left. */
export function nameLine(typed: string): string {
  const line = tidy(typed.normalize('NFC').replace(needless, ''))
  return isVisible(line) ? line : ''
}

/** Whether there is something to see: more than blanks, invisible characters and marks without a letter. */
export function isVisible(text: string): boolean {
  return /[^\s\u2800\p{M}\p{Cc}]/u.test(withoutInvisible(text))
}

export function withoutInvisible(text: string): string {
  return text.replace(invisible, '')
}

/** Whether there is something to read: a letter or a digit. */
export function isReadable(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(withoutInvisible(line))
}

function tidy(text: string): string {
  return text.replace(blanks, ' ').replace(unprintable, '').trim()
}
