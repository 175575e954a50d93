/**
 * The text without the characters at its end that `unwanted` matches, one UTF-16 unit each. In linear
 * time: a pattern like `[.,]+$` looks at a run of them once from each of its places.
 */
export function withoutEnd(text: string, unwanted: RegExp): string {
  let end = text.length
  while (end > 0 && unwanted.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** At most `length` UTF-16 units of the text, without the first half of a character that has two. */
export function cutTo(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}$/u, '')
}
