import { withoutEnd } from '../text/ends'
import {
  fieldsIn,
  headerFields,
  isForward,
  isForwardedSubject,
  isOriginal,
  rule,
} from './quote-lines'

/** An e-mail inside another that was sent on. */
export interface Forwarded {
  from: { name: string; address: string }
  subject: string
  /** Its words, quotes included. */
  text: string
  /** What the sender of the other wrote above it. */
  above: string
}

/** Lines that are looked at for its header. */
const mostLines = 500

/** Lines of a header. */
const longestHeader = 12

/**
 * The e-mail that was sent on in a text, by the header that mail programs put above it: behind a line that
 * says so, or anywhere where the subject does. Undefined without an address of its sender.
 */
export function forwardedIn(text: string, subject: string): Forwarded | undefined {
  const all = text.split('\n')
  const lines = all.slice(0, mostLines).map(bare)
  const marker = lines.findIndex(isForward)
  if (marker < 0 && !isForwardedSubject(subject)) return undefined
  const from = Math.max(0, marker)
  const at = lines.findIndex((line, index) => {
    return index >= from && line !== '' && headerFields(lines.slice(index)) >= 3
  })
  if (at < 0) return undefined
  const end = endOfHeader(lines, at)
  const { sender = '', subject: title = '' } = fieldsIn(lines.slice(at, end))
  const party = partyIn(sender)
  if (!party) return undefined
  const isQuoted = /^\s*>/.test(all[at] ?? '')
  const words = all.slice(end).map((line) => (isQuoted ? line.replace(/^\s*> ?/, '') : line))
  const above = all.slice(0, marker >= 0 && marker < at ? marker : at)
  return {
    from: party,
    subject: title,
    text: words.join('\n').trim(),
    above: withoutDivider(above).join('\n').trim(),
  }
}

/** Without the marks of a quote and of bold letters. */
function bare(line: string): string {
  return line
    .replace(/^[\s>]+/, '')
    .replaceAll('*', '')
    .trim()
}

/** At the first blank line, or where a text without one has no more fields. */
function endOfHeader(lines: readonly string[], at: number): number {
  const header = lines.slice(at, at + longestHeader)
  const blank = header.indexOf('')
  if (blank >= 3) return at + blank
  return at + 1 + header.findLastIndex((line) => /^\p{L}[\p{L} -]{0,24}\s?:/u.test(line))
}

/** Of `Vera Blum <vera@guest.example>`, with what programs make of the angle brackets. */
function partyIn(sender: string): Forwarded['from'] | undefined {
  const address = sender.split(/[\s<>()[\]"',;:|]+/).find((word) => /[^@]@[^@]/.test(word))
  if (!address) return undefined
  const before = sender.slice(0, sender.indexOf(address)).replace(/mailto:$/i, '')
  const name = withoutEnd(before, /[<([|"'\s]/).replace(/^["'|\s]+/, '')
  return { name: name.includes('@') ? '' : name, address }
}

/** Without the lines that divide it from what follows. */
function withoutDivider(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line !== '' && !rule.test(line) && !isOriginal(line))
  return lines.slice(0, last + 1)
}
