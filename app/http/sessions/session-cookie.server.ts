import { createHash, randomBytes } from 'node:crypto'
import { type Cookie, createCookie } from '@remix-run/node'
import { z } from 'zod'
import type { Config } from '../../config.server'
import { sessionLifetime } from '../../domain/accounts/sessions'
import { cookieValues } from '../cookies/cookies'
import { deriveKeys } from '../cookies/secrets.server'

/** More than this is no browser of ours, and parsing it would be work for nothing. */
const longestHeader = 8192

const payload = z.object({
  /** 32 random bytes, base64url. The server keeps its SHA-256 alone. */
  sid: z.string().regex(/^[\w-]{43}$/),
  lastLoginAt: z.string().datetime(),
  v: z.literal(1),
})

const cookies = new WeakMap<Config, Cookie>()

/**
 * The session's cookie. `__Host-` binds it to this very host (RFC 6265bis §4.1.3.2) but asks for
 * https, so plain http on this machine goes without. The signature does not cover the name: each
 * name has keys of its own.
 */
function sessionCookie(config: Config): Cookie {
  const known = cookies.get(config)
  if (known) return known
  const secure = config.publicOrigin.startsWith('https:')
  const name = secure ? '__Host-sid' : 'sid'
  const cookie = createCookie(name, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: sessionLifetime / 1000,
    secrets: deriveKeys(config.secrets, `cookie ${name}`).map((key) => key.toString('base64url')),
  })
  cookies.set(config, cookie)
  return cookie
}

/** A new id for a session, and its hash for the store. */
export function newSessionId(): { sid: string; idHash: string } {
  const sid = randomBytes(32).toString('base64url')
  return { sid, idHash: hashOf(sid) }
}

/** The Set-Cookie value for a session that begins. */
export function writeSessionCookie(config: Config, sid: string, lastLoginAt: Date) {
  const value: z.input<typeof payload> = { sid, lastLoginAt: lastLoginAt.toISOString(), v: 1 }
  return sessionCookie(config).serialize(value)
}

/** The Set-Cookie value that takes the cookie away. */
export function expireSessionCookie(config: Config) {
  return sessionCookie(config).serialize('', { maxAge: 0, expires: new Date(0) })
}

/**
 * The hash of the session id in a Cookie header. Undefined for a header that is missing, too long
 * or malformed, that we did not sign, or that holds the cookie twice: then one of them was planted.
 */
export async function readIdHash(config: Config, header: string | null) {
  if (!header || header.length > longestHeader) return undefined
  const cookie = sessionCookie(config)
  const [found, planted] = cookieValues(header, cookie.name)
  if (found === undefined || planted !== undefined) return undefined
  const parsed = payload.safeParse(await cookie.parse(`${cookie.name}=${found}`))
  return parsed.success ? hashOf(parsed.data.sid) : undefined
}

/** How often the session's cookie is in a Cookie header. */
export function sessionCookiesIn(config: Config, header: string): number {
  return cookieValues(header, sessionCookie(config).name).length
}

function hashOf(sid: string): string {
  return createHash('sha256').update(sid).digest('base64url')
}
