import {
  headerFields,
  introduces,
  isDevice,
  isForward,
  isMarked,
  isOriginal,
  listFooter,
  mayIntroduce,
  rule,
  signature,
} from './quote-lines'

/** Private-use characters in text made of HTML: around quotes, and around what introduces or signs. */
export const quoteBegins = '\ue000'
export const quoteEnds = '\ue001'
export const asideBegins = '\ue002'
export const asideEnds = '\ue003'

const marks = /[\ue000-\ue003]/g

/** Lines that are looked at. */
const mostLines = 5_000

/** Lines that an introduction takes. */
const longestIntroduction = 4

interface Folded {
  body: string
  /** What is not the writer's own, above or below their words; empty if they quote nothing. */
  quoted: string
}

/** reply: to another e-mail · forward: that is sent on · new: neither, as far as its header says. */
export type LetterKind = 'reply' | 'forward' | 'new'

/**
 * Folds what a text ends with: quotes that its client has marked, then by the rules for plain text; and
 * what a reply begins with, if all its words come below. What was sent on is no quote, and quotes between
 * the writer's words keep a mark.
 */
export function fold(marked: string, kind: LetterKind): Folded {
  const { body, quoted } = cutAt(marked, endOfMarked(marked))
  const own = withQuotes(body)
  if (kind === 'forward' || isSentOn(own, quoted)) return { body: withQuotes(marked), quoted: '' }
  const words = kind === 'reply' ? beginOfWords(own) : 0
  const rest = foldPlain(own.slice(words), kind)
  const folded = [own.slice(0, words).trim(), rest.quoted, withoutMarks(quoted)]
    .filter((each) => each.trim())
    .join('\n\n')
  const end = endOfWords(rest.body, folded !== '')
  const tail = cutAt(rest.body, end)
  return { body: tail.body, quoted: [tail.quoted, folded].filter(Boolean).join('\n\n') }
}

export function withoutMarks(text: string): string {
  return text.replace(marks, '').trim()
}

/** Quotes as plain text has them. */
function withQuotes(text: string): string {
  let depth = 0
  const lines = text.split('\n').map((line) => {
    const begins = /^[\s\ue000-\ue003]*/.exec(line)?.[0] ?? ''
    const levels = depthAfter(begins, depth)
    depth = depthAfter(line.slice(begins.length), levels)
    const words = line.replace(marks, '')
    return levels === 0 ? words : `${'> '.repeat(Math.min(levels, 9))}${words}`.trimEnd()
  })
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function depthAfter(text: string, depth: number): number {
  let after = depth
  for (const character of text) {
    if (character === quoteBegins) after += 1
    else if (character === quoteEnds) after = Math.max(0, after - 1)
  }
  return after
}

/** Where the quotes begin after which nothing else comes; -1 without. */
function endOfMarked(text: string): number {
  let depth = 0
  let cut = -1
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === quoteBegins || character === asideBegins) {
      if (depth === 0 && cut < 0) cut = at
      depth += 1
    } else if (character === quoteEnds || character === asideEnds) depth = Math.max(0, depth - 1)
    else if (depth === 0 && cut >= 0 && character.trim()) cut = -1
  }
  return cut
}

/** Where the words of who writes below an introduced quote begin; 0 where they stand elsewhere, too. */
function beginOfWords(text: string): number {
  const lines = text.split('\n').slice(0, mostLines)
  const unmarked = lines.slice(0, longestIntroduction).map((line) => line.replace(/^[> ]+/, ''))
  const several = unmarked.findIndex((_, index) =>
    introduces(unmarked.slice(0, index + 1).join(' ')),
  )
  if (several < 0) return 0
  const isOwn = (line: string) => line.trim() !== '' && !isMarked(line)
  const first = lines.findIndex((line, index) => index > several && isOwn(line))
  if (first < 0) return 0
  const own = lines.slice(first)
  const isBelow = lines.slice(several + 1, first).some(isMarked) && !own.some(isMarked)
  if (!isBelow || signature.test(own[0] ?? '') || isDevice(own[0] ?? '')) return 0
  return lines.slice(0, first).join('\n').length + 1
}

