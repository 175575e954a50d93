import type { AppLoadContext } from '@remix-run/node'
import { IdentityError } from '../../domain/identity/identity'
import {
  factorLetter,
  readCode,
  type SecondFactor,
  type TypedCode,
} from '../../domain/identity/second-factors'
import { TooManyRequests } from '../../domain/limits/rate-limits'
import type { NewRecordMail } from '../../domain/outbox/mails'
import { seal, unseal } from '../cookies/seal.server'
import { consume, giveBack, limited } from '../limits/rate-limits.server'
import { newRecoveryCodes, recoveryHash, stepOf } from './one-time-codes.server'

const purpose = 'second factor v1'

/**
 * Turns an account's second factor on, with a code that shows that its app has the secret. Returns the
 * recovery codes. Throws 'wrong-second-factor'.
 */
export async function turnOnSecondFactor(
  context: AppLoadContext,
  { uid, secret }: { uid: string; secret: string },
  typed: string,
): Promise<string[]> {
  const { services, config, now } = context
  const since = now()
  const code = readCode(typed)
  const lastStep =
    code?.kind === 'app' ? stepOf(code.digits, secret, { lastStep: 0 }, since) : undefined
  if (lastStep === undefined) throw wrongCode()
  const { codes, kept } = await newRecoveryCodes()
  const sealedSecret = seal(secret, purpose, config.secrets, uid)
  const letter = factorLetter('second-factor-on', uid, since)
  const factor = { uid, sealedSecret, lastStep, ...kept, since }
  await services.secondFactors.change(uid, () => factor, letter)
  return codes
}

/** With a code. Throws what `takeCode` does. */
export async function turnOffSecondFactor(context: AppLoadContext, uid: string, typed: string) {
  const letter = factorLetter('second-factor-off', uid, context.now())
  await takeCode(context, uid, typed, { keep: () => undefined, letter })
}

/** With a code; the earlier ones are void. Throws what `takeCode` does. */
export async function renewRecoveryCodes(
  context: AppLoadContext,
  uid: string,
  typed: string,
): Promise<string[]> {
  const { codes, kept } = await newRecoveryCodes()
  const letter = factorLetter('second-factor-codes', uid, context.now())
  await takeCode(context, uid, typed, { keep: (factor) => ({ ...factor, ...kept }), letter })
  return codes
}

interface Taking {
  /** What becomes of the factor in the commit that uses the code up. */
  keep?: (factor: SecondFactor) => SecondFactor | undefined
  /** Without one, a letter tells that a recovery code was used. */
  letter?: NewRecordMail
}

/**
 * Uses a code of the app or a recovery code up. Guesses wait for each other as passwords do; wrong ones of
 * the app have an end for the day, which leaves recovery codes, whose number nobody guesses. Throws
 * 'wrong-second-factor', and what `limited` throws.
 */
export async function takeCode(
  context: AppLoadContext,
  uid: string,
  typed: string,
  { keep = (factor) => factor, letter }: Taking = {},
): Promise<void> {
  const { secondFactors } = context.services
  const code = readCode(typed)
  if (!code) throw wrongCode()
  const isOfApp = code.kind === 'app'
  const guess = { name: 'sign-in', account: `code of ${uid}`, way: 'code' } as const
  await limited(context, guess, async () => {
    const wait = isOfApp ? await consume(context, 'code', uid) : 0
    if (wait > 0) throw new TooManyRequests(wait)
    const known = await secondFactors.find(uid)
    const hash = isOfApp || !known ? undefined : await recoveryHash(code.digits, known.salt)
    const take = (factor: SecondFactor | undefined) => {
      const after = factor && afterCode(context, factor, code, hash)
      if (!after) throw wrongCode()
      return keep(after)
    }
    const used = isOfApp ? undefined : factorLetter('recovery-code-used', uid, context.now())
    await secondFactors.change(uid, take, letter ?? used)
  })
  if (isOfApp) await giveBack(context, 'code', uid)
}

/** Sealed with the newest secret again, so that an older one can be removed. */
function afterCode(
  { config, now, report }: AppLoadContext,
  factor: SecondFactor,
  { kind, digits }: TypedCode,
  hash: string | undefined,
): SecondFactor | undefined {
  const { uid, sealedSecret, recoveryHashes } = factor
  if (kind === 'recovery') {
    if (hash === undefined || !recoveryHashes.includes(hash)) return undefined
    return { ...factor, recoveryHashes: recoveryHashes.filter((each) => each !== hash) }
  }
  const secret = unseal(sealedSecret, purpose, config.secrets, uid)
  if (secret === undefined) {
    report(new Error('A second factor was sealed with a secret that is no longer there'))
    return undefined
  }
  const lastStep = stepOf(digits, secret, factor, now())
  if (lastStep === undefined) return undefined
  return { ...factor, lastStep, sealedSecret: seal(secret, purpose, config.secrets, uid) }
}

function wrongCode(): IdentityError {
  return new IdentityError('wrong-second-factor', 'a code')
}
