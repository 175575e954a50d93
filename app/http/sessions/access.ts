import type { AppLoadContext } from '@remix-run/node'
import { withoutEnd } from '../../domain/text/ends'
import { barePath, localizedPath } from '../../i18n/addresses'

const publicPages: readonly string[] = [
  '/',
  '/login',
  '/signup',
  '/chat',
  '/mails',
  '/shop',
  '/shop/success',
  '/shop/cancel',
  '/shop/checkout',
  '/imprint',
  '/privacy',
  '/terms',
  '/withdrawal',
]

/**
 * Always for paths with /dashboard, never for public pages; others unless `lang` is set, as in the
 * identity service's e-mails, which must open on any device. Ask for existing pages only: others
 * are 404.
 */
export function needsSession(pathname: string, searchParams: URLSearchParams): boolean {
  const path = asRouted(pathname)
  if (path.includes('/dashboard')) return true
  return !publicPages.includes(barePath(path)) && !searchParams.has('lang')
}

/** In the page's language, returning to the page. */
export function loginAddress({ path, language }: Pick<AppLoadContext, 'path' | 'language'>) {
  return `${localizedPath('/login', language)}?${new URLSearchParams({ redirect: path })}`
}

/** Escapes decoded; letter case and a final slash ignored. */
function asRouted(pathname: string): string {
  return withoutEnd(decode(pathname).toLowerCase(), /\//) || '/'
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
