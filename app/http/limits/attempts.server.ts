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

/** How slowly answers come that could tell by their time who has an account. Milliseconds. */
export interface Pace {
  /** Above 0. Such an answer takes this long, or a multiple of it where the identity service is slower. */
  floor: number
  /** At most so much is added by chance. */
  jitter: number
  wait(milliseconds: number): Promise<void>
}

/** Longer than the identity service takes, be there an account or not; a person hardly minds. */
export const usualPace: Pace = {
  floor: 800,
  jitter: 80,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/**
 * Does what people may try only so often, such as a call of the identity service; answers and throws
 * what `call` does. Throws TooManyAttempts instead, before anything is known of the account, where a
 * budget is used up or too many wait for the account; identityFailure has the words for both.
 *
 * `account` is the e-mail address that was typed or is signed in. A sign-in with one stands in the
 * account's line. Where time could tell whether there is an account, the answer takes a while.
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

/**
 * Takes one of an act from the budgets of the request's network and an account, for what is not
 * refused outright. Returns in how many whole seconds there is one again; 0 if it was taken. What is
 * done in different ways has budgets apart: `way` names one.
 */
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

/** Who opens no account has taken none of those that all may open together. */
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

/** Waits for the account's turn; returns how to say what came of it. */
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

/** What would tell by its time who has an account; a success that is plain to see tells no more. */
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
