import { randomBytes } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { ClientCode } from '../../domain/identity/errors'
import { IdentityError } from '../../domain/identity/identity'
import { TooManyRequests } from '../../domain/limits/rate-limits'
import type { Language } from '../../domain/text/languages'
import { languageOfPath, localizedPath, withQuery } from '../../i18n/addresses'
import type { SamePage } from '../forms/form-action.server'
import type { NextPage } from '../forms/next-page.server'
import { consume, limited } from '../limits/rate-limits.server'
import { requireSession } from './access.server'
import { enter } from './entering.server'
import { knowBrowser } from './known-browser.server'
import { freshIdToken, noteUser } from './revalidation.server'
import { identityFailure } from './sign-in.server'
import { type Conflict, signInFlowCookie, type Trip } from './sign-in-flow.server'

/** Of accounts at Firebase, which leads to it itself. */
export const google = 'google.com'

/**
 * The same for all languages, since each must be registered with the provider. Each provider of our own
 * accounts has its own: a code of one can never be given to another (RFC 9700, §4.4.2).
 */
export function returnAddress({ config }: AppLoadContext, provider: string): string {
  const place = provider === google ? '/login' : `/login/${provider}`
  return config.publicOrigin + place
}

/** `uid`: links the provider to this account rather than signing in. */
export async function startTrip(
  context: AppLoadContext,
  provider: string,
  { to, uid }: { to: string; uid?: string },
): Promise<{ address: string; cookie: string }> {
  const back = returnAddress(context, provider)
  const { authUri, sessionId } = await limited(context, { name: 'sign-in' }, () =>
    context.services.identity.startProviderSignIn(provider, back),
  )
  const address = new URL(authUri)
  const theirState = address.searchParams.get('state')
  const state = [randomBytes(16).toString('base64url'), theirState ?? ''].join('.')
  address.searchParams.set('state', state)
  const { language } = context
  const trip: Trip = { kind: 'trip', provider, sessionId, state, theirState, to: '', language, uid }
  const cookie = signInFlowCookie.write(context, { ...trip, to }, trip)
  return { address: address.href, cookie }
}

/** The page from which a browser leaves for a provider. */
export interface Departing {
  leavesFor?: { name: string; address: string }
}

/**
 * Leads to a provider by a page: a redirect would need each of the provider's own hosts in the policy for
 * forms, which browsers apply to all redirects that follow one.
 */
export async function depart(
  context: AppLoadContext,
  id: string,
  trip: { to: string; uid?: string },
): Promise<SamePage<Departing>> {
  const provider = context.config.loginProviders.find((each) => each.id === id)
  if (!provider) return { status: 400, errors: { provider: 'errors:form.key' } }
  try {
    const { address, cookie } = await startTrip(context, id, trip)
    const headers = { 'Set-Cookie': cookie, Refresh: `0; url=${address}` }
    return { status: 200, headers, more: { leavesFor: { name: provider.name, address } } }
  } catch (error) {
    return refusal(error, 'provider')
  }
}

/** Source: RFC 6749 §4.1.2. */
export function comesBack(context: AppLoadContext): boolean {
  return context.url.searchParams.has('state')
}

/** Rejects a response that did not begin in this browser, which would be another's account, or that came before. */
export async function finishTrip(context: AppLoadContext, provider: string): Promise<NextPage> {
  const { searchParams, pathname } = context.url
  const trip = signInFlowCookie.read(context)
  const isOwn =
    trip?.kind === 'trip' &&
    trip.provider === provider &&
    searchParams.get('state') === trip.state &&
    (await consume(context, 'return', trip.state)) === 0
  if (!isOwn) return backToLogin(languageOfPath(pathname), '', { problem: 'invalid-auth-event' })
  const { language } = trip
  const over = signInFlowCookie.clear(context)
  const failing = (problem: ClientCode) =>
    trip.uid === undefined
      ? backToLogin(language, trip.to, { problem }, over)
      : { to: withQuery(trip.to, new URLSearchParams({ problem })), cookies: [over] }
  try {
    if (searchParams.has('error')) {
      const denied = searchParams.get('error') === 'access_denied'
      throw new IdentityError(denied ? 'user-cancelled' : 'rejected-credential', 'on the way back')
    }
    const requestUri = returnedTo(context, searchParams, trip)
    return trip.uid === undefined
      ? await arrive(context, trip, requestUri, over)
      : await linkOnReturn(context, { ...trip, uid: trip.uid }, requestUri, over)
  } catch (error) {
    if (error instanceof TooManyRequests) return failing('too-many-requests')
    if (!(error instanceof IdentityError)) throw error
    const conflict = trip.uid === undefined && (await conflictOf(error, context, provider))
    if (!conflict) return failing(problemOf(error))
    const cookie = signInFlowCookie.write(context, conflict, {
      ...conflict,
      pendingToken: undefined,
    })
    return backToLogin(language, trip.to, { conflict: '' }, cookie)
  }
}