function isSentOn(own: string, quoted: string): boolean {
  const [first = ''] = withoutMarks(quoted).split('\n')
  return isForward(first) || own.split('\n').slice(0, mostLines).some(isForward)
}

function foldPlain(text: string, kind: LetterKind): Folded {
  const lines = text.split('\n').slice(0, mostLines)
  const isQuote = quotesIn(lines)
  const lastMarked = lines.findLastIndex(isMarked)
  let at = 0
  for (const [index, line] of lines.entries()) {
    if (beginsQuote(lines, index, kind, isQuote, lastMarked)) return cutAt(text, at)
    at += line.length + 1
  }
  return { body: text, quoted: '' }
}

/** Nothing is folded where nothing else would be left: a forwarded e-mail is all quote. */
function cutAt(text: string, at: number): Folded {
  if (at < 0) return { body: text, quoted: '' }
  const [body, quoted] = [text.slice(0, at), text.slice(at)]
  if (!withoutMarks(body) || !withoutMarks(quoted)) return { body: text, quoted: '' }
  return { body: body.trim(), quoted: quoted.trim() }
}

function beginsQuote(
  lines: readonly string[],
  index: number,
  kind: LetterKind,
  isQuote: (from: number) => boolean,
  lastMarked: number,
): boolean {
  const line = lines[index] ?? ''
  if (signature.test(line) || isOriginal(line) || isFooter(lines, index)) return true
  // A form's words begin like a header, too.
  if (headerFields(lines.slice(index, index + 12)) >= (kind === 'reply' ? 3 : 4)) return true
  if (isMarked(line)) return isQuote(index)
  if (!line.trim()) return false
  const most = mayIntroduce(line) ? longestIntroduction : 1
  for (let several = 1; several <= most && lines[index + several - 1]?.trim(); several++) {
    const joined = lines.slice(index, index + several).join(' ')
    const found = introduces(joined.replace(/\s+/g, ' '))
    if (!found) continue
    const after = index + several
    if (isQuote(after)) return true
    if (kind === 'reply' && found === 'clear' && lastMarked < after) return true
  }
  return false
}

function isFooter(lines: readonly string[], index: number): boolean {
  return rule.test(lines[index] ?? '') && listFooter.test(lines[index + 1] ?? '')
}

/**
 * Whether there are only quotes and blank lines from an index on, before a signature or another quote's
 * header at most. Looks at each line once, however often it is asked.
 */
function quotesIn(lines: readonly string[]): (from: number) => boolean {
  let known: boolean[] | undefined
  return (from) => {
    known ??= lines.reduceRight<boolean[]>((after, line, index) => {
      after.push(isFooter(lines, index) || isOfQuote(line, after.at(-1) ?? true))
      return after
    }, [])
    return known[lines.length - 1 - from] ?? true
  }
}

/** `rest`: whether the lines after it are a quote. */
function isOfQuote(line: string, rest: boolean): boolean {
  // Many a server has cut the blank of a signature's line.
  if (signature.test(`${line} `) || signature.test(line) || isOriginal(line)) return true
  if (!rest) return false
  const isAside = !line.trim() || rule.test(line) || isDevice(line)
  return isAside || isMarked(line) || introduces(line) !== false
}

/** Where nothing comes but a telephone's line, with a rule above it or before a quote; -1 without. */
function endOfWords(text: string, quotes: boolean): number {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => line.trim() && !isDevice(line) && !rule.test(line))
  const after = lines.slice(last + 1)
  if (!after.some((line) => isDevice(line) || (quotes && rule.test(line)))) return -1
  return lines.slice(0, last + 1).join('\n').length
}
