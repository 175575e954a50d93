import { limitsAt } from '../desks/entitlements'
import { type TakenLetter, takeLetter } from '../files/attachment-intake'
import {
  type HeldAttachment,
  roomOf,
  roomOfOld,
  sourceOf,
  type UploadTarget,
} from '../files/attachments'
import { bytesInPieces } from '../files/files'
import { shownName } from '../files/names'
import { soundLines, soundText } from '../files/plain-text'
import { domainOf, emailKey } from '../text/email'
import { cutTo } from '../text/ends'
import { nameLine } from '../text/single-line'
import { tidyCopies } from '../tickets/copies'
import type { MessageMail } from '../tickets/message-mail'
import { longestMessage } from '../tickets/messages'
import type { Arrival } from './arrival'
import { aboveOf } from './forwarders'
import {
  type Envelope,
  largestLetter,
  longestQuote,
  type ReadLetter,
  withoutLinkKeys,
} from './letters'
import { networkOfMail } from './people'
import type { MailIn } from './ports'
import { findRecipient } from './recipients'

/** An e-mail as a message. */
export interface Content {
  /** May be empty where there are files. */
  body: string
  attachments: HeldAttachment[]
  mail: MessageMail
  /** In a new conversation, the visitor of the earlier one may be among them. */
  copies: string[]
}

/** Names that a message lists. */
const mostNames = 30

/** Characters of a subject and of a name. */
const longestSubject = 200
const longestName = 80

/**
 * Stores an e-mail as it came, and its files like uploads; refused ones are in the original. Undefined
 * where the desk has no room for it, with nothing stored, unless its message has all of it.
 */
export async function takeContent(mailIn: MailIn, arrival: Arrival): Promise<Content | undefined> {
  const taken = await keep(mailIn, arrival)
  if (!taken && !isWholeInWords(arrival)) return undefined
  const replyTo = await foreignReplyTo(mailIn, arrival)
  return contentOf(arrival, taken, replyTo, mailIn.settings.domain)
}

/** `replyTo` is whom to answer, if not the sender; addresses in `domain` would lead back here. */
function contentOf(
  arrival: Arrival,
  taken: TakenLetter | undefined,
  replyTo: string | undefined,
  domain: string | undefined,
): Content {
  const { letter, key, envelope, own } = arrival
  const { original, attachments = [] } = taken ?? {}
  if (original) attachments.push(original)
  const unread = (letter?.left ?? []).map((name) => ({ name, why: 'beyond' as const }))
  const left = [...unread, ...(taken?.left ?? [])].slice(0, mostNames)
  const { body, quoted, cut } = wordsOf(letter)
  const from = letter?.from.address || envelope.from
  const name = nameOf(letter, replyTo)
  const subject = cutTo(nameLine(letter?.subject ?? ''), longestSubject)
  const forwarded = aboveOf(arrival)
  const hasContent = body !== '' || attachments.length > 0
  const copies = (letter?.copies ?? []).filter((each) => !isIn(domain, each))
  return {
    // An e-mail without words still shows that it came.
    body: hasContent ? body : subject || '–',
    attachments,
    copies: tidyCopies(copies, [from, ...(replyTo ? [replyTo] : []), ...own]),
    mail: {
      key,
      ...(letter && { digest: letter.digest }),
      from: cutTo(soundText(from), 254),
      ...(name && { name }),
      ...(replyTo && { replyTo }),
      ...(letter?.subject && { subject }),
      ...(isAscii(letter?.messageId) && { messageId: letter?.messageId }),
      proven: letter?.proven ?? false,
      ...(forwarded && { forwarded }),
      ...(quoted && { quoted }),
      ...(original && { original: original.id, ...(letter?.html && { html: letter.html }) }),
      ...(letter?.invitation && { invitation: letter.invitation }),
      ...(left.length > 0 && {
        left: left.map(({ name }) => shownName(name)),
        leftWhy: left.map(({ why }) => why),
      }),
      ...(cut && { cut: true }),
      ...problemOf(letter, envelope),
    },
  }
}

