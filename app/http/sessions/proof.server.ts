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

export interface Refusal {
  kind: 'refused'
  answer: FormAnswer
  status: number
  headers: Record<string, string>
}

interface Proved {
  kind: 'proved'
  tokens: Tokens
  /**
   * Set-Cookie values for after the action. A password starts a new session in place of the
   * request's, with `newer` facts. Call it last, and not for a page shown again: it voids the
   * request's cookie.
   */
  cookies(newer?: Partial<SignedIn>): Promise<string[]>
}

/** Proof from a form; a captcha response where the service demands one. */
export interface Given {
  password?: string
  captcha?: string
}

/**
 * The session, just confirmed by the identity service, for irreversible actions. Throws the
 * redirect to the login page for a user who may no longer be signed in; refuses with 503 while the
 * service is down.
 */
export async function confirmFirst(
  context: AppLoadContext,
  session: Session,
): Promise<{ kind: 'confirmed'; session: Session } | Refusal> {
  const standing = await confirm(context, session)
  // Read again: the service may know a newer address, which the proof needs.
  const current = await context.services.sessions.find(session.idHash)
  if (standing === 'ended' || !current) throw await toLogin(context, 'user-token-expired')
  if (standing === 'confirmed') return { kind: 'confirmed', session: current }
  const unsure = new IdentityError('network-request-failed', 'the session could not be confirmed')
  return refusal(context, unsure, {})
}

/** Checks the password of the session's user; errors are shown beside `field`. */
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
    // The address may belong to another account by now.
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

/** None while the last is fresh, or the password; without one, a new sign-in. */
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

export function refuse(errors: FormAnswer['errors'], status: number): Refusal {
  return { kind: 'refused', answer: { intent: '', typed: {}, errors }, status, headers: {} }
}

/** Beside its field. Throws the login redirect where signed out, and anything else on. */
export async function refusal(
  context: AppLoadContext,
  error: unknown,
  fields: CredentialFields,
): Promise<Refusal> {
  if (endsSession(error)) throw await toLogin(context, error.code)
  const { errors, ...rest } = identityFailure(error, fields, true)
  return { kind: 'refused', answer: { intent: '', typed: {}, errors }, ...rest }
}
