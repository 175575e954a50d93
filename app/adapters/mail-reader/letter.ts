import { isUtf8 } from 'node:buffer'
import { convert } from 'html-to-text'
import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime'
import { soundText } from '../../domain/files/plain-text'
import {
  type Envelope,
  type Headers,
  isAutomatic,
  longestQuote,
  mostAddresses,
  mostLetterFiles,
  passedMailboxes,
  type ReadLetter,
  referencesIn,
} from '../../domain/mail-in/letters'
import { fold, quoteBegins, quoteEnds, withoutMarks } from '../../domain/mail-in/quotes'
import { emailKey, readEmail } from '../../domain/text/email'
import { asUtf8, asWindows1252 } from '../../domain/text/windows-1252'
import { longestMessage } from '../../domain/tickets/messages'
import { bytesOf, digestOf } from './contents'
import { isEndless } from './limits'

/** In bytes, of all parts together, and levels: what no mail program exceeds. */
const limits = { maxHeadersSize: 256 * 1_024, maxNestingDepth: 30, maxRfc822NestingDepth: 0 }

/** Characters of text and HTML that are looked at, of words without quotes, and of a name, subject or address. */
const longestSource = 2_000_000
const longestHtml = 500_000
const longestBody = 100_000
const longestLine = 1_000

/** Names of files that were not read. */
const mostLeft = 30

/** Reads a raw e-mail, whose address `provenFrom` is proven. Rejects for what is none: without a header or beyond the limits. */
export async function readLetter(
  raw: ArrayBuffer,
  envelope: Envelope,
  provenFrom: string | undefined,
): Promise<ReadLetter> {
  if (isEndless(raw)) throw new Error('More lines than an e-mail has')
  const email = await parse(raw)
  if (!email.from && !email.messageId && !email.date) throw new Error('No header of an e-mail')
  const headers = email.headers.map(({ key, value }) => ({ key: key.toLowerCase(), value }))
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? ''
  const type = header('content-type')
  const [from = ''] = addressesOf(headers, 'from')
  const { whole, marked } = wordsOf(email)
  const { body, quoted } = fold(marked)
  const isLong = body.length > longestMessage
  const attachments = email.attachments.filter(({ mimeType }) => !mimeType.includes('signature'))
  const files = attachments.slice(0, mostLetterFiles).map((each, index) => ({
    name: nameOf(each, index),
    bytes: bytesOf(each),
  }))
  return {
    messageId: /<[^<>\s]{1,250}>/.exec(header('message-id'))?.[0],
    digest: digestOf(email),
    references: referencesIn(headers),
    from: { name: line(decoded(email.from?.name)), address: line(from) },
    copies: copiesIn(headers),
    subject: line(soundText(decoded(email.subject))),
    language: header('content-language').trim().slice(0, 2).toLowerCase(),
    automatic: isAutomatic(headers, envelope.from),
    proven: from === soleSender(headers) && isSame(from, provenFrom),
    body: body.slice(0, longestBody),
    quoted: quoted.slice(0, longestQuote),
    files: isLong
      ? [...files, { name: 'message.txt', bytes: new TextEncoder().encode(whole) }]
      : files,
    left: attachments.slice(mostLetterFiles, mostLetterFiles + mostLeft).map(nameOf),
    encrypted: /^\s*(multipart\/encrypted|application\/(x-)?pkcs7-mime)/i.test(type),
    bounced: statusIn(email),
  }
}

/**
 * Words that name no charset, or UTF-8, and are not UTF-8 are read as windows-1252, which old programs
 * send so.
 */
async function parse(raw: ArrayBuffer): Promise<Email> {
  const email = await PostalMime.parse(raw, limits)
  const isUnread = (text = '') => text.includes('\ufffd')
  const { from, subject, text, html } = email
  if (![from?.name, subject, text, html].some(isUnread) || isUtf8(raw)) return email
  const start = Buffer.from(raw, 0, Math.min(raw.byteLength, longestSource))
  const asWindows = await PostalMime.parse(Buffer.from(start.toString('latin1')), limits)
  return {
    ...email,
    from: isUnread(from?.name) ? asWindows.from : from,
    subject: isUnread(subject) ? asWindows.subject : subject,
    text: isUnread(text) ? asWindows.text : text,
    html: isUnread(html) ? asWindows.html : html,
  }
}

/** What a page shows in one line; a header may be much longer. */
function line(text: string): string {
  return text.slice(0, longestLine)
}

/** What another charset was named for is read as what it is. */
function decoded(text = ''): string {
  return asUtf8(asWindows1252(text))
}

/**
 * Addresses in the headers of this name. What only encoded words spell is none: mail servers and other
 * programs do not read it as one. Source: RFC 2047 §5.
 */
function addressesOf(headers: Headers, name: string): string[] {
  return headers
    .filter(({ key }) => key === name)
    .flatMap(({ value }) =>
      addressParser(value, { flatten: true })
        .flatMap(({ address }) => address || [])
        .filter((address) => value.includes(address)),
    )
}

/** Undefined where From leaves open whose words they are: with several headers, mailboxes or a group. */
function soleSender(headers: Headers): string | undefined {
  const [header, ...others] = headers.filter(({ key }) => key === 'from')
  if (!header || others.length > 0) return undefined
  const [mailbox, ...more] = addressParser(header.value)
  return more.length === 0 ? mailbox?.address : undefined
}

