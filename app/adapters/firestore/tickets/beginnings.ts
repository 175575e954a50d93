import { fold, shorten, signsOf } from '../../../domain/text/search-folding'

/** Letters of a word by which it is looked up; the rest is compared. */
const longest = 12

/** Words of a text by which it is found; a message has room for fewer. */
const mostWords = 700

/** The words of a text as search compares them, each once. */
function wordsOf(text: string): string[] {
  const words = signsOf(shorten(fold(text))).split(' ')
  return [...new Set(words.filter(Boolean))].slice(0, mostWords)
}

/** Returns how the words of a text begin, from two letters on; a word of one letter is there whole. */
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

/** Returns what to look up for a typed word: the longest that it consists of; undefined for none. */
export function beginningOf(typed: string): string | undefined {
  const [word] = wordsOf(typed).sort((one, other) => other.length - one.length)
  return word && [...word].slice(0, longest).join('')
}
