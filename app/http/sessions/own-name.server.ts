import type { AppLoadContext } from '@remix-run/node'
import type { Session } from '../../domain/accounts/sessions'
import { freshIdToken } from './revalidation.server'

/**
 * Stores the account's name at the identity service, in this session and at every desk of the account; an
 * empty one removes it. Throws an IdentityError.
 */
export async function saveOwnName(
  context: AppLoadContext,
  session: Session,
  name: string,
): Promise<void> {
  const { identity, sessions, members } = context.services
  const idToken = await freshIdToken(context, session)
  const user = await identity.updateProfile(idToken, { displayName: name || null })
  await sessions.refresh(session.idHash, user)
  await members.rename(session.user.uid, name)
}
