import type { AppLoadContext } from '@remix-run/node'
import type { Session } from '../../domain/accounts/sessions'
import { IdentityError } from '../../domain/identity/identity'
import { endsSession, freshIdToken, noteUser } from './revalidation.server'
import { finishSession } from './session.server'

/** Refreshed while unverified: the link may have been opened elsewhere. Undefined once it ended. */
export async function currentUser(
  session: Session,
  context: AppLoadContext,
): Promise<Session['user'] | undefined> {
  const { identity } = context.services
  if (session.user.emailVerified) return session.user
  try {
    const user = await identity.lookup(await freshIdToken(context, session))
    if (!user.emailVerified) return session.user
    await noteUser(context, session, user)
    return user
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error
    if (!endsSession(error)) return session.user
    await finishSession(context.services, session.idHash)
    return undefined
  }
}