function isIn(domain: string | undefined, address: string): boolean {
  return address.toLowerCase().endsWith(`@${domain}`)
}

/** An answer to an address of the desk's own would come back as a question. */
async function foreignReplyTo(
  mailIn: MailIn,
  { desk, letter, own }: Arrival,
): Promise<string | undefined> {
  const [address] = tidyCopies([letter?.replyTo?.address ?? ''], own)
  if (!address || !isIn(mailIn.settings.domain, address)) return address
  const recipient = await findRecipient(mailIn, address)
  return recipient && recipient.desk.id !== desk.id ? address : undefined
}

/** Each desk has a file of its own. */
async function keep({ ports, now }: MailIn, arrival: Arrival): Promise<TakenLetter | undefined> {
  const { desk, letter, envelope, stored, kept } = arrival
  const bytes = kept.has(stored.file) ? await ports.files.open(stored.file) : undefined
  const file = bytes ? await ports.files.put(bytes, largestLetter) : stored
  if (!file) return undefined
  const uploads = (letter?.files ?? []).map(({ name, bytes: each }) => {
    return { name, bytes: bytesInPieces(each) }
  })
  const all = roomOf(await limitsAt(ports.entitlements, desk.id, now()))
  const room = envelope.arrivedAt ? roomOfOld(all) : all
  const held = await takeLetter(ports, await target(), file, uploads, room, now())
  if (held) kept.add(file.file)
  else if (file !== stored) await ports.files.remove([file.file])
  return held

  /** Whose the files are: of the proven address, and always of the network that sent them. */
  async function target(): Promise<UploadTarget> {
    const { sender } = arrival
    const ticket = arrival.ticket ?? arrival.notice?.ticket
    const alias = (holder: string) => ports.rateLimits.alias(`${desk.id} ${holder}`, now())
    const network = await alias(networkOfMail(envelope))
    const address = sender.proven && !envelope.arrivedAt ? await alias(sender.email) : undefined
    return { deskId: desk.id, ticketId: ticket?.id, source: sourceOf(network, address) }
  }
}

/** Whether nothing of an e-mail is lost without the original: it has no files, and nothing is cut. */
function isWholeInWords({ letter, envelope }: Arrival): boolean {
  const isRead = letter && !letter.sealed && !envelope.headersOnly
  if (!isRead || letter.quoted.length >= longestQuote) return false
  return letter.files.length === 0 && letter.left.length === 0
}

/** What is stored of an e-mail as text; `cut` where a file has the rest. */
export function wordsOf(letter: ReadLetter | undefined) {
  const words = soundLines(withoutLinkKeys(letter?.body ?? ''))
  const body = beginningOf(words)
  return { body, quoted: soundText(withoutLinkKeys(letter?.quoted ?? '')), cut: body !== words }
}

/** A form's own name is not its writer's. */
function nameOf(letter: ReadLetter | undefined, replyTo: string | undefined): string {
  const { from, replyTo: named } = letter ?? {}
  const isOther =
    replyTo !== undefined && domainOf(emailKey(replyTo)) !== domainOf(emailKey(from?.address ?? ''))
  const name = (replyTo && named?.name) || (isOther ? '' : from?.name)
  return cutTo(nameLine(name ?? ''), longestName)
}

function problemOf(
  letter: ReadLetter | undefined,
  { headersOnly }: Envelope,
): Pick<MessageMail, 'problem'> {
  if (headersOnly) return { problem: headersOnly }
  if (!letter) return { problem: 'unreadable' }
  return letter.sealed ? { problem: letter.sealed } : {}
}

function beginningOf(words: string): string {
  if (words.length <= longestMessage) return words
  const cut = cutTo(words, longestMessage - 1)
  return `${cut.trimEnd()}…`
}

/** Header fields of an answer have no other characters. */
function isAscii(id: string | undefined): boolean {
  return id !== undefined && /^[\x21-\x7e]+$/.test(id)
}
