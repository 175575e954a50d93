import type { AppLoadContext } from '@remix-run/node'
import { barePath, localizedPath } from '../../i18n/addresses'
import { invitationPath } from './invitation-path'
import { safeRedirect } from './safe-redirect'

/** The page in `redirect`, if it is ours, or that of the `invitation`; otherwise empty. */
export function askedFor({ url, language }: AppLoadContext): string {
  const secret = url.searchParams.get('invitation')
  const invitation = secret === null ? '' : localizedPath(invitationPath(secret), language)
  return safeRedirect(url.searchParams.get('redirect'), safeRedirect(invitation, ''))
}

/** A page of the desk opens in the language in which its member signs in: it may have been chosen there. */
export function destination(context: AppLoadContext): string {
  const asked = askedFor(context) || '/dashboard'
  const bare = barePath(asked)
  return bare.startsWith('/dashboard') ? localizedPath(bare, context.language) : asked
}
