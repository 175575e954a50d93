/** Letters that are spelled out; all others only lose their marks. */
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

/** A text as search compares it: code units, each with where in the text it comes from. */
export type Folded = { sign: string; from: number; to: number }[]

const blank = ' '

/**
 * Letters and digits without capitals and marks, umlauts spelled out; one blank for everything else
 * and at both ends, so that a blank is where a word begins or ends.
 */
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

/** The same without the e of ae, oe and ue: where Müller, Mueller and Muller are one. */
export function shorten(folded: Folded): Folded {
  return folded.filter(
    ({ sign }, index) => sign !== 'e' || !/^[aou]$/.test(folded[index - 1]?.sign ?? ''),
  )
}

export function signsOf(folded: Folded): string {
  return folded.map(({ sign }) => sign).join('')
}

/**
 * What an index keeps of a text: as it is spelled, then the words that are something else when they
 * are shortened. A word goes from blank to blank here, as in what somebody types.
 */
export function searchText(text: string): string {
  const spelled: string[] = []
  const shortened = new Set<string>()
  for (const word of text.split(/\s+/)) {
    const folded = fold(word)
    const [long, short] = [signsOf(folded).trim(), signsOf(shorten(folded)).trim()]
    if (long) spelled.push(long)
    if (long !== short) shortened.add(short)
  }
  const words = [...spelled, ...shortened].join(blank)
  return words ? blank + words + blank : blank
}

/**
 * What to look for within a `searchText`, for a word that somebody typed: any of these, anywhere in
 * it or where a word begins. One of two letters begins a word, a single one is a word. None for a word without letters and
 * digits.
 */
export function needles(word: string): string[] {
  const folded = fold(word)
  const forms = [folded, shorten(folded)].map((form) => needle(signsOf(form).trim()))
  return [...new Set(forms)].filter(Boolean)
}

function needle(text: string): string {
  const { length } = [...text]
  if (length > 2 || length === 0) return text
  return length === 2 ? ` ${text}` : ` ${text} `
}

function foldCharacter(character: string): string {
  if (/^[a-z\d]$/.test(character)) return character
  const small = character.toLowerCase().normalize('NFC')
  const plain = spelled[small] ?? small.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  return plain.replace(/[^\p{L}\p{N}]/gu, blank)
}
