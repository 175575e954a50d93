/** Takes no room on a page: format characters, fillers such as U+3164, soft hyphens, byte order marks. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** The same without joiners and variation selectors, which Persian, Hindi and emoji are written with. */
const needless = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** The braille blank is a symbol to Unicode. */
const blanks = /[\s\u2800]+/gu

const unprintable = /[\p{Cc}\p{Surrogate}]/gu

/**
 * A value that is compared or checked: e-mail address, postcode, amount, number, search words.
 * Compatibility forms become plain ones (NFKC), invisible characters are dropped, blanks become one space.
 */
export function plainLine(typed: string): string {
  return tidy(typed.normalize('NFKC').replace(invisible, ''))
}

/** A name, street or title: NFC without invisible characters; empty if nothing else is left. */
export function nameLine(typed: string): string {
  const line = tidy(typed.normalize('NFC').replace(needless, ''))
  return line.replace(invisible, '').trim() ? line : ''
}

/** Whether there is something to read: a letter or a digit. */
export function isReadable(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line.replace(invisible, ''))
}

function tidy(text: string): string {
  return text.replace(blanks, ' ').replace(unprintable, '').trim()
}