/** Signs in. A new account whose address the provider does not prove gets a letter to confirm it. */
async function arrive(
  context: AppLoadContext,
  { sessionId, language, to: asked }: Trip,
  requestUri: string,
  over: string,
): Promise<NextPage> {
  const { services, config, now } = context
  const { identity } = services
  const signedIn = await limited(context, { name: 'sign-in' }, () =>
    identity.finishProviderSignIn({ requestUri, sessionId }, now()),
  )
  const { email, emailVerified } = signedIn.user
  const cookies = [over, knowBrowser(context, email)]
  const to = asked || localizedPath('/dashboard', language)
  const next = await enter(context, { signedIn, proof: 'provider' }, { language, to, cookies })
  if (!signedIn.isNewUser || emailVerified) return next
  const { idToken } = signedIn.tokens
  const back = asked ? config.publicOrigin + asked : undefined
  // The account exists even if the letter fails; the next page can send it again.
  await identity.sendVerificationMail(idToken, language, back).catch(() => undefined)
  const query = new URLSearchParams(asked ? { redirect: asked } : {})
  return { ...next, to: localizedPath(withQuery('/verify-email', query), language) }
}

/** For the account from whose profile it began, if that is still who is signed in. */
async function linkOnReturn(
  context: AppLoadContext,
  { sessionId, uid, to }: Trip & { uid: string },
  requestUri: string,
  over: string,
): Promise<NextPage> {
  const session = await requireSession(context)
  if (session.user.uid !== uid) throw new IdentityError('invalid-auth-event', 'another account')
  const answer = { requestUri, sessionId, idToken: await freshIdToken(context, session) }
  const { user } = await limited(context, { name: 'sign-in' }, () =>
    context.services.identity.finishProviderSignIn(answer, context.now()),
  )
  await noteUser(context, session, user)
  return { to, notice: 'providerLinked', cookies: [over] }
}

function returnedTo(
  context: AppLoadContext,
  came: URLSearchParams,
  { provider, theirState }: Trip,
): string {
  const query = new URLSearchParams(came)
  if (theirState === null) query.delete('state')
  else query.set('state', theirState)
  return `${returnAddress(context, provider)}?${query}`
}

/** The existing account that a provider's sign-in met; looks up its methods if needed. */
async function conflictOf(
  { code, conflict }: IdentityError,
  context: AppLoadContext,
  provider: string,
): Promise<Conflict | undefined> {
  const met = code === 'account-exists-with-different-credential' || code === 'email-already-in-use'
  if (!met || !conflict?.email) return undefined
  const found = { kind: 'conflict', provider, ...conflict } as const
  if (conflict.providers.length > 0) return found
  const { identity } = context.services
  const providers = await identity
    .findSignInMethods(conflict.email, returnAddress(context, provider))
    .catch((error) => {
      if (error instanceof IdentityError) return []
      throw error
    })
  return { ...found, providers }
}

/** 'invalid-credential' reads as a wrong password. */
function problemOf({ code }: IdentityError): ClientCode {
  return code === 'invalid-credential' ? 'rejected-credential' : code
}

/** As the error of a field, beside the buttons that it is about. */
export function refusal(error: unknown, field: string): SamePage {
  const known = error instanceof IdentityError
  const meant = known ? new IdentityError(problemOf(error), error.detail) : error
  const { errors, ...rest } = identityFailure(meant)
  const [sentence] = Object.values(errors)
  return { errors: { [field]: sentence }, ...rest }
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
