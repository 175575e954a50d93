import { randomBytes } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { ClientCode } from '~/domain/identity/errors'
import { IdentityError } from '~/domain/identity/identity'
import { TooManyRequests } from '~/domain/limits/rate-limits'
import type { Language } from '~/domain/text/languages'
import type { ActionResult, SamePage } from '~/http/forms/form-action.server'
import type { NextPage } from '~/http/forms/next-page.server'
import { limited } from '~/http/limits/rate-limits.server'
import { destination } from '~/http/links/destination'
import { requireSession, toLogin } from '~/http/sessions/access.server'
import { admit, enter } from '~/http/sessions/entering.server'
import { endsSession, freshIdToken } from '~/http/sessions/revalidation.server'
import { readSession } from '~/http/sessions/session.server'
import { identityFailure } from '~/http/sessions/sign-in.server'
import {
  type Conflict,
  isSameAddress,
  signInFlowCookie,
  type Trip,
} from '~/http/sessions/sign-in-flow.server'
import { secondFactorPath } from '~/http/sessions/waiting-sign-in.server'
import { languageOfPath, localizedPath } from '~/i18n/addresses'

const provider = 'google.com'

/** The same for all languages, since each must be registered with the provider. */
function returnAddress({ config }: AppLoadContext): string {
  return `${config.publicOrigin}/login`
}

export async function startGoogle(
  _: unknown,
  { context }: { context: AppLoadContext },
): Promise<ActionResult> {
  try {
    const { authUri, sessionId } = await limited(context, { name: 'sign-in' }, () =>
      context.services.identity.startProviderSignIn(provider, returnAddress(context)),
    )
    const address = new URL(authUri)
    const theirState = address.searchParams.get('state')
    const state = [randomBytes(16).toString('base64url'), theirState ?? ''].join('.')
    address.searchParams.set('state', state)
    const language = context.language
    const trip: Trip = { kind: 'trip', sessionId, state, theirState, to: '', language }
    const cookie = signInFlowCookie.write(context, { ...trip, to: destination(context) }, trip)
    return { to: address.href, cookies: [cookie] }
  } catch (error) {
    return refusal(error)
  }
}

/** Source: RFC 6749 §4.1.2. */
export function comesBack(context: AppLoadContext): boolean {
  return context.url.searchParams.has('state')
}

/** Rejects a response that did not begin in this browser: it would be another's account. */
export async function finishGoogle(context: AppLoadContext): Promise<NextPage> {
  const { searchParams, pathname } = context.url
  const trip = signInFlowCookie.read(context)
  if (trip?.kind !== 'trip' || searchParams.get('state') !== trip.state) {
    return backToLogin(languageOfPath(pathname), '', { problem: 'invalid-auth-event' })
  }
  const { language } = trip
  const over = signInFlowCookie.clear(context)
  try {
    if (searchParams.has('error')) {
      const denied = searchParams.get('error') === 'access_denied'
      throw new IdentityError(denied ? 'user-cancelled' : 'rejected-credential', 'on the way back')
    }
    const answer = {
      requestUri: returnedTo(context, searchParams, trip),
      sessionId: trip.sessionId,
    }
    const signedIn = await limited(context, { name: 'sign-in' }, () =>
      context.services.identity.finishProviderSignIn(answer, context.now()),
    )
    const to = trip.to || localizedPath('/dashboard', language)
    return await enter(context, { signedIn, proof: 'provider' }, { language, to, cookies: [over] })
  } catch (error) {
    if (error instanceof TooManyRequests) {
      return backToLogin(language, trip.to, { problem: 'too-many-requests' }, over)
    }
    if (!(error instanceof IdentityError)) throw error
    const conflict = await conflictOf(error, context)
    if (!conflict) return backToLogin(language, trip.to, { problem: problemOf(error) }, over)
    const cookie = signInFlowCookie.write(context, conflict, {
      ...conflict,
      pendingToken: undefined,
    })
    return backToLogin(language, trip.to, { conflict: '' }, cookie)
  }
}

/** Undefined without one for the signed-in account. */
export async function pendingLink(
  context: AppLoadContext,
): Promise<(Conflict & { pendingToken: string }) | undefined> {
  const way = signInFlowCookie.read(context)
  if (way?.kind !== 'conflict' || way.pendingToken === undefined) return undefined
  if (context.url.searchParams.get('link') !== 'google') return undefined
  const session = await readSession(context)
  if (!session || !isSameAddress(session.user.email, way.email)) return undefined
  return { ...way, pendingToken: way.pendingToken }
}

/** With the owner's consent; starts a new session. */
export async function linkGoogle(
  _: unknown,
  { context }: { context: AppLoadContext },
): Promise<ActionResult> {
  const session = await requireSession(context)
  const cookies: string[] = []
  let to = destination(context)
  const pending = await pendingLink(context)
  if (pending) {
    try {
      const { pendingToken } = pending
      const idToken = await freshIdToken(context, session)
      const answer = { requestUri: returnAddress(context), pendingToken, idToken }
      const signedIn = await limited(context, { name: 'sign-in' }, () =>
        context.services.identity.finishProviderSignIn(answer, context.now()),
      )
      const arrival = { signedIn, proof: 'provider' } as const
      const { cookie, waits } = await admit(context, arrival, context.language, '')
      cookies.push(cookie)
      if (waits) to = secondFactorPath(to, context.language)
    } catch (error) {
      if (endsSession(error)) throw await toLogin(context, error.code)
      return refusal(error)
    }
  }
  cookies.push(signInFlowCookie.clear(context))
  return { to, cookies }
}

function returnedTo(context: AppLoadContext, came: URLSearchParams, { theirState }: Trip): string {
  const query = new URLSearchParams(came)
  if (theirState === null) query.delete('state')
  else query.set('state', theirState)
  return `${returnAddress(context)}?${query}`
}

/** The existing account that a provider's sign-in met; looks up its methods if needed. */
async function conflictOf(
  { code, conflict }: IdentityError,
  context: AppLoadContext,
): Promise<Conflict | undefined> {
  const met = code === 'account-exists-with-different-credential' || code === 'email-already-in-use'
  if (!met || !conflict?.email) return undefined
  if (conflict.providers.length > 0) return { kind: 'conflict', ...conflict }
  const { identity } = context.services
  const providers = await identity
    .findSignInMethods(conflict.email, returnAddress(context))
    .catch((error) => {
      if (error instanceof IdentityError) return []
      throw error
    })
  return { kind: 'conflict', ...conflict, providers }
}

/** 'invalid-credential' reads as a wrong password. */
function problemOf({ code }: IdentityError): ClientCode {
  return code === 'invalid-credential' ? 'rejected-credential' : code
}

function refusal(error: unknown): SamePage {
  const known = error instanceof IdentityError
  const meant = known ? new IdentityError(problemOf(error), error.detail) : error
  const { errors, ...rest } = identityFailure(meant)
  const [google] = Object.values(errors)
  return { errors: { google }, ...rest }
}

function backToLogin(
  language: Language,
  to: string,
  query: Record<string, string>,
  cookie?: string,
): NextPage {
  const search = new URLSearchParams(to ? { ...query, redirect: to } : query)
  return {
    to: localizedPath(`/login?${search}`, language),
    cookies: cookie ? [cookie] : [],
    headers: { 'Cache-Control': 'no-store' },
  }
}
