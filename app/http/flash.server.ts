import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import { isNotice, type Notice } from '../domain/notices'

/** Long enough for a redirect on the slowest line, in seconds. */
const lifetime = 60

/**
 * Carries a word from an action over its redirect to the page that it leads to. It names one of our
 * own sentences, so that nobody gains anything by making one up.
 */
const cookie = createCookie('flash', {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  maxAge: lifetime,
})

const content = z.object({ notice: z.string().refine(isNotice), at: z.number() })

/** The Set-Cookie value by which the next page says this. */
export function flash(notice: Notice, now: Date): Promise<string> {
  return cookie.serialize({ notice, at: now.getTime() })
}

/** What the page has to say, and the Set-Cookie value after which no other page says it again. */
export async function takeFlash(
  request: Request,
): Promise<{ notice: Notice; at: number; clear: string } | undefined> {
  const header = request.headers.get('Cookie')
  if (!header?.includes('flash=')) return undefined
  const parsed = content.safeParse(await cookie.parse(header).catch(() => null))
  if (!parsed.success) return undefined
  const notice = parsed.data.notice as Notice
  return { notice, at: parsed.data.at, clear: await cookie.serialize('', { maxAge: 0 }) }
}
