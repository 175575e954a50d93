import { once } from 'node:events'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { ImapConfig } from '~/config'
import { type Mailbox, mostWaiting, newMailbox, numberedAnew } from '~/domain/mail-in/mailboxes'
import { pieceSize } from './mailbox-download'
import { type Listed, NotTaken, type Reading, take } from './mailbox-taking'

/** Milliseconds between two full scans: IDLE may die silently. */
const lookEvery = 5 * 60_000

/** Milliseconds: IDLE is begun again before a router forgets a quiet connection. */
const maxIdleTime = 2 * 60_000

/** Milliseconds of silence after which a connection is dead; longer than IDLE lasts. */
const socketTimeout = 3 * 60_000
const connectionTimeout = 30_000

/** Bytes of one answer, as e-mails are downloaded in pieces: an endless one would hold up the server. */
const largestAnswer = 4 * pieceSize

/** UIDs of `waiting` that one scan tries. */
const mostAgain = 50

/** More e-mails are over a limit than a mailbox's record may list. */
export class TooManyWaiting extends Error {
  constructor() {
    super(`More than ${mostWaiting} e-mails wait for a limit`)
  }
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
  let hasNews = false
  client.on('exists', () => {
    hasNews = true
    wake()
  })
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
      hasNews = false
      const isLate = () => performance.now() - lookedAt >= lookEvery
      const goesOn = await look(reading, client, isWhole, () => hasNews || isLate())
      succeed()
      if (goesOn) continue
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
    maxLiteralSize: largestAnswer,
    maxResponseSize: 2 * largestAnswer,
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

/**
 * What is new first, then what is older, until there is something new. A full scan selects the folder
 * again, which shows whether its UIDs are still valid. Resolves with whether older ones are left to read.
 */
async function look(
  reading: Reading,
  client: ImapFlow,
  isWhole: boolean,
  hasNews: () => boolean,
): Promise<boolean> {
  const { id, folder } = reading.imap
  const { mailboxes } = reading.context.services
  if (isWhole) {
    reading.limited.clear()
    await client.mailboxOpen(folder)
  }
  if (!client.mailbox) throw new Error('No folder is open')
  const { uidNext, exists: count } = client.mailbox
  const uidValidity = String(client.mailbox.uidValidity)
  const known = (await mailboxes.find(id)) ?? newMailbox(id)
  const isNumberedAnew = known.uidValidity !== uidValidity
  let box = isNumberedAnew ? numberedAnew(known, { uidValidity, uidNext, count }) : known
  const { failedSince, problem } = known
  const save = async (change: Partial<Mailbox>) => {
    box = { ...box, ...change }
    // An outage lasts until a scan is complete.
    await mailboxes.save({ ...box, failedSince, problem })
  }
  if (isNumberedAnew) await save({})
  const again = isWhole ? box.waiting.slice(0, mostAgain) : []
  const takeNext = async (listed: Listed, done: Partial<Mailbox>) => {
    const { uid, size } = listed
    const isOld = uid <= box.oldUid
    const taken = size === undefined ? 'done' : await take(reading, client, listed, isOld)
    const waiting = box.waiting.filter((each) => each !== uid)
    if (taken === 'later' && waiting.length >= mostWaiting) throw new TooManyWaiting()
    await save({ ...done, waiting: taken === 'later' ? [...waiting, uid] : waiting })
  }
  for (const listed of await listOf(reading, client, box.lastUid, again)) {
    await takeNext(listed, { lastUid: Math.max(listed.uid, box.lastUid) })
  }
  // Those that wait for room or a limit leave some of the list to new ones.
  const hasMore = () => box.left > 0 && box.waiting.length < mostWaiting / 2
  for (let top = client.mailbox.exists; hasMore() && !hasNews(); top -= listedAtOnce) {
    const older = top > 0 ? await listBelow(reading, client, top, box.below) : []
    for (const listed of older) {
      if (!hasMore() || hasNews()) break
      await takeNext(listed, { below: listed.uid, left: listed.place - 1 })
      // Some servers tell news in answer to this alone.
      if (listed.place % noopEvery === 0) await client.noop()
    }
    if (top <= listedAtOnce && hasMore() && !hasNews()) await save({ below: 0, left: 0 })
  }
  if (failedSince) await mailboxes.save({ ...box, failedSince: undefined, problem: undefined })
  return hasMore()
}

/** Older e-mails that are listed at once, and those between two questions for news. */
const listedAtOnce = 500
const noopEvery = 10

/**
 * Those after `lastUid` and those of `again`, oldest first. By FETCH: IONOS refuses the extended SEARCH.
 * The last e-mail is in `n:*` even where its UID is below n. Source: RFC 3501 §6.4.8.
 */
async function listOf(
  reading: Reading,
  client: ImapFlow,
  lastUid: number,
  again: number[],
): Promise<Listed[]> {
  const listed = new Map<number, Listed>(again.map((uid) => [uid, { uid, place: 0 }]))
  const ranges = [...(again.length > 0 ? [again.join(',')] : []), `${lastUid + 1}:*`]
  for (const range of client.mailbox && client.mailbox.exists > 0 ? ranges : []) {
    for await (const each of list(reading, client, range, true)) {
      if (each.uid > lastUid || listed.has(each.uid)) listed.set(each.uid, toListed(each))
    }
  }
  return [...listed.values()].sort((one, other) => one.uid - other.uid)
}

/** Of the e-mails up to the place `top` of the folder the last ones, as far as their UIDs are below. */
async function listBelow(
  reading: Reading,
  client: ImapFlow,
  top: number,
  below: number,
): Promise<Listed[]> {
  const listed: Listed[] = []
  const range = `${Math.max(1, top - listedAtOnce + 1)}:${Math.max(1, top)}`
  for await (const each of list(reading, client, range, false)) {
    if (each.uid < below) listed.push(toListed(each))
  }
  return listed.sort((one, other) => other.uid - one.uid)
}

async function* list({ mostListed }: Reading, client: ImapFlow, range: string, uid: boolean) {
  let count = 0
  const fields = { uid: true, size: true, internalDate: true }
  for await (const each of client.fetch(range, fields, { uid })) {
    count += 1
    if (count > mostListed) throw new Error('The server lists e-mails without end')
    yield each
  }
}

function toListed({ uid, seq, size = 0, internalDate }: FetchMessageObject): Listed {
  return { uid, place: seq, size, arrivedAt: new Date(internalDate ?? 0) }
}
