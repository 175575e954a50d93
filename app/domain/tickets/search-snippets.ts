import { type Folded, fold, needles, shorten, signsOf } from '../text/search-folding'
import type { Message } from './messages'
import { type Snippet, type SnippetPart, soughtText } from './search'

type Sought = Pick<Message, 'seq' | 'author' | 'kind' | 'body' | 'mail' | 'createdAt'>

interface Hit {
  from: number
  to: number
}

/** Characters before the first hit, and of a whole snippet. */
const before = 20
const longest = 160

/** Snippets shown per ticket, chosen among this many of its newest messages. */
const shown = 2
export const considered = 5

/** Of its newest messages with any of the words, those with the most. */
export function snippetsOf(messages: readonly Sought[], words: readonly string[]): Snippet[] {
  return messages
    .toSorted((one, other) => other.seq - one.seq)
    .slice(0, considered)
    .map((message) => ({ message, words: wordsIn(soughtText(message), words) }))
    .sort((one, other) => other.words - one.words)
    .slice(0, shown)
    .map(({ message: { seq, author, kind, createdAt, body, mail } }) => {
      const snippet = { seq, author, kind, createdAt }
      // The subject only where the message itself has none of the words.
      if (!mail?.subject || wordsIn(body, words) > 0) {
        return { ...snippet, parts: snippetParts(body, words) }
      }
      return { ...snippet, parts: snippetParts(mail.subject, words), isSubject: true }
    })
}

export function wordsIn(text: string, words: readonly string[]): number {
  const forms = formsOf(text).map(signsOf)
  return words.filter((word) =>
    needles(word).some((needle) => forms.some((form) => form.includes(needle))),
  ).length
}

/** The text around the first hit, with every hit marked and an ellipsis at cut ends. */
export function snippetParts(text: string, words: readonly string[]): SnippetPart[] {
  const hits = hitsOf(text, words)
  const start = beginning(text, hits[0]?.from ?? 0)
  const end = ending(text, start + longest)
  const parts: SnippetPart[] = []
  let offset = start
  const add = (to: number, hit: boolean) => {
    if (to > offset) parts.push({ text: text.slice(offset, to), hit })
    offset = Math.max(offset, to)
  }
  if (start > 0) parts.push({ text: '…', hit: false })
  for (const { from, to } of hits.filter(({ from }) => from < end)) {
    add(from, false)
    add(Math.min(to, end), true)
  }
  add(end, false)
  if (end < text.length) parts.push({ text: '…', hit: false })
  return parts
}

function formsOf(text: string): Folded[] {
  const folded = fold(text)
  return [folded, shorten(folded)]
}

function hitsOf(text: string, words: readonly string[]): Hit[] {
  const looked = words.flatMap(needles)
  const hits = formsOf(text).flatMap((form) => looked.flatMap((each) => find(form, each)))
  const joined: Hit[] = []
  for (const hit of hits.sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last && hit.from <= last.to) last.to = Math.max(last.to, hit.to)
    else joined.push({ ...hit })
  }
  return joined
}

function find(folded: Folded, needle: string): Hit[] {
  const signs = signsOf(folded)
  const skipped = needle.length - needle.trimStart().length
  const after = needle.trimEnd().length - 1
  const hits: Hit[] = []
  for (let at = signs.indexOf(needle); at >= 0; at = signs.indexOf(needle, at + 1)) {
    const [first, last] = [folded[at + skipped], folded[at + after]]
    if (first && last) hits.push({ from: first.from, to: last.to })
  }
  return hits
}

function beginning(text: string, hit: number): number {
  if (hit <= before) return 0
  const blank = text.slice(hit - before, hit).search(/\s/)
  return blank >= 0 ? hit - before + blank + 1 : whole(text, hit - before)
}

function ending(text: string, limit: number): number {
  if (text.length <= limit) return text.length
  const blank = text.slice(0, limit).search(/\s\S*$/)
  return blank > limit - before ? blank : whole(text, limit)
}

/** Never between surrogates. */
function whole(text: string, offset: number): number {
  return /^[\udc00-\udfff]/.test(text.slice(offset)) ? offset - 1 : offset
}
