import { foldText } from '~/domain/text/search-folding'

export function beginsWith(text: string, q: string): boolean {
  return foldText(text).startsWith(foldText(q).trimEnd())
}

export function hasAll(text: string, q: string): boolean {
  const folded = foldText(text)
  return foldText(q)
    .split(' ')
    .every((word) => folded.includes(word))
}
