import type { AppLoadContext } from '@remix-run/node'
import type { Session } from '~/domain/accounts/sessions'
import type { ActionResult } from '~/http/forms/form-action.server'
import { limited } from '~/http/limits/rate-limits.server'
import { askedFor } from '~/http/links/destination'
import { freshIdToken } from '~/http/sessions/revalidation.server'
import { localizedPath } from '~/i18n/addresses'

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
