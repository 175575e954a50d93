import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { seal, unseal } from '../cookies/seal.server'

const purpose = 'form that lacked a captcha'

/** Milliseconds: a page sends it again at once. */
const lasts = 60_000

const field = 'again'

const content = z.object({
  until: z.number(),
  passwords: z.array(z.tuple([z.string(), z.string()])),
})

/**
 * What lets the page send a form once more by itself after the identity service has begun to demand a
 * captcha: its passwords, sealed, since no page shows them again. Nothing for a form that was sent again.
 */
export function captchaRetry(
  { headers }: { headers?: Record<string, string> },
  form: FormData,
  { config, now, path }: AppLoadContext,
): { again?: string } {
  if (headers?.Captcha === undefined || form.has(field)) return {}
  const passwords = [...form].filter(([name]) => /password$/i.test(name))
  const until = now().getTime() + lasts
  return { again: seal(JSON.stringify({ until, passwords }), purpose, config.secrets, path) }
}

/** Fills in the passwords of a form that is sent again. */
export function restorePasswords(form: FormData, { config, now, path }: AppLoadContext): void {
  const text = unseal(String(form.get(field) ?? ''), purpose, config.secrets, path)
  const { data } = content.safeParse(text === undefined ? undefined : JSON.parse(text))
  if (!data || data.until <= now().getTime()) return
  for (const [name, value] of data.passwords) form.set(name, value)
}
