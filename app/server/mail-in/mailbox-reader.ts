import { once } from 'node:events'
import type { ImapFlow } from 'imapflow'
import type { ImapConfig } from '~/config'
import { type Envelope, largestLetter } from '~/domain/mail-in/letters'
import { mostWaiting, newMailbox } from '~/domain/mail-in/mailboxes'
import type { ServerContext } from '../arrival/context'
import type { Outcome } from './arrived'
import { inOne } from './bytes'
import { takeMail } from './intake'
import { NotTaken } from './mailbox-failures'
import { envelopeIn, headersIn } from './mailbox-headers'

/** Milliseconds between two looks at everything: IDLE may die silently. */
const lookEvery = 5 * 60_000

/** Milliseconds: IDLE is begun again before a router forgets a quiet connection. */
const maxIdleTime = 2 * 60_000

/** Milliseconds in which a server has to say something. Longer than IDLE is quiet. */
const socketTimeout = 3 * 60_000
const connectionTimeout = 30_000

/** Bytes that are asked for at once. */
const pieceSize = 256 * 1_024

/** Bytes of headers that are read of an e-mail that is not downloaded. */
const longestHeaders = 256 * 1_024

/** After so many connections that broke while one e-mail came, its headers have to do. */
const mostTries = 5

/** UIDs of `waiting` that are tried at one look. */
const mostAgain = 50

interface Reading {
  context: ServerContext
  imap: ImapConfig
  /** How often the connection broke while a UID's e-mail came. */
  broken: Map<number, number>
}

/**
 * Reads on one connection until `signal` ends it; each look that could be finished is a `succeed`.
 * Rejects where the connection fails or an e-mail cannot be taken.
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
    // Some servers refuse a folder that is there without saying that it is.
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
    // What a command says of a connection that broke is less than the cause.
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

/** A whole look selects the folder, which says whether its UIDs still mean the same. */
async function look(reading: Reading, client: ImapFlow, isWhole: boolean): Promise<void> {
  const { id, folder } = reading.imap
  const { mailboxes } = reading.context.services
  if (isWhole) await client.mailboxOpen(folder)
  if (!client.mailbox) throw new Error('No folder is open')
  const uidValidity = String(client.mailbox.uidValidity)
  const known = await mailboxes.find(id)
  // By another numbering everything is looked at; what was taken before is known by its key.
  let { lastUid, waiting } = known?.uidValidity === uidValidity ? known : newMailbox(id)
  const save = () => mailboxes.save({ id, uidValidity, lastUid, waiting })
  const listed = await listOf(client, lastUid, isWhole ? waiting.slice(0, mostAgain) : [])
  for (const { uid, size } of listed) {
    if (uid > lastUid && waiting.length >= mostWaiting) break
    const outcomes = size === undefined ? [] : await take(reading, client, uid, size)
    const isLater = outcomes.includes('later') || outcomes.includes('unknown')
    if (!isLater && outcomes.length > 0) await putAway(reading, client, uid)
    lastUid = Math.max(uid, lastUid)
    waiting = [...waiting.filter((each) => each !== uid), ...(isLater ? [uid] : [])]
    await save()
  }
  if (known?.failedSince || known?.uidValidity !== uidValidity) await save()
}

interface Listed {
  uid: number
  /** Bytes; undefined for what is gone. */
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

/** No outcome for an e-mail that is gone from the folder. */
async function take(
  { context, broken }: Reading,
  client: ImapFlow,
  uid: number,
  size: number,
): Promise<Outcome[]> {
  const tries = broken.get(uid) ?? 0
  broken.set(uid, tries + 1)
  let headersOnly: Envelope['headersOnly']
  if (size > largestLetter) headersOnly = 'large'
  else if (tries >= mostTries) headersOnly = 'broken'
  const whole = headersOnly ? undefined : await download(client, uid)
  if (whole === 'large') headersOnly = 'large'
  const raw = headersOnly ? await downloadHeaders(client, uid) : whole
  broken.delete(uid)
  if (!(raw instanceof ArrayBuffer)) return []
  const envelope = { ...envelopeIn(raw, context.config.mailIn?.domain), headersOnly }
  try {
    return await takeMail(context, raw, envelope)
  } catch (error) {
    throw new NotTaken(error)
  }
}

/** Undefined for an e-mail that is gone; `large` where it is larger than the server said. */
async function download(client: ImapFlow, uid: number): Promise<ArrayBuffer | 'large' | undefined> {
  const { content } = await client.download(`${uid}`, undefined, {
    uid: true,
    chunkSize: pieceSize,
  })
  if (!content) return undefined
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of content as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > largestLetter) return 'large'
    pieces.push(piece)
  }
  return inOne(pieces, size)
}

async function downloadHeaders(client: ImapFlow, uid: number): Promise<ArrayBuffer | undefined> {
  const beginning = { source: { maxLength: longestHeaders } }
  const found = await client.fetchOne(`${uid}`, beginning, { uid: true })
  const { source } = found || { source: undefined }
  const headers = source && headersIn(source)
  return headers ? inOne([headers], headers.length) : undefined
}

/** An e-mail that cannot be moved stays: it is taken all the same. */
async function putAway({ context, imap }: Reading, client: ImapFlow, uid: number) {
  if (!imap.moveTo) return
  const moved = await client.messageMove(`${uid}`, imap.moveTo, { uid: true })
  if (!moved) context.log.warn({ folder: imap.moveTo.join('/') }, 'An e-mail could not be moved')
}
