import { parseUrl } from '../../domain/text/urls'

/** Where an invitation is shown and accepted; `/login` with the same query signs in first. Without language. */
export function invitationPath(secret: string, page: '/signup' | '/login' = '/signup'): string {
  return `${page}?${new URLSearchParams({ invitation: secret })}`
}

/** The secret in a path of this site; undefined in one without an invitation. */
export function invitationIn(path: string): string | undefined {
  return parseUrl(path, 'https://origin.invalid')?.searchParams.get('invitation') ?? undefined
}
