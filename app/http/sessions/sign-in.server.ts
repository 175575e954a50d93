import type { AppLoadContext } from '@remix-run/node'
import { isAnonymous } from '../../domain/accounts/sessions'
import { foundDesk } from '../../domain/desks/members'
import { awaitsOwner } from '../../domain/desks/site-desk'
import type { FormErrors } from '../../domain/forms/forms'
import { type ClientCode, describe } from '../../domain/identity/errors'
import { IdentityError, type SignedIn } from '../../domain/identity/identity'
import { TooManyRequests, waitInWords } from '../../domain/limits/rate-limits'
import type { Language } from '../../domain/text/languages'
import { captchaHeaders } from './captcha.server'
import { invitationFor } from './invitation.server'
import { readSession, startSession } from './session.server'
import { mayJoin } from './signup.server'
import { claimSite } from './site-claim.server'
import { sealTokens } from './token-seal.server'
import { awaitSecondFactor } from './waiting-sign-in.server'

/** Both: by a passkey whose device made sure whose finger, face or PIN it was. */
export type Factors = 'one' | 'both'

/** What a proof gives. */
export interface Entry {
  /** Set-Cookie value of the session, or of the sign-in that waits for its second factor. */
  cookie: string
  waits: boolean
}

/**
 * Starts a session, after a proof, or waits for the second factor of an account that has one, unless this
 * browser has a session of it, which has given that. Creates a new account, which has `locale`, and its
 * desk, which may become the site's. `factors` is how many the proof has given. `to` is the page that follows: an invitation there admits its address
 * where nobody else may sign up, and an account that comes by it founds no desk. Throws an IdentityError
 * for an anonymous account, which proves nothing, and 'account-being-deleted' for a hidden one, whose
 * erasure then continues with the new tokens. Throws 'admin-restricted-operation' for a new account that
 * may not be, and removes it where this sign-in has just made it at the identity service (`isNewUser`).
 */
export async function completeSignIn(
  context: AppLoadContext,
  signedIn: SignedIn & { isNewUser?: boolean },
  locale: Language,
  to = '',
  factors: Factors = 'one',
): Promise<Entry> {
  const { accounts, erasure, identity, secondFactors } = context.services
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
  // The owner's language does not change with the sign-in page's.
  const known = await accounts.find(uid)
  const invited = !known && (await invitationFor(context, to, email)) !== undefined
  if (!known && !invited && !(await mayJoin(context, email))) {
    if (signedIn.isNewUser) await identity.deleteAccount(signedIn.tokens.idToken).catch(orLeave)
    throw new IdentityError('admin-restricted-operation', 'sign-up is closed')
  }
  const spoken = known?.locale ?? locale
  await accounts.save({ uid, email, emailVerified, locale: spoken, createdAt: now })
  const isOpen = (await readSession(context))?.user.uid === uid
  if (known && !isOpen && factors === 'one' && (await secondFactors.find(uid))) {
    return { cookie: awaitSecondFactor(context, signedIn), waits: true }
  }
  const name = signedIn.user.displayName ?? ''
  // Only once: who has left all desks since founds another by a button. Whom the site waits for has a desk
  // of their own for it, although somebody else has invited them.
  const { siteOwner } = context.config
  const isNamed = typeof siteOwner === 'object'
  const awaited = isNamed && (await awaitsOwner(context.services, siteOwner, email))
  const founds = !known && (!invited || awaited)
  if (founds && !(await foundDesk(context.services, { uid, name }, now))) {
    throw new IdentityError('user-token-expired', 'the account is being deleted')
  }
  return { cookie: await beginSession(context, signedIn), waits: false }
}

/** The refusal stands in any case. */
function orLeave(error: unknown): void {
  if (!(error instanceof IdentityError)) throw error
}

/** After every proof that the account asks for. Returns the Set-Cookie value. */
export async function beginSession(context: AppLoadContext, signedIn: SignedIn): Promise<string> {
  await claimSite(context, signedIn.user, true)
  return startSession(context, signedIn)
}

/** Failures that concern a field; others concern the form. */
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
  'wrong-second-factor': 'code',
  'wrong-passkey': 'passkey',
  'passkey-over': 'passkey',
}

/** Seconds to wait when the identity service itself is overloaded. */
const serviceRestsFor = 300

/** Seconds to wait while many passwords are being checked here. */
const passwordsRestFor = 10

/** Field names by what a failure concerns; absent ones fall to the form. */
export type CredentialFields = Partial<
  Record<'email' | 'password' | 'newPassword' | 'code' | 'passkey', string>
>

/** A 401 requires it (RFC 9110 §15.5.2): the tokens are void. */
export const challenge = { 'WWW-Authenticate': 'Bearer error="invalid_token"' }

/** The identity service's codes for a wrong password. */
const wrongPassword: readonly ClientCode[] = [
  'invalid-credential',
  'wrong-password',
  'user-not-found',
]

/**
 * A refusal as errors by field or of the whole form, or how long to wait after too many attempts. A
 * signed-in user's wrong password is named plainly. Throws anything else on.
 */
export function identityFailure(
  error: unknown,
  fields: CredentialFields = {},
  signedIn = false,
): { errors: FormErrors; status: number; headers: Record<string, string> } {
  if (error instanceof TooManyRequests) {
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
  if (code === 'server-busy') return { 'Retry-After': String(passwordsRestFor) }
  if (status === 429) return { 'Retry-After': String(serviceRestsFor) }
  return status === 401 ? challenge : captchaHeaders(code)
}
