import type { AppLoadContext } from '@remix-run/node'
import { localizedPath } from '../../i18n/addresses'
import { safeRedirect } from './safe-redirect'

/** The page that `redirect` asks for in the address of a way in, if it is one of ours; else empty. */
export function askedFor({ url }: AppLoadContext): string {
  return safeRedirect(url.searchParams.get('redirect'), '')
}

/** Where a way in leads: the page that was asked for, else the desk. */
export function destination(context: AppLoadContext): string {
  return askedFor(context) || localizedPath('/dashboard', context.language)
}
