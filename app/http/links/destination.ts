import { languageOfPath, localizedPath } from '../../i18n/addresses'
import { safeRedirect } from './safe-redirect'

/** The page that `redirect` asks for in the address of a way in, if it is one of ours; else empty. */
export function askedFor(request: Request): string {
  return safeRedirect(new URL(request.url).searchParams.get('redirect'), '')
}

/** Where a way in leads: the page that was asked for, else the desk. */
export function destination(request: Request): string {
  const language = languageOfPath(new URL(request.url).pathname)
  return askedFor(request) || localizedPath('/dashboard', language)
}
