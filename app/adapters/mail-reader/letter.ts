import { isUtf8 } from 'node:buffer'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { soundText } from '../../domain/files/plain-text'
import { authorOf } from '../../domain/mail-in/authors'
import { forwardedIn } from '../../domain/mail-in/forwards'
import {
  type Envelope,
  type ForwardedLetter,
  type LetterFile,
  longestQuote,
  mostLetterFiles,
  type ReadLetter,
  referencesIn,
} from '../../domain/mail-in/letters'
import { isForwardedSubject, isReplySubject } from '../../domain/mail-in/quote-lines'
import { fold, type LetterKind, withoutMarks } from '../../domain/mail-in/quotes'
import { spamHeadersIn } from '../../domain/mail-in/spam-headers'
import { cutTo } from '../../domain/text/ends'
import { asUtf8, asWindows1252 } from '../../domain/text/windows-1252'
import { longestMessage } from '../../domain/tickets/messages'
import { bounceOf } from './bounces'
import { bytesOf, digestOf, filesOf, nameOf } from './contents'
import { longestHtml, wordsOfHtml } from './html-words'
import { invitationIn } from './invitation'
import { isEndless } from './limits'
import { addressesOf, copiesIn, isSame, replyToIn, soleSender } from './parties'
import { unsealed } from './sealed'
import { harmless, hasElsewhere } from './shown'

/** In bytes, of all parts together, and levels: what no mail program exceeds. */
const limits = { maxHeadersSize: 256 * 1_024, maxNestingDepth: 30, maxRfc822NestingDepth: 0 }

/** Characters of text that are looked at, of words without quotes, and of a name, subject or address. */
const longestSource = 2_000_000
const longestBody = 100_000
const longestLine = 1_000

/** Headers of which an e-mail has one at least, whatever program wrote it. */
const usual = ['from', 'to', 'subject', 'date', 'message-id', 'content-type', 'received']

/** Names of files that were not read. */
const mostLeft = 30

/** Reads a raw e-mail, whose address `provenFrom` is proven. Rejects for what is none: without a header or beyond the limits. */
export async function readLetter(
  raw: ArrayBuffer,
  envelope: Envelope,
  provenFrom: string | undefined,
): Promise<ReadLetter> {
  const whole = await parse(raw)
  const headers = whole.headers.map(({ key, value }) => ({ key: key.toLowerCase(), value }))
  if (!headers.some(({ key }) => usual.includes(key))) throw new Error('No header of an e-mail')
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? ''
  const { email, sealed } = await unsealed(whole, header('content-type'), parse)
  const from = addressesOf(headers, 'from')[0] ?? ''
  const sole = soleSender(headers)
  const replyTo = replyToIn(headers, from)
  const replyName = email.replyTo?.find(({ address }) => address === replyTo)?.name
  const references = referencesIn(headers)
  const subject = line(soundText(decoded(email.subject)))
  const words = wordsOf(email)
  const { body, quoted } = fold(words, kindOf(subject, references))
  const isLong = body.length > longestMessage
  const attachments = filesOf(email)
  const files = readFiles(attachments)
  const invitation = invitationIn(attachments)
  const forwarded = await forwardedOf(attachments, withoutMarks(words), subject, body)
  return {
    messageId: /<[^<>\s]{1,250}>/.exec(header('message-id'))?.[0],
    digest: digestOf(whole),
    date: email.date,
    references,
    from: { name: line(decoded(sole?.name ?? email.from?.name)), address: from },
    ...(replyTo && { replyTo: { name: line(decoded(replyName)), address: replyTo } }),
    copies: copiesIn(headers),
    subject,
    language: header('content-language').trim().slice(0, 2).toLowerCase(),
    ...authorOf(headers, subject, envelope),
    proven: from === sole?.address && isSame(from, provenFrom),
    body: cutTo(body, longestBody),
    quoted: cutTo(quoted, longestQuote),
    ...(email.html && { html: hasElsewhere(email.html) ? 'elsewhere' : 'here' }),
    ...(invitation && { invitation }),
    spamBy: spamHeadersIn(headers),
    files: isLong
      ? [...files, { name: 'message.txt', bytes: new TextEncoder().encode(withoutMarks(words)) }]
      : files,
    left: attachments.slice(mostLetterFiles, mostLetterFiles + mostLeft).map(nameOf),
    sealed,
    ...(forwarded && { forwarded }),
    bounced: bounceOf(email, headers, envelope.from),
  }
}

