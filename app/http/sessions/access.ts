import type { AppLoadContext } from '@remix-run/node'
import { barePath, localizedPath } from '../../i18n/addresses'

/** The pages that everybody may open, without their language. */
const publicPages: readonly string[] = [
  '/',
  '/login',
  '/signup',
  '/chat',
  '/mails',
  '/shop',
  '/shop/success',
  '/shop/cancel',
  '/imprint',
  '/privacy',
  '/terms',
  '/withdrawal',
]

/**
 * Whether a page needs a session. What contains /dashboard always does; a public page never; any
 * other does unless its address names a `lang`, as the links in the identity service's mails do:
 * they must open on any device. To be asked of pages that exist: an unknown address is 404 for all.
 */
export function needsSession(pathname: string, searchParams: URLSearchParams): boolean {
  const path = asRouted(pathname)
  if (path.includes('/dashboard')) return true
  return !publicPages.includes(barePath(path)) && !searchParams.has('lang')
}

/** The address of the login page in the page's language, with the page's path and query to come back to. */
export function loginAddress({ path, language }: Pick<AppLoadContext, 'path' | 'language'>) {
  return `${localizedPath('/login', language)}?${new URLSearchParams({ redirect: path })}`
}

/** As the router reads a path: escapes resolved, letter case and a slash at the end ignored. */
function asRouted(pathname: string): string {
  const path = decode(pathname).toLowerCase().replace(/\/+$/, '')
  return path || '/'
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
