import type { AppLoadContext } from '@remix-run/node'
import { isDraft } from '../../domain/forms/given'

/** Throws 405 for the other methods that change something, which have no meaning at a page. */
export function demandPost({ method }: Request): void {
  if (method === 'POST') return
  throw new Response(null, { status: 405, headers: { Allow: 'GET, HEAD, POST' } })
}

interface Switched {
  typed: Record<string, string>
  context: Pick<AppLoadContext, 'keepLanguage' | 'path'>
}

/** Keeps a draft on the answered page; without one, leads to the page, so that one can go back from it. */
export function switchLanguage<Refused extends object>(
  sent: FormData,
  { typed, context }: Switched,
  refused?: Refused,
) {
  context.keepLanguage()
  const keeps = isDraft(typed) || refused || sent.has('uploaded')
  return keeps ? { ...refused, status: 200 } : { to: context.path }
}
