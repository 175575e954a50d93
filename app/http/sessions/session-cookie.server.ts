import { hash, randomBytes } from 'node:crypto'
import { type Cookie, createCookie } from '@remix-run/node'
import { z } from 'zod'
import type { Config } from '../../config'
import { sessionLifetime } from '../../domain/accounts/sessions'
import { cookieValues } from '../cookies/cookies'
import { deriveKeys } from '../cookies/secrets.server'

/** Browsers here send no more; not worth parsing. */
const longestHeader = 8192

const payload = z.object({
  /** 32 random bytes, base64url; the server stores only its SHA-256. */
  sid: z.string().regex(/^[\w-]{43}$/),
  lastLoginAt: z.string().datetime(),
  v: z.literal(1),
})

const cookies = new WeakMap<Config, Cookie>()

/** `__Host-` needs https, which loopback lacks. Each name has its own keys: none is signed. */
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
    secrets: deriveKeys(config.secrets, `cookie ${name}`).map((key) =>
      key.export().toString('base64url'),
    ),
  })
  cookies.set(config, cookie)
  return cookie
}

export function newSessionId(): { sid: string; idHash: string } {
  const sid = randomBytes(32).toString('base64url')
  return { sid, idHash: hashOf(sid) }
}

export function writeSessionCookie(config: Config, sid: string, lastLoginAt: Date) {
  const value: z.input<typeof payload> = { sid, lastLoginAt: lastLoginAt.toISOString(), v: 1 }
  return sessionCookie(config).serialize(value)
}

export function expireSessionCookie(config: Config) {
  return sessionCookie(config).serialize('', { maxAge: 0, expires: new Date(0) })
}

/** Undefined if missing, malformed, unsigned, or sent twice (planted). */
export async function readSessionCookie(
  config: Config,
  header: string | null,
): Promise<{ idHash: string; lastLoginAt: Date } | undefined> {
  if (!header || header.length > longestHeader) return undefined
  const cookie = sessionCookie(config)
  const [found, planted] = cookieValues(header, cookie.name)
  if (found === undefined || planted !== undefined) return undefined
  const parsed = payload.safeParse(await cookie.parse(`${cookie.name}=${found}`))
  if (!parsed.success) return undefined
  const { sid, lastLoginAt } = parsed.data
  return { idHash: hashOf(sid), lastLoginAt: new Date(lastLoginAt) }
}

export function sessionCookiesIn(config: Config, header: string): number {
  return cookieValues(header, sessionCookie(config).name).length
}

function hashOf(sid: string): string {
  return hash('sha256', sid, 'base64url')
}
