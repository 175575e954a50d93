import { parseUrl } from '../../domain/text/urls'
import { barePath } from '../../i18n/addresses'

const pages = ['/signup', '/login'] as const

/** Where an invitation is shown and accepted; `/login` with the same query signs in first. Without language. */
export function invitationPath(secret: string, page: (typeof pages)[number] = '/signup'): string {
  return `${page}?${new URLSearchParams({ invitation: secret })}`
}

/** The secret in a path of this site; undefined in one that does not lead to an invitation. */
export function invitationIn(path: string): string | undefined {
  const url = parseUrl(path, 'https://origin.invalid')
  const leads = url && pages.some((page) => page === barePath(url.pathname))
  return leads ? (url.searchParams.get('invitation') ?? undefined) : undefined
}
