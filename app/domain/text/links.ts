import { parseUrl } from './urls'

export interface TextPart {
  text: string
  /** Of an http or https address. */
  href?: string
  /** Where it leads, if that is not how it looks: another host behind an @, or one in other letters. */
  host?: string
}

/** Up to a blank, a quotation mark, an angle bracket, an emoji, or an invisible character. */
const address = /https?:\/\/[^\s<>"“”„«»‹›\p{C}\p{Extended_Pictographic}]+/giu

const withinWord = /[\p{L}\p{N}]$/u

/** What a sentence puts behind a link, in European and East Asian writing; U+FE0F follows an emoji. */
const endings = new Set(".,;:!?'’‘‚´`*_~|)]}–—…。、，！？；：）】」』\ufe0f")

const openers: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** A text split into plain parts and links. Punctuation at the end of a sentence is no part of a link. */
export function linksIn(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  const plain = (until: number) => {
    if (until > done) parts.push({ text: text.slice(done, until) })
    done = until
  }
  for (const { 0: found, index } of text.matchAll(address)) {
    if (withinWord.test(text.slice(Math.max(index - 2, 0), index))) continue
    const end = index + found.length
    const typed = withoutSentence(found)
    // Cut off in an excerpt: it would lead elsewhere.
    const cut = found.endsWith('…') || /^ ?…$/.test(text.slice(end))
    const url = cut ? undefined : parseUrl(typed)
    if (!url) continue
    plain(index)
    const after = typed.slice(url.protocol.length + 2 + url.host.length)
    const isPlain =
      typed.toLowerCase().startsWith(`${url.protocol}//${url.host}`) && /^(?:[/?#:]|$)/.test(after)
    parts.push({ text: typed, href: url.href, ...(!isPlain && { host: url.host }) })
    done = index + typed.length
  }
  plain(text.length)
  return parts
}

/** A closing bracket belongs to the address if it closes one of its own. */
function withoutSentence(found: string): string {
  const counts = new Map<string, number>()
  for (const sign of found) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  let end = found.length
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1)
    const opener = openers[last]
    const isOwn = opener && (counts.get(opener) ?? 0) >= (counts.get(last) ?? 0)
    if (!endings.has(last) || isOwn) break
    counts.set(last, (counts.get(last) ?? 0) - 1)
  }
  return found.slice(0, end)
}
