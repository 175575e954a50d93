import type { AppLoadContext } from '@remix-run/node'
import { isAnonymous } from '../../domain/accounts/sessions'
import { ownDesk } from '../../domain/desks/desks'
import type { FormErrors } from '../../domain/forms/forms'
import { type ClientCode, describe } from '../../domain/identity/errors'
import { IdentityError, type SignedIn } from '../../domain/identity/identity'
import { TooManyAttempts, waitInWords } from '../../domain/limits/attempts'
import type { Language } from '../../domain/text/languages'
import { captchaHeaders } from './captcha.server'
import { startSession } from './session.server'
import { sealTokens } from './token-seal.server'

/**
 * Everything that follows a proof of who somebody is: the account and its desk are there, a session
 * begins. A new account speaks `locale`. Returns the Set-Cookie value. Throws an IdentityError for an
 * anonymous account, which is a proof of nothing, and 'account-being-deleted' for one that is hidden
 * until it is erased, whose last step then goes on with the new tokens.
 */
export async function completeSignIn(
  context: AppLoadContext,
  signedIn: SignedIn,
  locale: Language,
): Promise<string> {
  const { accounts, desks, erasure } = context.services
  const { uid, email, emailVerified } = signedIn.user
  if (isAnonymous(signedIn.user)) {
    throw new IdentityError('operation-not-allowed', 'an anonymous account')
  }
  const now = context.now()
  if (await erasure.isHidden(uid)) {
    const sealedTokens = sealTokens(signedIn.tokens, uid, context.config.secrets)
    await erasure.postpone(uid, { sealedTokens, tries: 0, dueAt: now })
    throw new IdentityError('account-being-deleted', 'a sign-in to a hidden account')
  }
  // Its owner has chosen the language by now: it no longer follows the page they come in by.
  const known = await accounts.find(uid)
  const spoken = known?.locale ?? locale
  await accounts.save({ uid, email, emailVerified, locale: spoken, createdAt: now })
  if (!(await ownDesk(desks, uid, now))) {
    throw new IdentityError('user-token-expired', 'the account is being deleted')
  }
  return startSession(context, signedIn)
}

/** What a failure speaks of; the rest is about the form. */
const topics: Partial<Record<ClientCode, keyof CredentialFields>> = {
  'email-already-in-use': 'email',
  'invalid-email': 'email',
  'missing-email': 'email',
  'user-disabled': 'email',
  'wrong-password': 'password',
  'user-not-found': 'password',
  'invalid-credential': 'password',
  'missing-password': 'password',
  'weak-password': 'newPassword',
  'password-does-not-meet-requirements': 'newPassword',
}

/** Seconds until it is worth trying again when the identity service itself has had enough. */
const serviceRestsFor = 300

/**
 * The names of a form's fields, by what a failure may speak of; what it lacks is left out. A new
 * password has a field of its own only beside the old one.
 */
export type CredentialFields = Partial<Record<'email' | 'password' | 'newPassword', string>>

/** The challenge that a 401 owes (RFC 9110 §15.5.2): what is no longer believed are tokens. */
export const challenge = { 'WWW-Authenticate': 'Bearer error="invalid_token"' }

/** The ways in which the identity service says that a password is wrong. */
const wrongPassword: readonly ClientCode[] = [
  'invalid-credential',
  'wrong-password',
  'user-not-found',
]

/**
 * Returns what is said of a form that the identity service refused, beside the field that it speaks
 * of, or of the whole form where that has no such field; or how long to wait after too many attempts.
 * Of a user who is signed in it is plain whose password is wrong. Anything else is thrown on.
 */
export function identityFailure(
  error: unknown,
  fields: CredentialFields = {},
  signedIn = false,
): { errors: FormErrors; status: number; headers: Record<string, string> } {
  if (error instanceof TooManyAttempts) {
    const { retryAfter } = error
    const headers = { 'Retry-After': String(retryAfter) }
    return { errors: { form: waitInWords(retryAfter) }, status: 429, headers }
  }
  if (!(error instanceof IdentityError)) throw error
  const { code } = error
  const { status, key } = describe(code)
  const topic = topics[code]
  const field = topic && (fields[topic] ?? (topic === 'newPassword' ? fields.password : undefined))
  const wrong = signedIn && fields.password !== undefined && wrongPassword.includes(code)
  const errors = { [field ?? 'form']: wrong ? 'auth:password.wrong' : key }
  return { errors, status, headers: headersFor(code) }
}

function headersFor(code: ClientCode): Record<string, string> {
  const { status } = describe(code)
  if (status === 429) return { 'Retry-After': String(serviceRestsFor) }
  return status === 401 ? challenge : captchaHeaders(code)
}
