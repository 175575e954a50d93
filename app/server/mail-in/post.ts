import { createHmac, timingSafeEqual } from 'node:crypto'
import { subnetOf } from '~/domain/limits/networks'
import type { Outcome } from '~/domain/mail-in/arrival'
import { takeMail } from '~/domain/mail-in/intake'
import { largestLetter } from '~/domain/mail-in/letters'
import { addressOf, type Visit } from '../arrival/visit'
import type { Answer } from '../responses/answer'
import { send } from '../responses/send'
import { inOne } from './incoming'
import { mailInOf } from './mail-in'

export const mailPost = '/mail'

/** Seconds by which a signature's time may be off. A repetition within them is recognised. */
const longestAge = 300

const mostRecipients = 20

/** Seconds. */
const comeAgain = 60

/**
 * Takes a raw e-mail that a program posts to `/mail?from=ADDRESS&to=ADDRESS` (`to` once or more), signed
 * by `Tresen-Signature: t=SECONDS,v1=HEX`: HMAC-SHA256 by MAIL_IN_SECRET of the seconds, a dot, the query
 * without its question mark, a line feed and the body. 200 once it is committed, also where it was taken
 * before; 422 where nobody has such an address; 429, 503 and, where there is no room for its files, 507 with
 * Retry-After where it is to be sent again.
 */
export async function handleMail(visit: Visit, secret: string): Promise<void> {
  const { request, context, query } = visit
  if (request.method !== 'POST') {
    return send(visit, { ...plain(405, 'Only POST'), headers: { allow: 'POST' } })
  }
  const [, seconds = '', given = ''] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(request.headers['tresen-signature'])) ?? []
  const age = Math.abs(context.now().getTime() / 1_000 - Number(seconds))
  if (!given || age > longestAge) return send(visit, unsigned)
  if (Number(request.headers['content-length'] ?? 0) > largestLetter) return send(visit, large)
  // The signature covers the body: a wrong one is recognised only after all of it.
  const leave = context.mailSlots.enter(subnetOf(addressOf(visit)))
  if (!leave) return send(visit, later)
  try {
    const named = query.replace(/^\?/, '')
    const mac = createHmac('sha256', secret).update(`${seconds}.${named}\n`)
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of request as AsyncIterable<Uint8Array>) {
      size += piece.length
      if (size > largestLetter) return send(visit, large)
      mac.update(piece)
      pieces.push(piece)
    }
    if (!timingSafeEqual(mac.digest(), Buffer.from(given, 'hex'))) return send(visit, unsigned)
    send(visit, await take(visit, inOne(pieces), new URLSearchParams(named)))
  } finally {
    leave()
  }
}

async function take(
  { context }: Visit,
  raw: ArrayBuffer,
  envelope: URLSearchParams,
): Promise<Answer> {
  const to = envelope.getAll('to').slice(0, mostRecipients)
  try {
    return answers[await takeMail(mailInOf(context), raw, { from: envelope.get('from') ?? '', to })]
  } catch (error) {
    context.log.error({ err: error }, 'An e-mail could not be taken')
    return later
  }
}

function plain(status: number, text: string): Answer {
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  return { status, headers, body: Buffer.from(`${text}\n`) }
}

const unsigned = plain(401, 'The signature is wrong, too old or missing')

const tooLarge = plain(413, 'Larger than 25 MB')
const large = { ...tooLarge, headers: { ...tooLarge.headers, connection: 'close' } }

const busy = plain(503, 'Try again later')
const later = { ...busy, headers: { ...busy.headers, 'retry-after': `${comeAgain}` } }

const answers: Record<Outcome, Answer> = {
  taken: plain(200, 'Taken'),
  unknown: plain(422, 'There is no such address here'),
  later: { ...later, status: 429 },
  // Source: RFC 4918 §11.5.
  full: { ...later, status: 507 },
}
