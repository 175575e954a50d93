/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word = '') => ([...word][0] ?? '').toUpperCase()).join('')
}
