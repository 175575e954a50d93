import type { AppLoadContext } from '@remix-run/node'
import { localizedPath } from '../../i18n/addresses'
import { invitationPath } from './invitation-path'
import { safeRedirect } from './safe-redirect'

/** The page in `redirect`, if it is ours, or that of the `invitation`; otherwise empty. */
export function askedFor({ url, language }: AppLoadContext): string {
  const secret = url.searchParams.get('invitation')
  const invitation = secret === null ? '' : localizedPath(invitationPath(secret), language)
  return safeRedirect(url.searchParams.get('redirect'), safeRedirect(invitation, ''))
}

export function destination(context: AppLoadContext): string {
  return askedFor(context) || localizedPath('/dashboard', context.language)
}
