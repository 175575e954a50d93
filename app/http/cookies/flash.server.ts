import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { isNotice, type Notice } from '../../domain/forms/notices'
import { translations } from '../../i18n/translation.server'
import { sealedCookie } from './sealed-cookie.server'

const lifetime = 60

const content = z.object({ notice: z.custom<Notice>(isNotice), at: z.number() })

/** Carries a notice over a redirect. Sealed, so that nobody can forge one. */
const cookie = sealedCookie('flash', lifetime, content)

export function flash(context: AppLoadContext, notice: Notice): string {
  return cookie.write(context, { notice, at: context.now().getTime() })
}

export function noticeText({ language }: AppLoadContext, notice: Notice): string {
  return translations(language).t(`notices:${notice}`)
}

/** Returns the notice, and the Set-Cookie value that clears it. */
export function takeFlash(
  context: AppLoadContext,
): { text: string; at: number; clear: string } | undefined {
  const said = cookie.read(context)
  return (
    said && { text: noticeText(context, said.notice), at: said.at, clear: cookie.clear(context) }
  )
}
