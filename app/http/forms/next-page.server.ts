import type { AppLoadContext } from '@remix-run/node'
import type { Notice, NoticeSubject } from '../../domain/forms/notices'
import { deskParameter, withDesk } from '../../i18n/addresses'
import { flash } from '../cookies/flash.server'
import { redirectTo } from '../responses/redirect'

/** A 303, with a notice. */
export interface NextPage {
  /** Stays at the desk that the form's address names. */
  to: string
  /** Leads to the desk chosen last instead. */
  elsewhere?: boolean
  notice?: Notice
  about?: NoticeSubject
  cookies?: readonly string[]
  headers?: Record<string, string>
}

export function leadOn(
  { to, notice, about, cookies = [], headers, elsewhere }: NextPage,
  context: AppLoadContext,
): Response {
  const all = new Headers(headers)
  for (const cookie of cookies) all.append('Set-Cookie', cookie)
  if (notice) all.append('Set-Cookie', flash(context, notice, about))
  const desk = elsewhere ? undefined : context.url.searchParams.get(deskParameter)
  return redirectTo(withoutIndex(withDesk(to, desk)), { headers: all })
}

/** Remix marks the address of an index route's form, which is no part of the page's. */
function withoutIndex(path: string): string {
  return path.replace(/(?<=[?&])index(?:&|(?=#|$))/, '').replace(/[?&](?=#|$)/, '')
}

/**
 * In the same room, leads to the part whose form was sent, unless the action names another, or a script keeps
 * the page where it is scrolled to.
 */
export function withPlace(
  next: NextPage,
  place: string | undefined,
  { url, byScript }: AppLoadContext,
): NextPage {
  const staysInRoom = next.to.split(/[?#]/, 1)[0] === url.pathname
  if (!place || byScript || !staysInRoom || next.to.includes('#')) return next
  return { ...next, to: atPlace(next.to, place) }
}

/** Characters; proxies refuse a long header with a 502. */
const longestPlace = 100

/** `path` with `place` as its fragment, or without one if that is too long for a `Location` header. */
export function atPlace(path: string, place: string): string {
  return place.length > longestPlace ? path : `${path}#${encodeURIComponent(place)}`
}
