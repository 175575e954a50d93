import { originOf, subnetOf } from './networks'
import {
  type Bucket,
  ownBuckets,
  piece,
  type RateLimitStore,
  secondsUntilTaken,
  unitsOf,
} from './rate-limits'

/** Room for text that was taken, or for which to wait so many whole `seconds`. */
export interface TextRoom {
  seconds: number
  /** For a form that is sent again, whose text is stored already. */
  giveBack(now: Date): Promise<void>
}

/** Who leaves text at a desk. Each has room of their own, so that none uses up another's. */
interface From {
  deskId: string
  /** `answered` is a visitor whom the desk knows, by the id of their conversation or their address. */
  writer: 'stranger' | 'declaration' | 'old' | { answered: string }
  /** An IP address, or another name of a place. */
  clientAddress: string
}

/**
 * Takes room at a desk for text of a stranger, whom it has answered or who begins something there.
 * Newcomers, the first from their subnet today, do not compete with those who come in crowds.
 */
export async function takeTextRoom(
  { rateLimits }: { rateLimits: RateLimitStore },
  from: From,
  text: string,
  now: Date,
): Promise<TextRoom> {
  const { deskId, writer, clientAddress } = from
  const cost = unitsOf(Buffer.byteLength(text), piece)
  const take = async (buckets: Bucket[]): Promise<TextRoom> => {
    const seconds = await secondsUntilTaken(rateLimits, buckets, now)
    const giveBack = async (later: Date) => {
      if (seconds === 0) await rateLimits.giveBack(buckets, later)
    }
    return { seconds, giveBack }
  }
  if (writer !== 'stranger') return take(bucketsOf(from, writer, cost))
  const subnet = `${deskId} ${subnetOf(clientAddress)}`
  const first = ownBuckets('newcomers', { account: subnet }, cost)
  const newcomer = await take([...first, ...bucketsOf(from, 'newcomer', cost)])
  return newcomer.seconds === 0 ? newcomer : take(bucketsOf(from, 'crowd', cost))
}

/** Whole seconds for which a desk turns strangers away; 0 if it does not. */
export async function secondsOfNoRoom(
  { rateLimits }: { rateLimits: RateLimitStore },
  deskId: string,
  now: Date,
): Promise<number> {
  const waits = (['newcomer', 'crowd'] as const).map((writer) =>
    rateLimits.wait(ownBuckets('text', { account: `${writer} ${deskId}` }), now),
  )
  return Math.ceil(Math.max(...(await Promise.all(waits))) / 1_000)
}

function bucketsOf(
  { deskId, clientAddress }: From,
  writer: From['writer'] | 'newcomer' | 'crowd',
  cost: number,
): Bucket[] {
  // E-mails from before a mailbox was connected come in at once, from all senders together.
  if (writer === 'old') return ownBuckets('text', { account: `old ${deskId}` }, cost)
  if (typeof writer === 'string') {
    const place = originOf({ clientAddress }, writer)
    return ownBuckets('text', { ...place, account: `${writer} ${deskId}` }, cost)
  }
  // Many people behind one address may be in conversations that somebody answers.
  const place = { address: `conversation ${writer.answered}` }
  return ownBuckets('text', { ...place, account: `answered ${deskId}` }, cost)
}
