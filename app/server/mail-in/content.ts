import { limitsAt } from '~/domain/desks/entitlements'
import { takeLetter } from '~/domain/files/attachment-intake'
import {
  type HeldAttachment,
  roomOf,
  roomOfOld,
  sourceOf,
  type UploadTarget,
} from '~/domain/files/attachments'
import { bytesInPieces, type StoredFile } from '~/domain/files/files'
import { shownName } from '~/domain/files/names'
import { soundLines, soundText } from '~/domain/files/plain-text'
import {
  type Envelope,
  largestLetter,
  longestQuote,
  type ReadLetter,
} from '~/domain/mail-in/letters'
import { domainOf, emailKey } from '~/domain/text/email'
import { nameLine } from '~/domain/text/single-line'
import { tidyCopies } from '~/domain/tickets/copies'
import type { MessageMail } from '~/domain/tickets/message-mail'
import { longestMessage } from '~/domain/tickets/messages'
import type { ServerContext } from '../arrival/context'
import type { Arrived } from './arrived'
import { aboveOf } from './forwarded'
import { findRecipient } from './recipients'
import { networkOfMail } from './senders'

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
 * where the desk has no room for it, with nothing stored, unless its message has all of it. `kept` gets
 * the name of the stored original where it is used.
 */
export async function contentOf(
  context: ServerContext,
  arrived: Arrived,
  stored: StoredFile,
  kept: Set<string>,
): Promise<Content | undefined> {
  const { services, config, now } = context
  const { desk, letter, key, envelope, own } = arrived
  const taken = await keep()
  if (!taken && !isWholeInWords(arrived)) return undefined
  const { original, attachments = [] } = taken ?? {}
  if (original) attachments.push(original)
  const unread = (letter?.left ?? []).map((name) => ({ name, why: 'beyond' as const }))
  const left = [...unread, ...(taken?.left ?? [])].slice(0, mostNames)
  const { body, quoted, cut } = wordsOf(letter)
  const replyTo = await foreignReplyTo()
  const name = nameOf(letter, replyTo)
  const forwarded = aboveOf(arrived)
  const hasContent = body !== '' || attachments.length > 0
  return {
    // An e-mail without words still shows that it came.
    body: hasContent ? body : nameLine(letter?.subject ?? '').slice(0, 200) || '–',
    attachments,
    copies: tidyCopies((letter?.copies ?? []).filter(isForeign), [
      letter?.from.address || envelope.from,
      ...(replyTo ? [replyTo] : []),
      ...own,
    ]),
    mail: {
      key,
      ...(letter && { digest: letter.digest }),
      from: soundText(letter?.from.address || envelope.from).slice(0, 254),
      ...(name && { name }),
      ...(replyTo && { replyTo }),
      ...(letter?.subject && { subject: nameLine(letter.subject).slice(0, longestSubject) }),
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

  /** Leaves out addresses that would lead back here. */
  function isForeign(address: string): boolean {
    return !address.toLowerCase().endsWith(`@${config.mailIn?.domain}`)
  }

  /** An answer to an address of the desk's own would come back as a question. */
  async function foreignReplyTo(): Promise<string | undefined> {
    const [address] = tidyCopies([letter?.replyTo?.address ?? ''], own)
    if (!address || isForeign(address)) return address
    const recipient = await findRecipient(context, address)
    return recipient && recipient.desk.id !== desk.id ? address : undefined
  }

  /** Each desk has a file of its own. */
  async function keep() {
    const bytes = kept.has(stored.file) ? await services.files.open(stored.file) : undefined
    const file = bytes ? await services.files.put(bytes, largestLetter) : stored
    if (!file) return undefined
    const uploads = (letter?.files ?? []).map(({ name, bytes: each }) => {
      return { name, bytes: bytesInPieces(each) }
    })
    const all = roomOf(await limitsAt(services.entitlements, desk.id, now()))
    const room = envelope.arrivedAt ? roomOfOld(all) : all
    const held = await takeLetter(services, await target(), file, uploads, room, now())
    if (held) kept.add(file.file)
    else if (file !== stored) await services.files.remove([file.file])
    return held
  }

  /** Whose the files are: of the proven address, and always of the network that sent them. */
  async function target(): Promise<UploadTarget> {
    const { sender } = arrived
    const ticket = arrived.ticket ?? arrived.notice?.ticket
    const alias = (holder: string) => services.rateLimits.alias(`${desk.id} ${holder}`, now())
    const network = await alias(networkOfMail(envelope))
    const address = sender.proven && !envelope.arrivedAt ? await alias(sender.email) : undefined
    return { deskId: desk.id, ticketId: ticket?.id, source: sourceOf(network, address) }
  }
}

/** Whether nothing of an e-mail is lost without the original: it has no files, and nothing is cut. */
function isWholeInWords({ letter, envelope }: Arrived): boolean {
  const isRead = letter && !letter.sealed && !envelope.headersOnly
  if (!isRead || letter.quoted.length >= longestQuote) return false
  return letter.files.length === 0 && letter.left.length === 0
}

/** What is stored of an e-mail as text; `cut` where a file has the rest. */
export function wordsOf(letter: ReadLetter | undefined) {
  const words = soundLines(letter?.body ?? '')
  const body = beginningOf(words)
  return { body, quoted: soundText(letter?.quoted ?? ''), cut: body !== words }
}

/** A form's own name is not its writer's. */
function nameOf(letter: ReadLetter | undefined, replyTo: string | undefined): string {
  const { from, replyTo: named } = letter ?? {}
  const isOther =
    replyTo !== undefined && domainOf(emailKey(replyTo)) !== domainOf(emailKey(from?.address ?? ''))
  const name = (replyTo && named?.name) || (isOther ? '' : from?.name)
  return nameLine(name ?? '').slice(0, longestName)
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
  const cut = words.slice(0, longestMessage - 1).replace(/\p{Surrogate}$/u, '')
  return `${cut.trimEnd()}…`
}

/** Header fields of an answer have no other characters. */
function isAscii(id: string | undefined): boolean {
  return id !== undefined && /^[\x21-\x7e]+$/.test(id)
}
