import { plainLine } from './single-line'

/** Prefixes that people write before a number: "#", "Nr.", "No. ", "Nummer: ", "number ". */
const numberSign =
  /(?<![\p{L}\p{N}])(?:#|(?:nr|no|num|nummer|number)(?:\.|(?!\p{L}))) ?:? ?#?(?=\d)/giu

/** The search text without such a prefix: `Nr. 12` is 12, `№ 12 Meier` 12 Meier. */
export function withoutNumberSigns(text: string): string {
  return plainLine(text).replace(numberSign, '')
}

/** Undefined unless the text is one number of at most nine digits, with or without its sign. */
export function numberTyped(text: string): number | undefined {
  const digits = withoutNumberSigns(text)
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : undefined
}
