import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import {
  isNotice,
  type Notice,
  type NoticeSubject,
  type NoticeUndo,
  promisesMail,
} from '../../domain/forms/notices'
import { translations } from '../../i18n/translation.server'
import { sendsLetters } from '../sessions/account-mail.server'
import { sealedCookie } from './sealed-cookie.server'

const lifetime = 60

const content = z.object({
  notice: z.custom<Notice>(isNotice),
  at: z.number(),
  about: z
    .object({
      number: z.number().optional(),
      count: z.number().optional(),
      until: z.string().optional(),
      name: z.string().optional(),
      undo: z
        .object({ action: z.string(), value: z.string(), seconds: z.number().optional() })
        .optional(),
    })
    .optional(),
})

/** Carries a notice over a redirect. Sealed, so that nobody can forge one. */
const cookie = sealedCookie('flash', lifetime, content)

export function flash(context: AppLoadContext, notice: Notice, about?: NoticeSubject): string {
  const at = context.now().getTime()
  return cookie.write(context, { notice, at, about }, { notice, at })
}

export function noticeText(
  { language, config }: AppLoadContext,
  notice: Notice,
  about?: NoticeSubject,
): string {
  const { t } = translations(language)
  if (promisesMail(notice) && !sendsLetters(config)) return t(`notices:unmailed.${notice}`)
  return t(`notices:${notice}`, {
    number: about?.number,
    count: about?.count,
    until: about?.until,
    name: about?.name,
  })
}

/**
 * One with an undo that `mayUndo` refuses is another account's or another desk's, whose page may still
 * take it.
 */
export async function takeFlash(
  context: AppLoadContext,
  mayUndo: (undo: NoticeUndo) => Promise<boolean>,
): Promise<{ text: string; at: number; undo?: NoticeUndo; clear: string } | undefined> {
  const said = cookie.read(context)
  if (!said) return undefined
  const { notice, at, about } = said
  if (about?.undo && !(await mayUndo(about.undo))) return undefined
  const text = noticeText(context, notice, about)
  return { text, at, undo: about?.undo, clear: cookie.clear(context) }
}
