import type { AppLoadContext } from '@remix-run/node'
import { type Session, sessionLifetime } from '~/domain/accounts/sessions'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { newFormKey } from '~/http/forms/key.server'
import { formStamp } from '~/http/forms/stamp.server'
import { redirectTo } from '~/http/responses/redirect'
import { languageCookie } from '~/i18n/addresses'
import { formatMoment } from '~/i18n/formats'
import { checkNames, type Finding } from './checks'

/** Marks the redirect that checks whether the browser returns cookies. */
const asked = 'cookie'
const cookie = 'test=1; Path=/; Max-Age=60; SameSite=Lax'

export type TestPage = Awaited<ReturnType<typeof readTestPage>>

/** What can be checked without scripts. Redirects once, to see whether a cookie returns. */
export async function readTestPage(
  session: Session | undefined,
  { url: { pathname, search }, headers, language, services, config, now }: AppLoadContext,
) {
  const query = new URLSearchParams(search)
  const cookies = headers.get('Cookie') ?? ''
  if (!cookies && !query.has(asked)) {
    query.set(asked, '')
    throw redirectTo(`${pathname}?${query}`, { headers: { 'Set-Cookie': cookie } })
  }
  const time = now()
  const desk = await findSiteDesk(services)
  const inWords = (at: Date) => formatMoment(at, language, desk?.timeZone ?? 'UTC')
  const stored = new RegExp(`\\b${languageCookie}=(\\w{2})\\b`).exec(cookies)?.[1] ?? ''
  const wanted = /^[\w-]{1,35}/.exec(headers.get('Accept-Language') ?? '')?.[0] ?? '–'
  const known: Record<string, Omit<Finding, 'name'>> = {
    scripts: { outcome: 'fair', value: '' },
    cookies: { outcome: cookies ? 'good' : 'bad', value: '' },
    storage: { outcome: 'unknown', value: stored },
    clock: { outcome: 'unknown', value: inWords(time) },
    session: session
      ? {
          outcome: 'good',
          value: inWords(new Date(session.lastLoginAt.getTime() + sessionLifetime)),
        }
      : { outcome: 'fair', value: '' },
    data: { outcome: headers.get('Save-Data') === 'on' ? 'fair' : 'good', value: '' },
    language: { outcome: 'good', value: `${language} · ${wanted}` },
  }
  const findings = checkNames.map((name): Finding => {
    return { name, ...(known[name] ?? { outcome: 'unknown', value: '' }) }
  })
  return {
    findings,
    time: inWords(time),
    sending: desk && { key: newFormKey(), stamp: formStamp(config.secrets, desk.id, time) },
  }
}
