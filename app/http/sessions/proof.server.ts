import type { AppLoadContext } from '@remix-run/node'
import type { Session, Tokens } from '../../domain/accounts/sessions'
import type { FormAnswer } from '../../domain/forms/forms'
import { IdentityError, type SignedIn } from '../../domain/identity/identity'
import type { ProofAsked } from '../../domain/identity/proofs'
import { attempt } from '../limits/attempts.server'
import { toLogin } from './access.server'
import { confirm, endsSession, freshTokens } from './revalidation.server'
import { startSession } from './session.server'
import { type CredentialFields, identityFailure } from './sign-in.server'

/** What an act came to that was not done: the form again, and the status and headers for it. */
export interface Refusal {
  kind: 'refused'
  answer: FormAnswer
  status: number
  headers: Record<string, string>
}

/** Somebody has proved who they are, lately enough for what cannot be undone. */
export interface Proved {
  kind: 'proved'
  tokens: Tokens
  /**
   * The Set-Cookie values to answer with once the act is done. After a password a session begins under
   * a new id in place of the request's, with what the act made newer of it. To be called last, and
   * not for a page that is shown again: from then on the request's own cookie opens nothing.
   */
  cookies(newer?: Partial<SignedIn>): Promise<string[]>
}

/** What a form brings to prove who sends it; the captcha's response where the service demands one. */
export interface Given {
  password?: string
  captcha?: string
}

/**
 * The session as the identity service has confirmed it just now, for acts that cannot be undone.
 * Throws the redirect to the login page for a user who may no longer be signed in; refuses with 503
 * while the service cannot be asked.
 */
export async function confirmFirst(
  context: AppLoadContext,
  session: Session,
): Promise<{ kind: 'confirmed'; session: Session } | Refusal> {
  const standing = await confirm(context, session)
  // Read again: the service may know a newer address, and so may the proof that follows.
  const current = await context.services.sessions.find(session.idHash)
  if (standing === 'ended' || !current) throw await toLogin(context, 'user-token-expired')
  if (standing === 'confirmed') return { kind: 'confirmed', session: current }
  const unsure = new IdentityError('network-request-failed', 'the session could not be confirmed')
  return refusal(context, unsure, {})
}

/**
 * Asks the identity service whether this is the password of the session's user. A wrong one, or what
 * else is wrong with it, is said beside `field`.
 */
export async function proveAgain(
  context: AppLoadContext,
  session: Session,
  { password, captcha }: Given & { password: string },
  field = 'password',
): Promise<Proved | Refusal> {
  const { identity } = context.services
  const { uid, email } = session.user
  try {
    const signedIn = await attempt(context, { act: 'sign-in', account: email }, () =>
      identity.signInWithPassword({ email, password, captcha }, context.now()),
    )
    // The address may have become somebody else's.
    if (signedIn.user.uid !== uid) {
      throw new IdentityError('wrong-password', 'the password of another user')
    }
    return {
      kind: 'proved',
      tokens: signedIn.tokens,
      cookies: async (newer) => [await startSession(context, { ...signedIn, ...newer })],
    }
  } catch (error) {
    return refusal(context, error, { password: field })
  }
}

/**
 * The proof that an act asks for: none beyond the session while the last one is fresh, or the
 * password. Who has none must sign in again.
 */
export async function prove(
  context: AppLoadContext,
  session: Session,
  asked: ProofAsked,
  given: Given,
  field = 'password',
): Promise<Proved | Refusal> {
  if (asked === 'sign-in') {
    const tooOld = new IdentityError('requires-recent-login', 'the last proof is too old')
    return refusal(context, tooOld, {})
  }
  if (asked === 'password') {
    const { password } = given
    if (password === undefined) return refuse({ [field]: 'auth:password.missing' }, 400)
    return proveAgain(context, session, { ...given, password }, field)
  }
  try {
    const tokens = await freshTokens(context, session)
    return { kind: 'proved', tokens, cookies: async () => [] }
  } catch (error) {
    return refusal(context, error, {})
  }
}

/** The form again with these errors. */
export function refuse(errors: FormAnswer['errors'], status: number): Refusal {
  return { kind: 'refused', answer: { intent: '', typed: {}, errors }, status, headers: {} }
}

/**
 * What the identity service refused, said beside the field of `fields` that it speaks of. Throws the
 * redirect to the login page, which says why, where the user may no longer be signed in. Anything that
 * the service did not refuse is thrown on.
 */
export async function refusal(
  context: AppLoadContext,
  error: unknown,
  fields: CredentialFields,
): Promise<Refusal> {
  if (endsSession(error)) throw await toLogin(context, error.code)
  const { errors, ...rest } = identityFailure(error, fields, true)
  return { kind: 'refused', answer: { intent: '', typed: {}, errors }, ...rest }
}
