/** How long a tag may be, and how many a ticket may bear. */
export const longestTag = 30
export const mostTags = 10

/** What makes two tags the same: their letters, however they are capitalised. */
export function tagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase()
}

/**
 * Tags as a ticket bears them: on one line, without blanks around them, none twice, capitals kept.
 * Undefined if one is longer than 30 characters, or if there are more than ten.
 */
export function tidyTags(typed: readonly string[]): string[] | undefined {
  const tags = new Map<string, string>()
  for (const text of typed) {
    const tag = text
      .normalize('NFC')
      .replace(/[\s,\p{Cc}]+/gu, ' ')
      .replace(/\p{Surrogate}/gu, '')
      .trim()
    if (tag.length > longestTag) return undefined
    if (tag && !tags.has(tagKey(tag))) tags.set(tagKey(tag), tag)
  }
  return tags.size > mostTags ? undefined : [...tags.values()]
}

/** The first ones and those of the others that are not among them, as many as a ticket may bear. */
export function joinTags(first: readonly string[], others: readonly string[]): string[] {
  const there = new Set(first.map(tagKey))
  return [...first, ...others.filter((tag) => !there.has(tagKey(tag)))].slice(0, mostTags)
}

/** The tags of a field in which commas stand between them. */
export function splitTags(field: string): string[] {
  return field.split(',')
}
