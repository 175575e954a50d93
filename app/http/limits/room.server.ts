import type { AppLoadContext } from '@remix-run/node'
import { limitsAt } from '../../domain/desks/entitlements'
import { isShortOfRoom, roomOf } from '../../domain/files/attachments'
import { type Bucket, ownBuckets, piece, unitsOf } from '../../domain/limits/rate-limits'
import { subnetOf } from './networks'
import { originOf, secondsUntilTaken } from './rate-limits.server'

/** Room for text that was taken, or for which to wait so many whole `seconds`. */
export interface TextRoom {
  seconds: number
  /** For a form that is sent again, whose text is stored already. */
  giveBack(): Promise<void>
}

/** Who leaves text at a desk. Each has room of their own, so that none uses up another's. */
type Writer = 'newcomer' | 'crowd' | 'declaration' | 'old' | Answered

/** A visitor whom the desk knows, in the conversation of this id or by their e-mail address. */
interface Answered {
  answered: string
}

/** Who asks for room, and when. `clientAddress` may be another name of a place than an IP address. */
type Asking = Pick<AppLoadContext, 'services' | 'now' | 'clientAddress'>

/**
 * Takes room at a desk for text of a stranger, whom it has answered or who begins something there.
 * Newcomers, the first from their subnet today, do not compete with those who come in crowds.
 */
export async function takeTextRoom(
  context: Asking,
  deskId: string,
  writer: 'stranger' | 'declaration' | 'old' | Answered,
  text: string,
): Promise<TextRoom> {
  const cost = unitsOf(Buffer.byteLength(text), piece)
  const take = async (buckets: Bucket[]): Promise<TextRoom> => {
    const seconds = await secondsUntilTaken(context, buckets)
    const { rateLimits } = context.services
    return {
      seconds,
      giveBack: async () => {
        if (seconds === 0) await rateLimits.giveBack(buckets, context.now())
      },
    }
  }
  const roomOf = (each: Writer) => textBuckets(context, deskId, each, cost)
  if (writer !== 'stranger') return take(roomOf(writer))
  const subnet = `${deskId} ${subnetOf(context.clientAddress)}`
  const first = ownBuckets('newcomers', { account: subnet }, cost)
  const newcomer = await take([...first, ...roomOf('newcomer')])
  return newcomer.seconds === 0 ? newcomer : take(roomOf('crowd'))
}

/** Whole seconds for which a desk turns strangers away; 0 if it does not. */
export async function secondsOfNoRoom(context: AppLoadContext, deskId: string): Promise<number> {
  const { rateLimits } = context.services
  const waits = (['newcomer', 'crowd'] as const).map((writer) =>
    rateLimits.wait(ownBuckets('text', { account: `${writer} ${deskId}` }), context.now()),
  )
  return Math.ceil(Math.max(...(await Promise.all(waits))) / 1_000)
}

/** Whether the files of the next visitor may have no room at a desk. */
export async function isShortOfFileRoom(
  { services, now }: Pick<AppLoadContext, 'services' | 'now'>,
  deskId: string,
): Promise<boolean> {
  const [limits, used] = await Promise.all([
    limitsAt(services.entitlements, deskId, now()),
    services.attachments.used({ deskId, source: '' }, now()),
  ])
  return isShortOfRoom(used, roomOf(limits))
}

function textBuckets(context: Asking, deskId: string, writer: Writer, cost: number) {
  // E-mails from before a mailbox was connected come in at once, from all senders together.
  if (writer === 'old') return ownBuckets('text', { account: `old ${deskId}` }, cost)
  if (typeof writer === 'string') {
    const place = originOf(context, writer)
    return ownBuckets('text', { ...place, account: `${writer} ${deskId}` }, cost)
  }
  // Many people behind one address may be in conversations that somebody answers.
  const place = { address: `conversation ${writer.answered}` }
  return ownBuckets('text', { ...place, account: `answered ${deskId}` }, cost)
}

/**
 * Takes room for what a form brings, from its sender's address and, where signed in, account. Returns
 * whole seconds until there is room; 0 if taken.
 */
export function takeFormRoom(
  context: AppLoadContext,
  uid: string | undefined,
  form: FormData,
): Promise<number> {
  let bytes = 0
  for (const [name, value] of form) {
    bytes += name.length + (typeof value === 'string' ? Buffer.byteLength(value) : 0)
  }
  const who = { ...originOf(context), account: uid }
  return secondsUntilTaken(context, ownBuckets('form', who, unitsOf(bytes, piece)))
}

const mebibyte = 1_024 * 1_024

/**
 * Takes room for a file of at most so many bytes; call `giveBackBut` with what was stored of it, unless
 * there is no room for so many `seconds`.
 */
export async function takeUploadRoom(
  context: AppLoadContext,
  most: number,
): Promise<{ seconds: number; giveBackBut(bytes: number): Promise<void> }> {
  const cost = unitsOf(most, mebibyte)
  const of = (units: number): Bucket[] => ownBuckets('upload', originOf(context), units)
  return {
    seconds: await secondsUntilTaken(context, of(cost)),
    async giveBackBut(bytes) {
      const left = cost - unitsOf(bytes, mebibyte)
      if (left > 0) await context.services.rateLimits.giveBack(of(left), context.now())
    },
  }
}
