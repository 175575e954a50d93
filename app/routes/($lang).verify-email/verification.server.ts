import type { AppLoadContext } from '@remix-run/node'
import { IdentityError } from '~/domain/identity'
import { describe } from '~/domain/identity-errors'
import type { Language } from '~/domain/languages'
import type { Session } from '~/domain/sessions'
import { openTokens, readSession } from '~/http/session.server'

/** A mail's link as the page shows it. `key` is a locale key. */
export type Link =
  | { kind: 'verify'; email: string }
  /** A code that is sound but for something else than an address to verify. */
  | { kind: 'other' }
  | { kind: 'refused'; status: number; key: string }

/** Looks at a code without using it up. */
export async function readCode(code: string, { services }: AppLoadContext): Promise<Link> {
  try {
    const { kind, email } = await services.identity.checkActionCode(code)
    return kind === 'VERIFY_EMAIL' ? { kind: 'verify', email } : { kind: 'other' }
  } catch (error) {
    return refusal(error)
  }
}

/** Uses the code up. The session of whoever is signed in with this address learns of it at once. */
export async function applyCode(
  code: string,
  request: Request,
  context: AppLoadContext,
): Promise<Link> {
  const { accounts, identity, sessions } = context.services
  try {
    const { kind } = await identity.checkActionCode(code)
    if (kind !== 'VERIFY_EMAIL') return { kind: 'other' }
    const { email } = await identity.applyVerification(code)
    const account = await accounts.findByEmail(email)
    if (account) await accounts.save({ ...account, emailVerified: true })
    const session = await readSession(context, request)
    if (session && session.user.email === email) {
      await sessions.refresh(session.idHash, { ...session.user, emailVerified: true })
    }
    return { kind: 'verify', email }
  } catch (error) {
    return refusal(error)
  }
}

/**
 * The session's user, asked anew while the address is unverified: the link may have been opened on
 * another device. What the identity service cannot say now stays as it was.
 */
export async function currentUser(
  session: Session,
  context: AppLoadContext,
): Promise<Session['user']> {
  const { accounts, identity, sessions } = context.services
  if (session.user.emailVerified) return session.user
  try {
    const user = await identity.lookup(openTokens(context, session).idToken)
    if (!user.emailVerified) return session.user
    await sessions.refresh(session.idHash, user)
    const account = await accounts.find(user.uid)
    if (account) await accounts.save({ ...account, emailVerified: true })
    return user
  } catch (error) {
    if (error instanceof IdentityError) return session.user
    throw error
  }
}

/** Sends the verification mail again; says whether that worked, in a word for the address. */
export async function resend(
  session: Session,
  language: Language,
  context: AppLoadContext,
): Promise<'sent' | 'failed'> {
  try {
    const { idToken } = openTokens(context, session)
    await context.services.identity.sendVerificationMail(idToken, language)
    return 'sent'
  } catch (error) {
    if (error instanceof IdentityError) return 'failed'
    throw error
  }
}

function refusal(error: unknown): Link {
  if (!(error instanceof IdentityError)) throw error
  return { kind: 'refused', ...describe(error.code) }
}
