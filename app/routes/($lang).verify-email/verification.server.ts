import type { AppLoadContext } from '@remix-run/node'
import { IdentityError } from '~/domain/identity'
import type { Language } from '~/domain/languages'
import type { Session } from '~/domain/sessions'
import { openTokens } from '~/http/session.server'

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
