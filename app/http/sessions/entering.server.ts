import type { AppLoadContext } from '@remix-run/node'
import type { SignedIn } from '../../domain/identity/identity'
import type { Language } from '../../domain/text/languages'
import { localizedPath } from '../../i18n/addresses'
import { endAllSessions } from './all-sessions.server'
import { completeSignIn } from './sign-in.server'
import { isSameAddress, signInFlowCookie } from './sign-in-flow.server'

/** As `completeSignIn`. A first proof of an address ends all earlier sessions. */
export async function admit(
  context: AppLoadContext,
  signedIn: SignedIn,
  language: Language,
  to: string,
): Promise<string> {
  const { uid, emailVerified } = signedIn.user
  const known = await context.services.accounts.find(uid)
  if (known && !known.emailVerified && emailVerified) await endAllSessions(context.services, uid)
  return completeSignIn(context, signedIn, language, to)
}

/** To a path on this site; first offers to link a provider's sign-in that met this account. */
export async function enter(
  context: AppLoadContext,
  signedIn: SignedIn,
  {
    to,
    language = context.language,
    cookies = [],
  }: { to: string; language?: Language; cookies?: string[] },
): Promise<{ to: string; cookies: string[] }> {
  const session = await admit(context, signedIn, language, to)
  const way = signInFlowCookie.read(context)
  const offers =
    way?.kind === 'conflict' && way.pendingToken && isSameAddress(way.email, signedIn.user.email)
  const query = new URLSearchParams({ link: 'google', redirect: to })
  return {
    to: offers ? localizedPath(`/login?${query}`, language) : to,
    cookies: [session, ...cookies],
  }
}
