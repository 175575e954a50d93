import { once } from 'node:events'
import type { ImapFlow } from 'imapflow'
import type { ImapConfig } from '~/config'
import { type Envelope, largestLetter } from '~/domain/mail-in/letters'
import { mostWaiting, newMailbox } from '~/domain/mail-in/mailboxes'
import { StoreUnavailable } from '~/domain/stores'
import type { ServerContext } from '../arrival/context'
import { inOne } from './incoming'
import { takeMail } from './intake'
import { download, downloadHeaders, senderOf } from './mailbox-download'
import { NotTaken, TooManyWaiting } from './mailbox-failures'
import { envelopeIn } from './mailbox-headers'

/** Milliseconds between two full scans: IDLE may die silently. */
const lookEvery = 5 * 60_000

/** Milliseconds: IDLE is begun again before a router forgets a quiet connection. */
const maxIdleTime = 2 * 60_000

/** Milliseconds of silence after which a connection is dead; longer than IDLE lasts. */
const socketTimeout = 3 * 60_000
const connectionTimeout = 30_000

/** Failures to process one e-mail after which only its headers are read. */
const mostTries = 5

/** Failures after which a notice without the headers replaces it. */
const mostTriesOfHeaders = mostTries + 2

/** UIDs of `waiting` that one scan tries. */
const mostAgain = 50

export interface Reading {
  context: ServerContext
  imap: ImapConfig
  /** Number of failures to process the e-mail of a UID. */
  broken: Map<number, number>
  /** Senders over a limit, whose e-mails are not downloaded before the next full scan. */
  limited: Set<string>
}

/**
 * Reads on one connection until `signal` ends it, and calls `succeed` after each complete scan. Rejects
 * where the connection fails or an e-mail cannot be processed.
 */
export async function readMailbox(
  reading: Reading,
  signal: AbortSignal,
  succeed: () => void,
): Promise<void> {
  const client = await createClient(reading.imap)
  let failure: unknown
  let wake = () => {}
  client.on('error', (error) => {
    failure = error
  })
  client.on('exists', () => wake())
  const end = () => client.close()
  signal.addEventListener('abort', end)
  try {
    signal.throwIfAborted()
    await client.connect()
    // Some servers refuse to create an existing folder without naming the reason.
    if (reading.imap.moveTo) await client.mailboxCreate(reading.imap.moveTo).catch(() => undefined)
    let lookedAt = Number.NEGATIVE_INFINITY
    while (!signal.aborted) {
      const news = new Promise<void>((resolve) => {
        wake = resolve
      })
      const isWhole = performance.now() - lookedAt >= lookEvery
      if (isWhole) lookedAt = performance.now()
      await look(reading, client, isWhole)
      succeed()
      // Ended by the next command.
      void client.idle().catch(() => undefined)
      await untilNews(client, news, lookedAt + lookEvery - performance.now())
      if (!client.usable) throw failure ?? new Error('The server closed the connection')
    }
  } catch (error) {
    // The error of a command on a broken connection says less than its cause.
    if (!signal.aborted) throw error instanceof NotTaken ? error : (failure ?? error)
  } finally {
    signal.removeEventListener('abort', end)
    client.close()
  }
}

async function createClient(imap: ImapConfig): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  return new ImapFlow({
    host: imap.host,
    port: imap.port,
    secure: imap.secure,
    ...(!imap.secure && { doSTARTTLS: imap.startTls }),
    auth: { user: imap.user, pass: imap.password },
    clientInfo: { name: 'Tresen' },
    disableAutoIdle: true,
    maxIdleTime,
    socketTimeout,
    connectionTimeout,
    maxLiteralSize: 2 * largestLetter,
    maxResponseSize: 3 * largestLetter,
    logger: false,
  })
}

