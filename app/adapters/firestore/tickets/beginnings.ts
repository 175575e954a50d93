import { foldText, shortenText } from '../../../domain/text/search-folding'

/** Letters per indexed beginning; the rest is compared. */
const longest = 12

/** Indexed words per text; a message has room for fewer. */
const mostWords = 700

function wordsOf(text: string): string[] {
  const words = shortenText(foldText(text)).split(' ')
  return [...new Set(words.filter(Boolean))].slice(0, mostWords)
}

/** Beginnings from two letters on; one-letter words as they are. */
export function beginningsOf(text: string): string[] {
  const beginnings = new Set<string>()
  for (const word of wordsOf(text)) {
    const signs = [...word]
    if (signs.length === 1) beginnings.add(word)
    for (let length = 2; length <= Math.min(signs.length, longest); length += 1)
      beginnings.add(signs.slice(0, length).join(''))
  }
  return [...beginnings]
}

/** The longest part of a typed word; undefined for none. */
export function beginningOf(typed: string): string | undefined {
  const [word] = wordsOf(typed).sort((one, other) => other.length - one.length)
  return word && [...word].slice(0, longest).join('')
}
