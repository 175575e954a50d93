import type { AppLoadContext } from '@remix-run/node'
import { barePath, localizedPath } from '../../i18n/addresses'
import { safeRedirect } from './safe-redirect'

/** The page in `redirect`, if it is ours, or that of the `invitation` or `setup` link; otherwise empty. */
export function askedFor({ url, language }: AppLoadContext): string {
  const linked = ['invitation', 'setup'].flatMap((name) => {
    const value = url.searchParams.get(name)
    return value === null ? [] : `/signup?${new URLSearchParams({ [name]: value })}`
  })
  const [page] = linked.map((path) => safeRedirect(localizedPath(path, language), ''))
  return safeRedirect(url.searchParams.get('redirect'), page ?? '')
}

/** A page of the desk opens in the language in which its member signs in: it may have been chosen there. */
export function destination(context: AppLoadContext): string {
  const asked = askedFor(context) || '/dashboard'
  const bare = barePath(asked)
  return bare.startsWith('/dashboard') ? localizedPath(bare, context.language) : asked
}