/** Resolves at a sign of new e-mails, at the end of the connection or after the milliseconds. */
async function untilNews(client: ImapFlow, news: Promise<void>, milliseconds: number) {
  if (!client.usable) return
  const over = new AbortController()
  const late = setTimeout(() => over.abort(), Math.max(0, milliseconds))
  const closed = once(client, 'close', { signal: over.signal }).catch(() => undefined)
  await Promise.race([news, closed])
  clearTimeout(late)
  over.abort()
}

/** A full scan selects the folder again, which shows whether its UIDs are still valid. */
async function look(reading: Reading, client: ImapFlow, isWhole: boolean): Promise<void> {
  const { id, folder } = reading.imap
  const { mailboxes } = reading.context.services
  if (isWhole) {
    reading.limited.clear()
    await client.mailboxOpen(folder)
  }
  if (!client.mailbox) throw new Error('No folder is open')
  const uidValidity = String(client.mailbox.uidValidity)
  const known = await mailboxes.find(id)
  // With new UIDs everything is read again; e-mails that were processed are recognised by their key.
  let { lastUid, waiting } = known?.uidValidity === uidValidity ? known : newMailbox(id)
  const progress = () => ({ id, uidValidity, lastUid, waiting })
  const listed = await listOf(client, lastUid, isWhole ? waiting.slice(0, mostAgain) : [])
  for (const { uid, size } of listed) {
    const taken = size === undefined ? 'done' : await take(reading, client, uid, size)
    waiting = waiting.filter((each) => each !== uid)
    if (taken === 'later') {
      if (waiting.length >= mostWaiting) throw new TooManyWaiting()
      waiting.push(uid)
    }
    lastUid = Math.max(uid, lastUid)
    // An outage lasts until a scan is complete.
    await mailboxes.save({ ...known, ...progress() })
  }
  if (known?.failedSince || known?.uidValidity !== uidValidity) await mailboxes.save(progress())
}

interface Listed {
  uid: number
  /** Bytes; undefined for an e-mail that is gone. */
  size?: number
}

/**
 * Those after `lastUid` and those of `again`, oldest first. By FETCH: IONOS refuses the extended SEARCH.
 * The last e-mail is in `n:*` even where its UID is below n. Source: RFC 3501 §6.4.8.
 */
async function listOf(client: ImapFlow, lastUid: number, again: number[]): Promise<Listed[]> {
  const listed = new Map<number, number | undefined>(again.map((uid) => [uid, undefined]))
  const ranges = [...(again.length > 0 ? [again.join(',')] : []), `${lastUid + 1}:*`]
  for (const range of client.mailbox && client.mailbox.exists > 0 ? ranges : []) {
    for await (const { uid, size = 0 } of client.fetch(range, { size: true }, { uid: true })) {
      if (uid > lastUid || listed.has(uid)) listed.set(uid, size)
    }
  }
  return [...listed].map(([uid, size]) => ({ uid, size })).sort((a, b) => a.uid - b.uid)
}

/** `later` where a limit is used up. An e-mail that is gone from the folder is done. */
async function take(
  { context, imap, broken, limited }: Reading,
  client: ImapFlow,
  uid: number,
  size: number,
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
    broken.delete(uid)
    return 'done'
  }
  if (!isSound) context.log.warn({ uid }, 'An e-mail of the mailbox is unreadable')
  const envelope = { ...envelopeIn(raw, context.config.mailIn?.domain), headersOnly }
  const outcomes = await takeMail(context, raw, envelope).catch((error) => {
    // While the store is down, the e-mail is not at fault.
    if (error instanceof StoreUnavailable) broken.set(uid, tries)
    throw new NotTaken(error)
  })
  const isLater = outcomes.includes('later') || outcomes.includes('unknown')
  if (isSound && outcomes.includes('later')) limited.add(await senderOf(client, uid))
  // The only complete copy is in the folder.
  if (!isLater && !headersOnly) await putAway(context, imap, client, uid)
  broken.delete(uid)
  return isLater ? 'later' : 'done'
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