/** The HTML of a raw e-mail, as a page may show it. Undefined without any; rejects as `readLetter`. */
export async function showLetter(
  raw: ArrayBuffer,
  elsewhere: boolean,
): Promise<string | undefined> {
  const whole = await parse(raw)
  const type = whole.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  const { email } = await unsealed(whole, type, parse)
  return email.html && harmless(decoded(email.html), email.attachments, elsewhere)
}

function readFiles(attachments: readonly Attachment[]): LetterFile[] {
  return attachments.slice(0, mostLetterFiles).map((each, index) => ({
    name: nameOf(each, index),
    bytes: bytesOf(each),
  }))
}

/** `words` are all of an e-mail, `body` its own. */
async function forwardedOf(
  attachments: readonly Attachment[],
  words: string,
  subject: string,
  body: string,
): Promise<ForwardedLetter | undefined> {
  const [attached, ...others] = attachments.filter(({ mimeType }) => mimeType === 'message/rfc822')
  if (attached && others.length === 0) {
    const email = await parse(Uint8Array.from(bytesOf(attached)).buffer)
    const { name = '', address } = email.from ?? {}
    if (!address) return undefined
    const title = line(soundText(decoded(email.subject)))
    return {
      from: { name: line(decoded(name)), address },
      subject: title,
      ...folded(wordsOf(email), 'reply'),
      messageId: email.messageId?.slice(0, longestLine),
      above: body,
      files: readFiles(filesOf(email)),
    }
  }
  const found = forwardedIn(words, subject)
  if (!found) return undefined
  const { from, text } = found
  const above = folded(found.above, 'new').body
  return { from, subject: line(found.subject), ...folded(text, 'reply'), above }
}

function folded(words: string, kind: LetterKind) {
  const { body, quoted } = fold(words, kind)
  return { body: cutTo(body, longestBody), quoted: cutTo(quoted, longestQuote) }
}

/**
 * Words that name no charset, or UTF-8, and are not UTF-8 are read as windows-1252, which old programs
 * send so.
 */
async function parse(raw: ArrayBuffer): Promise<Email> {
  if (isEndless(raw)) throw new Error('More lines than an e-mail has')
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
  return cutTo(text, longestLine)
}

/** What another charset was named for is read as what it is. */
function decoded(text = ''): string {
  return asUtf8(asWindows1252(asJapanese(text)))
}

/** ISO-2022-JP needs no charset to be known: its escapes stand nowhere else. Source: RFC 1468. */
function asJapanese(text: string): string {
  if (!text.includes('\x1b$B') && !text.includes('\x1b$@')) return text
  return new TextDecoder('iso-2022-jp').decode(Buffer.from(text, 'latin1'))
}

/** By the HTML, which is what its writer saw; the text beside it may be a dummy. */
function wordsOf(email: Email): string {
  const html = decoded(email.html?.slice(0, longestHtml))
  const pictures = picturesOf(email)
  const words = html && soundText(wordsOfHtml(html, pictures)).trim()
  if (words) return words
  const text = soundText(
    decoded(email.text?.slice(0, longestSource)).replace(/[\ue000-\ue003]/g, ''),
  )
  return named(text, pictures).trim()
}

/** Outlook's text names pictures of the HTML, which may not be there. */
function named(text: string, pictures: ReadonlyMap<string, string>): string {
  return text.replace(/\[cid:([^\]\s]{1,200})\]/g, (_, id) => {
    const name = pictures.get(id)
    return name ? `[${name}]` : ''
  })
}

function kindOf(subject: string, references: readonly string[]): LetterKind {
  if (isForwardedSubject(subject)) return 'forward'
  return references.length > 0 || isReplySubject(subject) ? 'reply' : 'new'
}

/** The names of inline pictures, by what the HTML calls them. */
function picturesOf({ attachments }: Email): Map<string, string> {
  return new Map(
    attachments.flatMap((each, index): [string, string][] =>
      each.contentId ? [[each.contentId.replace(/[<>\s]/g, ''), nameOf(each, index)]] : [],
    ),
  )
}
