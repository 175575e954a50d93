import type { AppLoadContext } from '@remix-run/node'
import type { Session, Tokens } from '../../domain/accounts/sessions'
import { IdentityError, type SignedIn } from '../../domain/identity/identity'
import type { ProofAsked } from '../../domain/identity/proofs'
import { limited } from '../limits/rate-limits.server'
import { toLogin } from './access.server'
import { confirm, freshTokens } from './revalidation.server'
import { startSession } from './session.server'

interface Proved {
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
 * As just confirmed by the identity service, for irreversible actions. Throws the redirect to the
 * login page for a user who may no longer be signed in, and an IdentityError while the service is
 * down.
 */
export async function confirmFirst(context: AppLoadContext, session: Session): Promise<Session> {
  const standing = await confirm(context, session)
  // Read again: the service may know a newer address, which the proof needs.
  const current = await context.services.sessions.find(session.idHash)
  if (standing === 'ended' || !current) throw await toLogin(context, 'user-token-expired')
  if (standing === 'confirmed') return current
  throw new IdentityError('network-request-failed', 'the session could not be confirmed')
}

/** Throws an IdentityError for a wrong password, and what `limited` throws. */
export async function proveAgain(
  context: AppLoadContext,
  session: Session,
  { password, captcha }: Given & { password: string },
): Promise<Proved> {
  const { identity } = context.services
  const { uid, email } = session.user
  const signedIn = await limited(context, { name: 'sign-in', account: email }, () =>
    identity.signInWithPassword({ email, password, captcha }, context.now()),
  )
  // The address may belong to another account by now.
  if (signedIn.user.uid !== uid) {
    throw new IdentityError('wrong-password', 'the password of another user')
  }
  return {
    tokens: signedIn.tokens,
    cookies: async (newer) => [await startSession(context, { ...signedIn, ...newer })],
  }
}

/** None while the last is fresh, or the password. Throws an IdentityError without either. */
export async function prove(
  context: AppLoadContext,
  session: Session,
  asked: ProofAsked,
  given: Given,
): Promise<Proved> {
  if (asked === 'sign-in') {
    throw new IdentityError('requires-recent-login', 'the last proof is too old')
  }
  if (asked === 'nothing') {
    return { tokens: await freshTokens(context, session), cookies: async () => [] }
  }
  const { password } = given
  if (password === undefined) throw new IdentityError('missing-password', 'no password was sent')
  return proveAgain(context, session, { ...given, password })
}

export async function signInAgain(
  _: unknown,
  { context }: { context: AppLoadContext },
): Promise<never> {
  throw await toLogin(context)
}
