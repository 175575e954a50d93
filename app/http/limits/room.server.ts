import type { AppLoadContext } from '@remix-run/node'
import { limitsAt } from '../../domain/desks/entitlements'
import { isShortOfRoom, roomOf } from '../../domain/files/attachments'
import { originOf } from '../../domain/limits/networks'
import {
  type Bucket,
  ownBuckets,
  piece,
  secondsUntilTaken,
  unitsOf,
} from '../../domain/limits/rate-limits'

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
  const buckets = ownBuckets('form', who, unitsOf(bytes, piece))
  return secondsUntilTaken(context.services.rateLimits, buckets, context.now())
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
  const { rateLimits } = context.services
  return {
    seconds: await secondsUntilTaken(rateLimits, of(cost), context.now()),
    async giveBackBut(bytes) {
      const left = cost - unitsOf(bytes, mebibyte)
      if (left > 0) await rateLimits.giveBack(of(left), context.now())
    },
  }
}
