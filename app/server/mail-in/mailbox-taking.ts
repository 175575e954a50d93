import type { ImapFlow } from 'imapflow'
import type { ImapConfig } from '~/config'
import { takeMail } from '~/domain/mail-in/intake'
import { type Envelope, largestLetter } from '~/domain/mail-in/letters'
import { StoreUnavailable } from '~/domain/stores'
import type { ServerContext } from '../arrival/context'
import { inOne } from './incoming'
import { mailInOf } from './mail-in'
import { download, downloadHeaders, envelopeIn, senderOf } from './mailbox-download'

/** Failures to process one e-mail after which only its headers are read. */
const mostTries = 5

/** Failures after which a notice without the headers replaces it. */
const mostTriesOfHeaders = mostTries + 2

/** An e-mail could not be saved, although the mailbox works. */
export class NotTaken extends Error {
  constructor(cause: unknown) {
    super('An e-mail could not be taken', { cause })
  }
}

export interface Reading {
  context: ServerContext
  imap: ImapConfig
  /** In one list of the server. */
  mostListed: number
  /** Number of failures to process the e-mail of a UID. */
  broken: Map<number, number>
  /** Senders over a limit or without room, whose e-mails are not downloaded before the next full scan. */
  limited: Set<string>
}

/** An e-mail of a folder. */
export interface Listed {
  uid: number
  /** How many e-mails the folder has up to this one. */
  place: number
  /** Bytes; undefined for an e-mail that is gone. */
  size?: number
  arrivedAt?: Date
}

/** `later` where a limit or the room for files is used up. An e-mail that is gone from the folder is done. */
export async function take(
  { context, imap, broken, limited }: Reading,
  client: ImapFlow,
  { uid, size = 0, arrivedAt }: Listed,
  isOld: boolean,
): Promise<'done' | 'later'> {
  const tries = broken.get(uid) ?? 0
  broken.set(uid, tries + 1)
  const isSound = tries < mostTries
  if (isSound && limited.size > 0 && limited.has(await senderOf(client, uid))) {
    broken.delete(uid)
    return 'later'
  }
  let headersOnly: Envelope['headersOnly']
  if (size > largestLetter) headersOnly = 'large'
  else if (!isSound) headersOnly = 'broken'
  const whole = headersOnly ? undefined : await download(client, uid)
  if (whole === 'large') headersOnly = 'large'
  let raw = headersOnly ? undefined : whole
  if (tries >= mostTriesOfHeaders) raw = noticeOf(client, imap.id, uid)
  else if (headersOnly) raw = await downloadHeaders(client, uid)
  if (!(raw instanceof ArrayBuffer)) {
    // On a connection that was closed nothing comes either, and nothing is gone.
    if (!client.usable) throw new Error('The connection was closed')
    broken.delete(uid)
    return 'done'
  }
  if (!isSound) context.log.warn({ uid }, 'An e-mail of the mailbox is unreadable')
  const found = envelopeIn(raw, context.config.mailIn?.domain)
  const envelope = { ...found, headersOnly, ...(isOld && { arrivedAt }) }
  const outcome = await takeMail(mailInOf(context), raw, envelope).catch((error) => {
    // While the store is down, the e-mail is not at fault.
    if (error instanceof StoreUnavailable) broken.set(uid, tries)
    throw new NotTaken(error)
  })
  const isLimited = outcome === 'later' || outcome === 'full'
  if (isSound && isLimited) limited.add(await senderOf(client, uid))
  // The only complete copy is in the folder.
  if (outcome === 'taken' && !headersOnly) await putAway(context, imap, client, uid)
  broken.delete(uid)
  return outcome === 'taken' ? 'done' : 'later'
}

/** A notice that replaces an e-mail of which the server returns nothing, the same at each try. */
function noticeOf(client: ImapFlow, id: string, uid: number): ArrayBuffer {
  const { uidValidity } = client.mailbox || { uidValidity: 0n }
  const messageId = `<${uid}.${uidValidity}@${id}>`
  const bytes = new TextEncoder().encode(`Message-ID: ${messageId}\r\n\r\n`)
  return inOne([bytes])
}

/** An e-mail that cannot be moved stays in the folder, and counts as processed. */
async function putAway(context: ServerContext, imap: ImapConfig, client: ImapFlow, uid: number) {
  if (!imap.moveTo) return
  const moved = await client.messageMove(`${uid}`, imap.moveTo, { uid: true })
  if (!moved) context.log.warn({ folder: imap.moveTo.join('/') }, 'An e-mail could not be moved')
}
