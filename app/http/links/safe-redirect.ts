/** Longer than any address of ours, short enough for every browser and proxy. */
const longest = 2048

/** Never a real host (RFC 6761 §6.4): what leaves it was an address of somebody else. */
const base = 'https://origin.invalid'

/**
 * Our own paths are plain words: an escape or a doubled slash in one is an attempt at something. It
 * is the parser's path that is checked, since "/.//host" goes in harmless and comes out as "//host".
 */
const plainPath = /^(?:\/[\w.~-]+)*\/?$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const misleading = /[\u0000-\u001f\u007f-\u009f\\]/

/** The bare path or one language, then where coming back to would sign out, loop or show no page. */
const dead = /^\/(?:[a-z]{2}\/)?(?:login|logout|session|live)(?:\/|$)/i

/**
 * Where to go after sign-in: the path, query and fragment asked for if they are ours, else the
 * fallback. `value` comes from a query or a form and may be anything (OWASP ASVS 5.0 3.7.2).
 */
export function safeRedirect(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || value.length > longest || misleading.test(value)) return fallback
  const absolutePath = value.startsWith('/') && !value.startsWith('//')
  if (!absolutePath || !URL.canParse(value, base)) return fallback
  const { origin, pathname, search, hash } = new URL(value, base)
  if (origin !== base || !plainPath.test(pathname)) return fallback
  if (dead.test(pathname) || pathname.endsWith('.data')) return fallback
  const target = pathname + search + hash
  return target.length <= longest ? target : fallback
}
