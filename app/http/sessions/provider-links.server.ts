import type { AppLoadContext } from '@remix-run/node'
import type { ActionResult } from '../forms/form-action.server'
import { limited } from '../limits/rate-limits.server'
import { destination } from '../links/destination'
import { requireSession, toLogin } from './access.server'
import { admit } from './entering.server'
import { refusal, returnAddress } from './provider-trips.server'
import { endsSession, freshIdToken } from './revalidation.server'
import { readSession } from './session.server'
import { type Conflict, isSameAddress, signInFlowCookie } from './sign-in-flow.server'
import { secondFactorPath } from './waiting-sign-in.server'

/** Undefined without one for the signed-in account. */
export async function pendingLink(
  context: AppLoadContext,
): Promise<(Conflict & { pendingToken: string }) | undefined> {
  const way = signInFlowCookie.read(context)
  if (way?.kind !== 'conflict' || way.pendingToken === undefined) return undefined
  if (!context.url.searchParams.has('link')) return undefined
  const session = await readSession(context)
  if (!session || !isSameAddress(session.user.email, way.email)) return undefined
  return { ...way, pendingToken: way.pendingToken }
}

/** With the owner's consent; starts a new session. */
export async function linkPending(
  _: unknown,
  { context }: { context: AppLoadContext },
): Promise<ActionResult> {
  const session = await requireSession(context)
  const cookies: string[] = []
  let to = destination(context)
  const pending = await pendingLink(context)
  if (pending) {
    try {
      const { pendingToken, provider } = pending
      const idToken = await freshIdToken(context, session)
      const answer = { requestUri: returnAddress(context, provider), pendingToken, idToken }
      const signedIn = await limited(context, { name: 'sign-in' }, () =>
        context.services.identity.finishProviderSignIn(answer, context.now()),
      )
      const arrival = { signedIn, proof: 'provider' } as const
      const { cookie, waits } = await admit(context, arrival, context.language, '')
      cookies.push(cookie)
      if (waits) to = secondFactorPath(to, context.language)
    } catch (error) {
      if (endsSession(error)) throw await toLogin(context, error.code)
      return refusal(error, 'link')
    }
  }
  cookies.push(signInFlowCookie.clear(context))
  return { to, cookies }
}
