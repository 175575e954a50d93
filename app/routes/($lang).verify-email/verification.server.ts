import type { AppLoadContext } from '@remix-run/node'
import type { Session } from '~/domain/accounts/sessions'
import { IdentityError } from '~/domain/identity/identity'
import type { ActionResult } from '~/http/forms/form-action.server'
import { limited } from '~/http/limits/rate-limits.server'
import { askedFor } from '~/http/links/destination'
import { endsSession, freshIdToken, noteUser } from '~/http/sessions/revalidation.server'
import { finishSession } from '~/http/sessions/session.server'
import { localizedPath } from '~/i18n/addresses'

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

/** Keeps where sign-up was going. */
export async function resend(
  _: unknown,
  { session, context }: { session: Session; context: AppLoadContext },
): Promise<ActionResult> {
  const { services, config, language } = context
  const redirect = askedFor(context)
  const idToken = await freshIdToken(context, session)
  const continueUrl = redirect ? config.publicOrigin + redirect : undefined
  await limited(context, { name: 'mail', account: session.user.email }, () =>
    services.identity.sendVerificationMail(idToken, language, continueUrl),
  )
  const query = new URLSearchParams(redirect ? { mail: 'sent', redirect } : { mail: 'sent' })
  return { to: localizedPath(`/verify-email?${query}`, language) }
}
