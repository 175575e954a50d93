/** Private-use characters that stand around quotes in text made of HTML. */
export const quoteBegins = '\ue000'
export const quoteEnds = '\ue001'

const marks = /[\ue000\ue001]/g

/** Lines that are looked at, and characters of an introduction that several lines make. */
const mostLines = 5_000
const longestIntroduction = 300

interface Folded {
  body: string
  /** From where on nothing is the writer's own; empty if they quote nothing or write below. */
  quoted: string
}

/** Folds what a text ends with: quotes that its client has marked, then by the rules for plain text. */
export function fold(marked: string): Folded {
  const { body, quoted } = foldMarked(marked)
  const rest = foldPlain(body)
  return { body: rest.body, quoted: [rest.quoted, quoted].filter(Boolean).join('\n\n') }
}

export function withoutMarks(text: string): string {
  return text.replace(marks, '')
}

function foldMarked(text: string): Folded {
  let depth = 0
  let cut = -1
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === quoteBegins) {
      if (depth === 0 && cut < 0) cut = at
      depth += 1
    } else if (character === quoteEnds) depth = Math.max(0, depth - 1)
    else if (depth === 0 && cut >= 0 && character.trim()) cut = -1
  }
  return cutAt(text, cut)
}

function foldPlain(text: string): Folded {
  const lines = text.split('\n').slice(0, mostLines)
  const isQuote = quotesIn(lines)
  let at = 0
  for (const [index, line] of lines.entries()) {
    if (beginsQuote(lines, index, isQuote)) return cutAt(text, at)
    at += line.length + 1
  }
  return cutAt(text, -1)
}

/** Nothing is folded where nothing else would be left: a forwarded e-mail is all quote. */
function cutAt(text: string, at: number): Folded {
  const [body, quoted] = [text.slice(0, at), text.slice(at)].map((part) =>
    withoutMarks(part).trim(),
  )
  if (at < 0 || !body || !quoted) return { body: withoutMarks(text).trim(), quoted: '' }
  return { body, quoted }
}

/** As Outlook, Lotus and webmailers write it. */
const original =
  /^[\s>]*[-_]{2,}\s*(?:original message|original appointment|original-nachricht|originalnachricht|urspr\S{1,3}ngliche nachricht|weitergeleitete nachricht|forwarded message)\b/i

const from = /^\s*\*?(?:from|von)\s?:\*?\s*\S/i
const headerOfQuote = /^\s*\*?(?:sent|gesendet|date|datum|to|an|subject|betreff|cc)\s?:/i

/** RFC 3676 §4.3. */
const signature = /^-- ?$/

const device =
  /^\s*(?:sent from my|sent from|get outlook for|gesendet mit|von meinem|von meiner|diese nachricht wurde von meinem)\b.{0,80}$/i

/** "On Tuesday Ada wrote:", "Am Dienstag schrieb Ada:", "Ada hat am Dienstag geschrieben:". */
const introduction =
  /^(?:(?:on|am|le)\b.{4,250}\b(?:wrote|schrieb|geschrieben|a écrit)\b.{0,150}:|.{2,120}\b(?:schrieb am|hat am)\b.{4,120}:|gesendet: .{4,120})$/i

function beginsQuote(
  lines: readonly string[],
  index: number,
  isQuote: (from: number) => boolean,
): boolean {
  const line = lines[index] ?? ''
  if (signature.test(line.trimEnd() === '--' ? '-- ' : line) || original.test(line)) return true
  const next = lines.slice(index + 1, index + 7)
  if (from.test(line) && next.filter((each) => headerOfQuote.test(each)).length >= 2) return true
  if (line.startsWith('>')) return isQuote(index)
  if (device.test(line)) return isQuote(index + 1)
  for (const several of [1, 2, 3]) {
    const joined = lines
      .slice(index, index + several)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
    if (joined.length > longestIntroduction) return false
    if (introduction.test(joined)) return isQuote(index + several)
  }
  return false
}

/**
 * Whether there are only quotes and blank lines from an index on, before a signature or another quote's
 * header at most. Looks at each line once, however often it is asked.
 */
function quotesIn(lines: readonly string[]): (from: number) => boolean {
  let known: boolean[] | undefined
  return (from) => {
    known ??= lines.reduceRight<boolean[]>((after, line) => {
      after.push(isOfQuote(line, after.at(-1) ?? true))
      return after
    }, [])
    return known[lines.length - 1 - from] ?? true
  }
}

/** `rest`: whether the lines after it are a quote. */
function isOfQuote(line: string, rest: boolean): boolean {
  if (signature.test(line) || original.test(line) || from.test(line)) return true
  return rest && (!line.trim() || line.startsWith('>') || introduction.test(line.trim()))
}
