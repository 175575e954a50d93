import { parseUrl } from '../../domain/text/urls'

/** Longer than any address here, short enough for every browser and proxy. */
const longest = 2048

/** Never a real host (RFC 6761 §6.4): leaving it means a foreign address. */
const base = 'https://origin.invalid'

/** The parsed path is checked: "/.//host" goes in harmless and comes out as "//host". */
const plainPath = /^(?:\/[\w.~-]+)*\/?$/

/** Control characters, and what browsers take for a slash. */
const misleading = /[\p{Cc}\\]/u

/** Returning there would sign out, loop or show no page. */
const dead = /^\/(?:[a-z]{2}\/)?(?:login|logout|session|live)(?:\/|$)/i

/** The fallback unless it is ours. `value` may be anything (OWASP ASVS 5.0 3.7.2). */
export function safeRedirect(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || value.length > longest || misleading.test(value)) return fallback
  const absolutePath = value.startsWith('/') && !value.startsWith('//')
  const url = absolutePath ? parseUrl(value, base) : undefined
  if (!url) return fallback
  const { origin, pathname, search, hash } = url
  if (origin !== base || !plainPath.test(pathname)) return fallback
  if (dead.test(pathname) || pathname.endsWith('.data')) return fallback
  const target = pathname + search + hash
  return target.length <= longest ? target : fallback
}
