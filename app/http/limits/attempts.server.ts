import type { AppLoadContext } from '@remix-run/node'
import { IdentityError } from '../../domain/identity/identity'
import {
  type Act,
  type Claimant,
  type Outcome,
  outcomeOf,
  ownAllowances,
  sharedAllowances,
  TooManyAttempts,
} from '../../domain/limits/attempts'
import { networkOf, subnetOf } from './networks'

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
 * Makes a rate-limited call; returns and throws what `call` does. Throws TooManyAttempts, before
 * anything is known of the account, where a budget is used up or its queue is full; see
 * identityFailure.
 *
 * `account` is the e-mail address typed or signed in. A sign-in joins the account's queue. Where
 * timing could reveal an account, the response is delayed.
 */
export async function attempt<Result>(
  context: AppLoadContext,
  { act, account }: { act: Act; account?: string },
  call: () => Promise<Result>,
): Promise<Result> {
  const { attempts } = context.services
  const who: Claimant = {
    ...placeOf(context),
    account: account?.trim().toLowerCase(),
  }
  await refuseUnlessZero(attempts.take(ownAllowances(act, who), context.now()))
  const settle = act === 'sign-in' ? await standInLine(context, who) : undefined
  try {
    await refuseUnlessZero(attempts.take(sharedAllowances(act), context.now()))
    const result = await paced(context, act, () => callOrGiveBack(context, act, call))
    await settle?.('succeeded')
    return result
  } catch (error) {
    await settle?.(outcomeOf(error))
    if (error instanceof IdentityError && error.code === 'missing-recaptcha-token') {
      context.services.captcha.missed()
    }
    throw error
  }
}

/** Returns whole seconds until there is room; 0 if taken. `way` separates budgets. */
export async function takeOne(
  context: AppLoadContext,
  act: Act,
  account: string,
  way = '',
): Promise<number> {
  const { address, subnet } = placeOf(context)
  const own = { address: `${way} ${address}`, subnet: `${way} ${subnet}` }
  const who = { ...own, account: `${way} ${account}` }
  const wait = await context.services.attempts.take(ownAllowances(act, who), context.now())
  return Math.ceil(wait / 1_000)
}

function placeOf({ clientAddress }: Pick<AppLoadContext, 'clientAddress'>) {
  return { address: networkOf(clientAddress), subnet: subnetOf(clientAddress) }
}

/** Without a new account, the shared budget gets its one back. */
async function callOrGiveBack<Result>(
  { services, now }: AppLoadContext,
  act: Act,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (act === 'sign-up') await services.attempts.giveBack(sharedAllowances(act), now())
    throw error
  }
}

/** Returns how to report the outcome. */
async function standInLine(context: AppLoadContext, { address, account }: Claimant) {
  if (account === undefined || address === undefined) return undefined
  const { attempts } = context.services
  const who = { address, account }
  const turn = await attempts.lineUp(who, context.now())
  if (turn.kind === 'refused') throw tooMany(turn.retryAfter)
  if (turn.wait > 0) await context.pace.wait(turn.wait)
  return (outcome: Outcome) => attempts.settle(who, outcome, context.now())
}

async function refuseUnlessZero(taking: Promise<number>) {
  const wait = await taking
  if (wait > 0) throw tooMany(wait)
}

function tooMany(milliseconds: number): TooManyAttempts {
  return new TooManyAttempts(Math.max(1, Math.ceil(milliseconds / 1_000)))
}

/** Where timing would reveal an account; an obvious success reveals no more. */
const heldBack: Partial<Record<Act, 'always' | 'failures'>> = {
  'sign-in': 'failures',
  'sign-up': 'failures',
  mail: 'always',
}

async function paced<Result>(
  { now, pace }: AppLoadContext,
  act: Act,
  call: () => Promise<Result>,
): Promise<Result> {
  const began = now().getTime()
  let held = heldBack[act] !== undefined
  try {
    const result = await call()
    held = heldBack[act] === 'always'
    return result
  } finally {
    if (held) {
      const taken = now().getTime() - began
      const steps = Math.max(1, Math.ceil(taken / pace.floor))
      await pace.wait(steps * pace.floor - taken + Math.random() * pace.jitter)
    }
  }
}
