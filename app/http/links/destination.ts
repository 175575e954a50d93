import type { AppLoadContext } from '@remix-run/node'
import { localizedPath } from '../../i18n/addresses'
import { safeRedirect } from './safe-redirect'

/** The page in `redirect`, if it is ours; otherwise empty. */
export function askedFor({ url }: AppLoadContext): string {
  return safeRedirect(url.searchParams.get('redirect'), '')
}

export function destination(context: AppLoadContext): string {
  return askedFor(context) || localizedPath('/dashboard', context.language)
}
