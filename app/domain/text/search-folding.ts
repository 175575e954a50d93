/** Whether words match anywhere or only from their beginning. */
export type SearchLevel = 'infix' | 'prefix'

/** Spelled out; other letters only lose their marks. */
const spelled: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Code units, each with its place in the original. */
export type Folded = { sign: string; from: number; to: number }[]

const blank = ' '

/** Lower case, no marks, umlauts spelled out; one blank for the rest and at both ends. */
export function fold(text: string): Folded {
  const folded: Folded = [{ sign: blank, from: 0, to: 0 }]
  const add = (sign: string, from: number, to: number) => {
    if (sign !== blank || folded.at(-1)?.sign !== blank) folded.push({ sign, from, to })
  }
  for (const { 0: character, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    for (const sign of foldCharacter(character).split('')) {
      add(sign, index, index + character.length)
    }
  }
  add(blank, text.length, text.length)
  return folded
}

/** What `signsOf(fold(text))` returns, in a hundredth of the time. */
export function foldText(text: string): string {
  return foldLines(` ${text} `).replace(/[\n ]+/g, blank)
}

/** Folds each line by itself. */
function foldLines(text: string): string {
  const small = lowerCase(text).normalize('NFC')
  const spelledOut = small.replace(spellable, (letter) => spelled[letter] ?? letter)
  return lowerCase(spelledOut.normalize('NFKD'))
    .replace(unwritten, '')
    .replace(/[^\p{L}\p{N}\n]+/gu, blank)
}

/** With other marks these only lose them. */
const spellable = /[äöüßæœøłđðþı](?!\p{M})/gu

/** A sigma that ends a word is like any other. */
function lowerCase(text: string): string {
  return text.replaceAll('Σ', 'σ').toLowerCase()
}

/** The same for `shorten`. */
export function shortenText(folded: string): string {
  return folded.replace(/([aou])e/g, '$1')
}

/** Without the e of ae, oe and ue, so that Müller, Mueller and Muller are equal. */
export function shorten(folded: Folded): Folded {
  return folded.filter(
    ({ sign }, index) => sign !== 'e' || !/^[aou]$/.test(folded[index - 1]?.sign ?? ''),
  )
}

export function signsOf(folded: Folded): string {
  return folded.map(({ sign }) => sign).join('')
}

/** At least seven digits, as telephone numbers are written: "+49 (0)171 / 123-45 67". */
const phone =
  /(?<![\p{L}\p{N}])\+?\(?\d(?:[^\S\n]?[()/.\p{Pd}]{0,2}[^\S\n]?\d){6,14}(?![\p{L}\p{N}])/gu

/** Whether a text is one telephone number, from its 0 or + on. */
export function isPhone(text: string): boolean {
  return /^(?:\+|\(?0)/.test(text) && text.replace(phone, '') === ''
}

/**
 * The indexed text: as spelled, then the words that shortening changes and telephone numbers in one piece,
 * delimited by blanks.
 */
export function searchText(text: string): string {
  const spelled: string[] = []
  const shortened = new Set<string>()
  for (const word of foldLines(text.replace(/\s+/g, '\n')).split('\n')) {
    const [long, short] = [word.trim(), shortenText(word).trim()]
    if (long) spelled.push(long)
    if (long !== short) shortened.add(short)
  }
  for (const [number] of text.matchAll(phone)) {
    const digits = number.replace(/\D/g, '')
    if (!number.includes(digits)) shortened.add(digits)
  }
  const words = [...spelled, ...shortened].join(blank)
  return words ? blank + words + blank : blank
}

/**
 * Any of these finds the word: two letters must begin one, one must be one. Empty without any. Of a
 * telephone number the last digits do, as some write +49 before it and others 0.
 */
export function needles(word: string): string[] {
  const folded = foldText(word)
  const forms = [folded, shortenText(folded)].map((form) => needle(form.trim()))
  if (isPhone(word)) forms.push(word.replace(/\D/g, '').slice(-7))
  return [...new Set(forms)].filter(Boolean)
}

function needle(text: string): string {
  const { length } = [...text]
  if (length > 2 || length === 0) return text
  return length === 2 ? ` ${text}` : ` ${text} `
}

/** Marks, and what cannot be seen, such as a soft hyphen within a word. */
const unwritten = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

function foldCharacter(character: string): string {
  if (/^[a-z\d]$/.test(character)) return character
  const small = character.toLowerCase().normalize('NFC')
  const plain = spelled[small] ?? small.normalize('NFKD').toLowerCase().replace(unwritten, '')
  return plain.replace(/[^\p{L}\p{N}]/gu, blank)
}
