import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { IdentityError, type SignedIn } from '~/domain/identity'
import { type ClientCode, describe } from '~/domain/identity-errors'
import { defaultLanguage, languages } from '~/domain/languages'
import { admit } from '~/http/entering.server'
import { endSession } from '~/http/session.server'

/** How long ago the sign-in itself may be, in milliseconds: an ID token that leaked opens no session. */
const freshFor = 5 * 60_000

const syncBody = z.object({
  refreshToken: z.string().min(1).max(4_096),
  language: z.enum(languages).catch(defaultLanguage),
})

/** There is nothing to read here; who is signed in, every page says itself. */
export function loader() {
  return notAllowed()
}

/**
 * Keeps our session in step with a sign-in by the Firebase browser SDK. It is no page: it answers
 * 204, or JSON `{ error: { code } }` with a client code of the error catalogue and its status.
 *
 * POST with `Authorization: Bearer <ID token>` begins a session, if the sign-in was within the last
 * 5 minutes. Its body is JSON: `refreshToken`, required (400 without it): a session that cannot
 * renew its tokens could not be asked about after an hour, and a blocked account would stay; and
 * `language`, that of the page. DELETE ends the session.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method === 'DELETE') {
    return done(await endSession(context, request), { 'Clear-Site-Data': '"cache"' })
  }
  if (request.method !== 'POST') return notAllowed()
  const body = syncBody.safeParse(await request.json().catch(() => undefined))
  if (!body.success) return refused('invalid-user-token', 400)
  const { refreshToken, language } = body.data
  try {
    const signedIn = await believe(context, bearerToken(request), refreshToken)
    return done(await admit(context, request, signedIn, language))
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error
    return refused(error.code)
  }
}

/**
 * Who the two tokens belong to. The refresh token is used at once: it must be the same user's, and
 * the session gets tokens that nobody else has seen.
 */
async function believe(
  { services, now }: AppLoadContext,
  idToken: string,
  refreshToken: string,
): Promise<SignedIn> {
  const { uid, authTime } = await services.tokens.verify(idToken)
  if (!(now().getTime() - authTime.getTime() <= freshFor)) {
    throw new IdentityError('requires-recent-login', `signed in at ${authTime.getTime()}`)
  }
  const renewed = await services.identity.refresh(refreshToken, now())
  if (renewed.uid !== uid) {
    throw new IdentityError('invalid-user-token', 'the refresh token is somebody else’s')
  }
  const user = await services.identity.lookup(renewed.tokens.idToken)
  return { user, tokens: renewed.tokens }
}

/** The token of the Authorization header (RFC 6750 §2.1); empty without one, which none is. */
function bearerToken(request: Request): string {
  const header = request.headers.get('Authorization') ?? ''
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1] ?? ''
}

function done(setCookie: string, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 204,
    headers: { 'Cache-Control': 'no-store', 'Set-Cookie': setCookie, ...headers },
  })
}

function refused(code: ClientCode, status = describe(code).status): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  // A refusal of credentials owes the name of those it would take (RFC 9110 §15.5.2).
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer error="invalid_token"')
  return Response.json({ error: { code } }, { status, headers })
}

function notAllowed(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'POST, DELETE' } })
}
