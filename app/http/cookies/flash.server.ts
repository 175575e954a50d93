import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { isNotice, type Notice } from '../../domain/forms/notices'
import { sealedCookie } from './sealed-cookie.server'

/** Long enough for a redirect on the slowest line, in seconds. */
const lifetime = 60

const content = z.object({ notice: z.custom<Notice>(isNotice), at: z.number() })

/**
 * Carries a word from an action over its redirect to the page that it leads to. It is sealed, so that
 * nobody makes a page say that something was done.
 */
const cookie = sealedCookie('flash', lifetime, content)

/** Returns the Set-Cookie value by which the next page says this. */
export function flash(context: AppLoadContext, notice: Notice): string {
  return cookie.write(context, { notice, at: context.now().getTime() })
}

/** Returns what the page has to say, and the Set-Cookie value after which no other page says it again. */
export function takeFlash(
  context: AppLoadContext,
): { notice: Notice; at: number; clear: string } | undefined {
  const said = cookie.read(context)
  return said && { ...said, clear: cookie.clear(context) }
}
