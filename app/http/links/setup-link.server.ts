import { parseUrl } from '../../domain/text/urls'
import { barePath } from '../../i18n/addresses'
import { seal, unseal } from '../cookies/seal.server'

const purpose = 'set-up link'

const pages = ['/signup', '/login']

/** Milliseconds. */
export const setupLinkHolds = 86_400_000

/** The address where the server's operator sets up the shop, until a day from `now`. Without language. */
export function setupPath(secrets: readonly string[], now: Date): string {
  const until = String(now.getTime() + setupLinkHolds)
  return `/signup?${new URLSearchParams({ setup: seal(until, purpose, secrets) })}`
}

/** Of a path of this site: whether it has a set-up link's key, and that holds; undefined without a key. */
export function readSetupPath(
  path: string,
  secrets: readonly string[],
  now: Date,
): 'valid' | 'ended' | undefined {
  const url = parseUrl(path, 'https://origin.invalid')
  const key = url && pages.includes(barePath(url.pathname)) && url.searchParams.get('setup')
  if (typeof key !== 'string') return undefined
  const until = Number(unseal(key, purpose, secrets))
  return now.getTime() <= until ? 'valid' : 'ended'
}
