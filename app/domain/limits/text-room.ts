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
  giveBack(): Promise<void>
}

interface Ports {
  rateLimits: RateLimitStore
}

/** A visitor whom the desk knows, in the conversation of this id or by their e-mail address. */
interface Answered {
  answered: string
}

/** Who leaves text at a desk. Each has room of their own, so that none uses up another's. */
type Writer = 'newcomer' | 'crowd' | 'declaration' | 'old' | Answered

interface From {
  deskId: string
  writer: 'stranger' | 'declaration' | 'old' | Answered
  /** An IP address, or another name of a place. */
  clientAddress: string
}

/**
 * Takes room at a desk for text of a stranger, whom it has answered or who begins something there.
 * Newcomers, the first from their subnet today, do not compete with those who come in crowds.
 */
export async function takeTextRoom(
  { rateLimits }: Ports,
  { deskId, writer, clientAddress }: From,
  text: string,
  now: Date,
): Promise<TextRoom> {
  const cost = unitsOf(Buffer.byteLength(text), piece)
  const take = async (buckets: Bucket[]): Promise<TextRoom> => {
    const seconds = await secondsUntilTaken(rateLimits, buckets, now)
    const giveBack = async () => {
      if (seconds === 0) await rateLimits.giveBack(buckets, now)
    }
    return { seconds, giveBack }
  }
  const roomOf = (each: Writer) => bucketsOf(each, deskId, clientAddress, cost)
  if (writer !== 'stranger') return take(roomOf(writer))
  const subnet = `${deskId} ${subnetOf(clientAddress)}`
  const first = ownBuckets('newcomers', { account: subnet }, cost)
  const newcomer = await take([...first, ...roomOf('newcomer')])
  return newcomer.seconds === 0 ? newcomer : take(roomOf('crowd'))
}

/** Whole seconds for which a desk turns strangers away; 0 if it does not. */
export async function secondsOfNoRoom(
  { rateLimits }: Ports,
  deskId: string,
  now: Date,
): Promise<number> {
  const waits = (['newcomer', 'crowd'] as const).map((writer) =>
    rateLimits.wait(ownBuckets('text', { account: `${writer} ${deskId}` }), now),
  )
  return Math.ceil(Math.max(...(await Promise.all(waits))) / 1_000)
}

function bucketsOf(writer: Writer, deskId: string, clientAddress: string, cost: number): Bucket[] {
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
