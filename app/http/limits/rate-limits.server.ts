import type { AppLoadContext } from '@remix-run/node'
import { IdentityError } from '../../domain/identity/identity'
import { originOf } from '../../domain/limits/networks'
import {
  type Bucket,
  type Outcome,
  outcomeOf,
  ownBuckets,
  piece,
  type RateLimitName,
  type Sender,
  secondsUntilTaken,
  sharedBuckets,
  TooManyRequests,
  unitsOf,
} from '../../domain/limits/rate-limits'
import { emailKey } from '../../domain/text/email'
import { knownBrowser } from '../sessions/known-browser.server'

/** Milliseconds by which responses hide whether an account exists. */
export interface Pace {
  /** Above 0; a response takes a multiple of it. */
  floor: number
  jitter: number
  wait(milliseconds: number): Promise<void>
}

/** Longer than the identity service takes in either case. */
export const usualPace: Pace = {
  floor: 800,
  jitter: 80,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/**
 * Makes a rate-limited call; returns and throws what `call` does. Throws TooManyRequests, before
 * anything is known of the account, where a limit is used up or its queue is full; see
 * identityFailure.
 *
 * `account` is the e-mail address typed or signed in. A sign-in joins the account's queue. Where
 * timing could reveal an account, the response is delayed. `way` separates buckets. With `counts`, a
 * call that throws, or whose result it refuses, is no attempt.
 */
export async function limited<Result>(
  context: AppLoadContext,
  { name, account, way }: { name: RateLimitName; account?: string; way?: string },
  call: () => Promise<Result>,
  counts?: (result: Result) => boolean,
): Promise<Result> {
  const { rateLimits } = context.services
  const who: Sender = {
    ...originOf(context, way),
    account: account && emailKey(account),
  }
  await refuseUnlessZero(rateLimits.consume(ownBuckets(name, who), context.now()))
  const settle = name === 'sign-in' ? await standInLine(context, who) : undefined
  try {
    await refuseUnlessZero(rateLimits.consume(sharedBuckets(name), context.now()))
    const held = way === undefined ? heldBack[name] : undefined
    const buckets = counts ? [...ownBuckets(name, who), ...sharedBuckets(name)] : []
    const taken = name === 'sign-up' ? sharedBuckets(name) : buckets
    const result = await paced(context, held, () => callOrGiveBack(context, taken, call, counts))
    await settle?.('succeeded')
    return result
  } catch (error) {
    await settle?.(outcomeOf(error))
    if (error instanceof IdentityError && error.code === 'missing-recaptcha-token') {
      context.services.captcha.missed()
      // The answer's page brings what the next attempt needs.
      await context.services.captcha.siteKey(context.now())
    }
    throw error
  }
}

/** Returns whole seconds until there is room; 0 if taken. `way` separates buckets. */
export function consume(
  context: AppLoadContext,
  name: RateLimitName,
  account: string,
  way = '',
): Promise<number> {
  const who = { ...originOf(context, way), account: `${way} ${account}` }
  return secondsUntilTaken(context.services.rateLimits, ownBuckets(name, who), context.now())
}

/** What `consume` took of the same. */
export async function giveBack(
  context: AppLoadContext,
  name: RateLimitName,
  account: string,
  way = '',
): Promise<void> {
  const who = { ...originOf(context, way), account: `${way} ${account}` }
  await context.services.rateLimits.giveBack(ownBuckets(name, who), context.now())
}

async function callOrGiveBack<Result>(
  { services, now }: AppLoadContext,
  taken: Bucket[],
  call: () => Promise<Result>,
  counts: (result: Result) => boolean = () => true,
): Promise<Result> {
  let counted = false
  try {
    const result = await call()
    counted = counts(result)
    return result
  } finally {
    if (!counted && taken.length > 0) await services.rateLimits.giveBack(taken, now())
  }
}

async function standInLine(context: AppLoadContext, { address, account }: Sender) {
  if (account === undefined || address === undefined) return undefined
  const { rateLimits } = context.services
  const who = { address, account, browser: knownBrowser(context, account) }
  const slot = await rateLimits.lineUp(who, context.now())
  if (slot.kind === 'refused') throw tooMany(slot.retryAfter)
  if (slot.wait > 0) await context.pace.wait(slot.wait)
  return (outcome: Outcome) => rateLimits.settle(who, outcome, context.now())
}

async function refuseUnlessZero(taking: Promise<number>) {
  const wait = await taking
  if (wait > 0) throw tooMany(wait)
}

function tooMany(milliseconds: number): TooManyRequests {
  return new TooManyRequests(Math.max(1, Math.ceil(milliseconds / 1_000)))
}

type HeldBack = 'always' | 'failures'

/** Where timing would reveal an account; an obvious success reveals no more. */
const heldBack: Partial<Record<RateLimitName, HeldBack>> = {
  'sign-in': 'failures',
  'sign-up': 'failures',
  mail: 'always',
}

async function paced<Result>(
  { now, pace }: AppLoadContext,
  heldBack: HeldBack | undefined,
  call: () => Promise<Result>,
): Promise<Result> {
  const began = now().getTime()
  let held = heldBack !== undefined
  try {
    const result = await call()
    held = heldBack === 'always'
    return result
  } finally {
    if (held) {
      const taken = now().getTime() - began
      const steps = Math.max(1, Math.ceil(taken / pace.floor))
      await pace.wait(steps * pace.floor - taken + Math.random() * pace.jitter)
    }
  }
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
