import { nameLine } from '../text/single-line'

/** Characters. */
const longestTag = 30
const mostTags = 10

/** Tags are equal ignoring case. */
export function tagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase()
}

/** Trimmed, distinct, case kept. Undefined for over ten, or one over 30 characters. */
export function tidyTags(typed: readonly string[]): string[] | undefined {
  const tags = new Map<string, string>()
  for (const text of typed) {
    const tag = nameLine(text.replaceAll(',', ' '))
    if (tag.length > longestTag) return undefined
    if (tag && !tags.has(tagKey(tag))) tags.set(tagKey(tag), tag)
  }
  return tags.size > mostTags ? undefined : [...tags.values()]
}

/** The first tags, then others not among them, up to the limit. */
export function joinTags(first: readonly string[], others: readonly string[]): string[] {
  const there = new Set(first.map(tagKey))
  return [...first, ...others.filter((tag) => !there.has(tagKey(tag)))].slice(0, mostTags)
}

export function splitTags(field: string): string[] {
  return field.split(',')
}
