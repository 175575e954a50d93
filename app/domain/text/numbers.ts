import { withoutEnd } from './ends'
import { plainLine } from './single-line'

/** Prefixes that people write before a number: "#", "Nr.", "No. ", "Nummer: ", "number ". */
const numberSign =
  /(?<![\p{L}\p{N}])(?:#|(?:nr|no|num|nummer|number)(?:\.|(?!\p{L}))) ?:? ?#?(?=\d)/giu

/** The search text without such a prefix: `Nr. 12` is 12, `№ 12 Meier` 12 Meier. */
export function withoutNumberSigns(text: string): string {
  return plainLine(text).replace(numberSign, '')
}

/** What a number is of: "Bestellung 12", "Ticket-Nr. 12", "order no. 12", "Rechnungsnummer 12". */
const numbered =
  /^(?:ticket|order|invoice|bestell(?:ung)?|auftrags?|rechnungs?|anfrage|vorgangs?|re|rg)?(?:nr|no|nummer|number|id|bestaetigung)?$/i

/** The words without those that only say what the number among them is of. */
export function withoutNumberNouns(words: readonly string[]): string[] {
  const others = words.filter((word) => !numbered.test(word))
  return others.some((word) => /\d/.test(word)) ? others : [...words]
}

/** Undefined unless the text is one number of at most nine digits, with or without what is before it. */
export function numberTyped(text: string): number | undefined {
  const plain = withoutEnd(withoutNumberSigns(text).replace(/^[[(]/, ''), /[\]).,;: ]/)
  const words = withoutNumberSigns(plain)
    .split(/[ :]|(?<=\p{L})[-#]/u)
    .filter(Boolean)
  const [digits = '', ...more] = withoutNumberNouns(words)
  return more.length === 0 && /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : undefined
}

/** How many, of at most five digits. */
export function countTyped(text: string): number | undefined {
  const digits = plainLine(text)
  return /^\d{1,5}$/.test(digits) ? Number(digits) : undefined
}