/** Whether the address, as we write it, is the one that is proven. */
function isSame(address: string, proven: string | undefined): boolean {
  const read = readEmail(address)
  return 'address' in read && proven !== undefined && emailKey(read.address) === emailKey(proven)
}

function copiesIn(headers: Headers): string[] {
  const passed = passedMailboxes(headers)
  const addresses = ['to', 'cc'].flatMap((name) => addressesOf(headers, name))
  return addresses
    .filter((each) => !passed.includes(each.toLowerCase()))
    .slice(0, mostAddresses)
    .map(line)
}

/** By the client's markup where its HTML has quotes that we know, otherwise by its own text. */
function wordsOf(email: Email): { whole: string; marked: string } {
  const text = decoded(email.text?.slice(0, longestSource))
  const html = decoded(email.html?.slice(0, longestHtml))
  const plain = soundText(withoutMarks(text)).trim()
  if (!html) return { whole: plain, marked: plain }
  const marked = soundText(textOf(html, picturesOf(email))).trim()
  if (plain && !marked.includes(quoteBegins)) return { whole: plain, marked: plain }
  return { whole: withoutMarks(marked), marked }
}

const quotes = [
  ...['div.gmail_quote', 'div.gmail_quote_container', 'div.gmail_attr', 'blockquote'],
  ...['div.gmail_signature', 'div.moz-cite-prefix', 'div.moz-signature', 'pre.moz-signature'],
  ...['div.yahoo_quoted', 'div[name=quote]', 'div.protonmail_quote', 'div.k9mail-signature'],
  ...['div.AppleOriginalContents', 'div[id=Signature]', 'div[id=AppleMailSignature]'],
]

/** Outlook's: all that follows is the other e-mail. */
const openQuotes = [
  ...['div[id=divRplyFwdMsg]', 'div[id=appendonsend]', 'hr[id=stopSpelling]'],
  ...['div[style*="border-top:solid #E1E1E1"]', 'div[style*="border-top:solid #B5C4DF"]'],
]

/** The names of inline pictures, by what the HTML calls them. */
function picturesOf({ attachments }: Email): Map<string, string> {
  return new Map(
    attachments.flatMap((each, index): [string, string][] =>
      each.contentId ? [[each.contentId.replace(/[<>\s]/g, ''), nameOf(each, index)]] : [],
    ),
  )
}

function textOf(html: string, pictures: ReadonlyMap<string, string>): string {
  const block = (name: string) => ({ selector: name, options: { uppercase: false } })
  return convert(withoutMarks(shallow(html)), {
    wordwrap: false,
    limits: { maxDepth: 100, maxChildNodes: 5_000, maxInputLength: longestHtml },
    formatters: {
      // Nothing is loaded from elsewhere, and of that nothing is said.
      picture({ attribs }, _, builder) {
        const id = /^cid:(.*)$/is.exec(attribs?.src ?? '')?.[1]
        const name = id && pictures.get(id)
        if (name) builder.addInline(`[${name}]`)
      },
      quote(element, walk, builder) {
        builder.openBlock({ leadingLineBreaks: 1 })
        builder.addInline(quoteBegins)
        walk(element.children, builder)
        builder.addInline(quoteEnds)
        builder.closeBlock({ trailingLineBreaks: 1 })
      },
      openQuote(element, walk, builder) {
        builder.openBlock({ leadingLineBreaks: 1 })
        builder.addInline(quoteBegins)
        walk(element.children, builder)
        builder.closeBlock({ trailingLineBreaks: 1 })
      },
    },
    selectors: [
      { selector: 'img', format: 'picture' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(block),
      ...quotes.map((selector) => ({ selector, format: 'quote' })),
      ...openQuotes.map((selector) => ({ selector, format: 'openQuote' })),
    ],
  })
}

/** Elements that have no end tag. Source: WHATWG HTML, void elements. */
const isVoid = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i

/** Elements inside each other: parsers take a step for each at every tag. */
const mostOpen = 1_000

/** The HTML up to where more elements are open than anybody reads. */
function shallow(html: string): string {
  const open = new Map<string, number>()
  let depth = 0
  for (const { 1: slash, 2: name = '', index } of html.matchAll(/<(\/?)([a-z][a-z\d]*)/gi)) {
    const key = name.toLowerCase()
    const count = open.get(key) ?? 0
    if (isVoid.test(key) || (slash && count === 0)) continue
    open.set(key, slash ? count - 1 : count + 1)
    depth += slash ? -1 : 1
    if (depth > mostOpen) return html.slice(0, index)
  }
  return html
}

function nameOf({ filename, mimeType }: Attachment, index: number): string {
  return line(filename || `${index + 1}.${mimeType.split('/')[1] ?? 'bin'}`)
}

/** Of the first recipient. Source: RFC 3464 §2.3. */
function statusIn({ attachments }: Email): string | undefined {
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  const text = report ? Buffer.from(bytesOf(report)).toString('latin1').slice(0, 10_000) : ''
  return /^action:\s*failed/im.test(text)
    ? (/^status:\s*([245]\.\d{1,3}\.\d{1,3})/im.exec(text)?.[1] ?? '5.0.0')
    : undefined
}
