import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { type ClientCode, describe } from '~/domain/identity/errors'
import { IdentityError, type SignedIn } from '~/domain/identity/identity'
import type { VerifiedToken } from '~/domain/identity/token-verifier'
import { isOutlived } from '~/domain/identity/tokens'
import { TooManyRequests } from '~/domain/limits/rate-limits'
import { defaultLanguage, languages } from '~/domain/text/languages'
import { limited } from '~/http/limits/rate-limits.server'
import { safeRedirect } from '~/http/links/safe-redirect'
import { admit } from '~/http/sessions/entering.server'
import { knowBrowser } from '~/http/sessions/known-browser.server'
import { endSession, readSession, renewIdToken } from '~/http/sessions/session.server'
import { challenge } from '~/http/sessions/sign-in.server'
import { secondFactorPath } from '~/http/sessions/waiting-sign-in.server'

/** Milliseconds since the sign-in: a leaked ID token opens no session. */
const freshFor = 5 * 60_000

const syncBody = z.object({
  refreshToken: z.string().min(1).max(4_096).optional(),
  language: z.enum(languages).catch(defaultLanguage),
  to: z.string().optional(),
})

/** Every page says who is signed in. */
export function loader() {
  return notAllowed()
}

/**
 * Keeps our session in step with the Firebase browser SDK. Not a page: responds 204, or JSON `{
 * error: { code } }` with a client code and its status.
 *
 * POST with `Authorization: Bearer <ID token>` starts a session, within 5 minutes of the sign-in;
 * with a session, a newer token renews it. The body is empty or JSON: `refreshToken`, with which
 * the session renews itself for 24 hours (otherwise it ends with its last ID token), and the page's
 * `language` and the page `to` that follows, whose invitation lets a new account in. An account with a
 * second factor gets 403, `second-factor-required` and the page `to` that asks for it. DELETE ends the
 * session.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method === 'DELETE') {
    return done([await endSession(context)], { 'Clear-Site-Data': '"cache"' })
  }
  if (request.method !== 'POST') return notAllowed()
  const body = syncBody.safeParse(await readJson(request))
  if (!body.success) return refused('invalid-user-token', 400)
  const { refreshToken, language, to } = body.data
  try {
    const idToken = bearerToken(request)
    const verified = await context.services.tokens.verify(idToken)
    const session = await readSession(context)
    const fresh = context.now().getTime() - verified.authTime.getTime() <= freshFor
    if (!fresh && session?.user.uid === verified.uid) {
      await renewIdToken(context, session, idToken, verified.expiresAt)
      return done()
    }
    if (!fresh) throw new IdentityError('requires-recent-login', 'the sign-in was long ago')
    const signedIn = await limited(context, { name: 'sign-in' }, () =>
      believe(context, idToken, verified, refreshToken),
    )
    const proof = verified.provider === 'password' ? 'password' : 'provider'
    const known = await context.services.accounts.find(verified.uid)
    // Somebody who had the password before the address was proved may hold tokens of that second.
    const isVoid = proof === 'password' && isOutlived(verified.authTime, signedIn.validSince)
    if (known?.emailVerified && isVoid) {
      throw new IdentityError('user-token-expired', 'the sign-in is older than the password')
    }
    const arrival = { signedIn, proof, known } as const
    const page = safeRedirect(to, '')
    const { cookie, waits } = await admit(context, arrival, language, page)
    const cookies = [cookie, knowBrowser(context, signedIn.user.email)]
    return waits ? awaiting(cookies, secondFactorPath(page, language)) : done(cookies)
  } catch (error) {
    if (error instanceof TooManyRequests) {
      return refused('too-many-requests', 429, { 'Retry-After': String(error.retryAfter) })
    }
    if (!(error instanceof IdentityError)) throw error
    return refused(error.code)
  }
}

/** An empty body says nothing; one that is no JSON is no object. */
async function readJson(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The tokens' user. The refresh token is used at once: nobody else has seen the new ones. */
async function believe(
  { services, now }: AppLoadContext,
  idToken: string,
  { uid, expiresAt }: VerifiedToken,
  refreshToken: string | undefined,
): Promise<SignedIn> {
  if (refreshToken === undefined) {
    const { user, validSince } = await services.identity.lookupRecord(idToken)
    return { user, tokens: { idToken, refreshToken: '', expiresAt }, validSince }
  }
  const renewed = await services.identity.refresh(refreshToken, now())
  if (renewed.uid !== uid) {
    throw new IdentityError('invalid-user-token', 'the refresh token is somebody else’s')
  }
  const { user, validSince } = await services.identity.lookupRecord(renewed.tokens.idToken)
  return { user, tokens: renewed.tokens, validSince }
}

/** RFC 6750 §2.1; empty without one. */
function bearerToken(request: Request): string {
  const header = request.headers.get('Authorization') ?? ''
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1] ?? ''
}

function done(cookies: string[] = [], more: Record<string, string> = {}): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store', ...more })
  for (const each of cookies) headers.append('Set-Cookie', each)
  return new Response(null, { status: 204, headers })
}

function awaiting(cookies: string[], to: string): Response {
  const code: ClientCode = 'second-factor-required'
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  for (const each of cookies) headers.append('Set-Cookie', each)
  return Response.json({ error: { code }, to }, { status: describe(code).status, headers })
}

function refused(
  code: ClientCode,
  status = describe(code).status,
  more: Record<string, string> = {},
): Response {
  const owed = status === 401 ? challenge : {}
  const headers = { 'Cache-Control': 'no-store', ...owed, ...more }
  return Response.json({ error: { code } }, { status, headers })
}

function notAllowed(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'POST, DELETE' } })
}
