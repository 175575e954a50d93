import { barePath, languageOfPath, localizedPath } from '../../i18n/addresses'

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

/**
 * The address of the login page, in the language of the page that was asked for, with that page's
 * path and query to come back to. Takes a request's whole URL, of a page or of its data.
 */
export function loginAddress(requestUrl: string): string {
  const { pathname, searchParams } = new URL(requestUrl)
  const path = pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')
  searchParams.delete('_routes')
  const query = searchParams.size > 0 ? `?${searchParams}` : ''
  const login = localizedPath('/login', languageOfPath(path))
  return `${login}?${new URLSearchParams({ redirect: path + query })}`
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
