import { beginIntake, holdLetter } from '~/domain/files/attachment-intake'
import type { HeldAttachment } from '~/domain/files/attachments'
import { bytesInPieces, type StoredFile } from '~/domain/files/files'
import { shownName } from '~/domain/files/names'
import { soundLines, soundText } from '~/domain/files/plain-text'
import { type Envelope, largestLetter, type ReadLetter } from '~/domain/mail-in/letters'
import { nameLine } from '~/domain/text/single-line'
import { tidyCopies } from '~/domain/tickets/copies'
import type { MessageMail } from '~/domain/tickets/message-mail'
import { longestMessage } from '~/domain/tickets/messages'
import type { ServerContext } from '../arrival/context'
import type { Arrived } from './arrived'

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

/** Characters of a subject. */
const longestSubject = 200

/**
 * Stores an e-mail's files like uploads; refused ones stay in the original. `kept` gets the name of the
 * stored original where it is used.
 */
export async function contentOf(
  context: ServerContext,
  arrived: Arrived,
  stored: StoredFile,
  kept: Set<string>,
): Promise<Content> {
  const { services, config, now } = context
  const { desk, ticket, letter, key } = arrived
  const sender = (letter?.from.address || arrived.envelope.from).toLowerCase()
  const holder = `${desk.id} ${sender.split('@').at(-1)}`
  const source = await services.rateLimits.alias(holder, now())
  const target = { deskId: desk.id, ticketId: ticket?.id, source }
  const original = await keepOriginal()
  const attachments: HeldAttachment[] = []
  const left = [...(letter?.left ?? [])]
  const files = letter?.files ?? []
  if (files.length > 0) {
    const sent = files.reduce((size, { bytes }) => size + bytes.length, 0)
    const intake = beginIntake(services, target, sent)
    try {
      for (const { name, bytes } of files) {
        const taken = await intake.take({ name, bytes: bytesInPieces(bytes) }, now())
        if (taken.kind === 'held') attachments.push(taken.attachment)
        else left.push(name)
      }
    } finally {
      await intake.end()
    }
  }
  if (original) attachments.push(original)
  const { body, quoted, cut } = wordsOf(letter)
  const hasContent = body !== '' || attachments.length > 0
  return {
    // Without room for its files, an empty message still shows that it came.
    body: hasContent ? body : nameLine(letter?.subject ?? '').slice(0, 200) || '–',
    attachments,
    copies: tidyCopies((letter?.copies ?? []).filter(isForeign), [
      sender,
      ...(await ownAddresses()),
    ]),
    mail: {
      key,
      ...(letter && { digest: letter.digest }),
      from: soundText(letter?.from.address ?? arrived.envelope.from).slice(0, 254),
      ...(letter?.subject && { subject: nameLine(letter.subject).slice(0, longestSubject) }),
      ...(isAscii(letter?.messageId) && { messageId: letter?.messageId }),
      proven: letter?.proven ?? false,
      ...(quoted && { quoted }),
      ...(original && { original: original.id }),
      ...(left.length > 0 && { left: left.slice(0, mostNames).map(shownName) }),
      ...(cut && { cut: true }),
      ...problemOf(letter, arrived.envelope),
    },
  }

  /** Leaves out addresses that would lead back here. */
  function isForeign(address: string): boolean {
    return !address.toLowerCase().endsWith(`@${config.mailIn?.domain}`)
  }

  async function ownAddresses(): Promise<string[]> {
    const members = await services.members.list(desk.id)
    const own = await Promise.all(members.map(({ uid }) => services.accounts.find(uid)))
    return [
      config.mail.from.address,
      ...(config.mailIn?.imap ? [config.mailIn.imap.user] : []),
      ...own.flatMap((account) => (account ? [account.email] : [])),
    ]
  }

  /** Each desk has a file of its own. */
  async function keepOriginal(): Promise<HeldAttachment | undefined> {
    const bytes = kept.has(stored.file) ? await services.files.open(stored.file) : undefined
    const own = bytes ? await services.files.put(bytes, largestLetter) : stored
    const held = own && (await holdLetter(services, target, own, now()))
    if (held) kept.add(held.file)
    else if (own && own !== stored) await services.files.remove([own.file])
    return held
  }
}

/** What is stored of an e-mail as text; `cut` where a file has the rest. */
export function wordsOf(letter: ReadLetter | undefined) {
  const words = soundLines(letter?.body ?? '')
  const body = beginningOf(words)
  return { body, quoted: soundText(letter?.quoted ?? ''), cut: body !== words }
}

function problemOf(
  letter: ReadLetter | undefined,
  { headersOnly }: Envelope,
): Pick<MessageMail, 'problem'> {
  if (headersOnly) return { problem: headersOnly }
  if (!letter) return { problem: 'unreadable' }
  return letter.encrypted ? { problem: 'encrypted' } : {}
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
