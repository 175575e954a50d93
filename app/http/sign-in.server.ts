import type { AppLoadContext } from '@remix-run/node'
import { TooManyAttempts, waitInWords } from '../domain/attempts'
import { newDesk } from '../domain/desks'
import type { FormAnswer } from '../domain/forms'
import { IdentityError, type SignedIn } from '../domain/identity'
import { describe } from '../domain/identity-errors'
import type { Language } from '../domain/languages'
import { captchaHeaders } from './captcha.server'
import { startSession } from './session.server'

/**
 * Everything that follows a proof of who somebody is: the account and its desk are there, a session
 * begins. A new account speaks `locale`. Answers the Set-Cookie value.
 */
export async function completeSignIn(
  context: AppLoadContext,
  request: Request,
  signedIn: SignedIn,
  locale: Language,
): Promise<string> {
  const { accounts, desks } = context.services
  const { uid, email, emailVerified } = signedIn.user
  const now = context.now()
  // Its owner has chosen the language by now: it no longer follows the page they come in by.
  const known = await accounts.find(uid)
  const spoken = known?.locale ?? locale
  await accounts.save({ uid, email, emailVerified, locale: spoken, createdAt: now })
  await desks.ensure(newDesk(uid, now))
  return startSession(context, request, signedIn)
}

/** The field of a sign-in or sign-up form that a failure speaks of; the rest is about the form. */
const fields: Partial<Record<string, 'email' | 'password'>> = {
  'email-already-in-use': 'email',
  'invalid-email': 'email',
  'missing-email': 'email',
  'user-disabled': 'email',
  'wrong-password': 'password',
  'user-not-found': 'password',
  'invalid-credential': 'password',
  'missing-password': 'password',
  'weak-password': 'password',
  'password-does-not-meet-requirements': 'password',
}

/** Seconds until it is worth trying again when the identity service itself has had enough. */
const serviceRestsFor = 300

/**
 * The form again, with what the identity service refused said beside its field, and the status and
 * headers for it; or how long to wait after too many attempts. Anything else is thrown on.
 */
export function identityFailure(
  error: unknown,
  typed: FormAnswer['typed'],
): { answer: FormAnswer; status: number; headers: Record<string, string> } {
  if (error instanceof TooManyAttempts) {
    const { retryAfter } = error
    const answer = { typed, errors: { form: waitInWords(retryAfter) } }
    return { answer, status: 429, headers: { 'Retry-After': String(retryAfter) } }
  }
  if (!(error instanceof IdentityError)) throw error
  const { status, key } = describe(error.code)
  return {
    answer: { typed, errors: { [fields[error.code] ?? 'form']: key } },
    status,
    headers:
      status === 429 ? { 'Retry-After': String(serviceRestsFor) } : captchaHeaders(error.code),
  }
}
