import type { AppLoadContext } from '@remix-run/node'
import { isDraft } from '../../domain/forms/given'
import { languageCookieFor } from '../cookies/language.server'

/** Throws 405 for the other methods that change something, which have no meaning at a page. */
export function demandPost({ method }: Request): void {
  if (method === 'POST') return
  throw new Response(null, { status: 405, headers: { Allow: 'GET, HEAD, POST' } })
}

interface Switched {
  typed: Record<string, string>
  context: Pick<AppLoadContext, 'config' | 'language' | 'path'>
}

/** Keeps a draft on the answered page; without one, leads to the page, so that one can go back from it. */
export function switchLanguage<Refused extends { headers?: Record<string, string> }>(
  sent: FormData,
  { typed, context }: Switched,
  refused?: Refused,
) {
  const cookie = languageCookieFor(context.language, context.config.publicOrigin)
  const keeps = isDraft(typed) || refused || sent.has('uploaded')
  if (!keeps) return { to: context.path, cookies: [cookie] }
  return { ...refused, status: 200, headers: { ...refused?.headers, 'Set-Cookie': cookie } }
}
