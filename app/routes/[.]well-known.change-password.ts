import type { LoaderFunctionArgs } from '@remix-run/node'
import { defaultLanguage, isLanguage } from '~/domain/text/languages'
import { cookieValues } from '~/http/cookies/cookies'
import { redirectTo } from '~/http/responses/redirect'
import { languageCookie, localizedPath } from '~/i18n/addresses'

/**
 * For password managers; without a session, that page leads on by way of sign-in. Source: W3C, A
 * Well-Known URL for Changing Passwords.
 */
export function loader({ context }: LoaderFunctionArgs) {
  const [chosen] = cookieValues(context.headers.get('Cookie') ?? '', languageCookie)
  const language = isLanguage(chosen) ? chosen : defaultLanguage
  return redirectTo(localizedPath('/dashboard/settings/password', language), {
    status: 302,
    headers: { 'Cache-Control': 'no-store' },
  })
}
