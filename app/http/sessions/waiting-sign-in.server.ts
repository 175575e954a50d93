import { randomUUID } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import type { SignedIn } from '../../domain/identity/identity'
import type { Language } from '../../domain/text/languages'
import { localizedPath, withQuery } from '../../i18n/addresses'
import { sealedCookie } from '../cookies/sealed-cookie.server'
import { invitationIn } from '../links/invitation-path'

/** A sign-in whose first proof was given, for five minutes. The browser cannot read its token. */
export const waitingSignInCookie = sealedCookie(
  'second-factor',
  5 * 60,
  z.object({
    /** Its tries are counted by it. */
    id: z.string(),
    uid: z.string(),
    /** Empty where a browser keeps it; the ID token is here instead. */
    refreshToken: z.string(),
    idToken: z.string(),
    expiresAt: z.coerce.date(),
  }),
)

type WaitingSignIn = NonNullable<ReturnType<typeof waitingSignInCookie.read>>

/** Set-Cookie value. An ID token is long, and a refresh token gives another one. */
export function awaitSecondFactor(
  context: AppLoadContext,
  { user: { uid }, tokens }: SignedIn,
): string {
  const { idToken, refreshToken, expiresAt } = tokens
  const kept = { refreshToken, idToken: refreshToken ? '' : idToken, expiresAt }
  return waitingSignInCookie.write(context, { id: randomUUID(), uid, ...kept })
}

/** As the identity service knows it now. Throws an IdentityError, also for an account blocked meanwhile. */
export async function resumeSignIn(
  { services, now }: AppLoadContext,
  { refreshToken, idToken, expiresAt }: WaitingSignIn,
): Promise<SignedIn> {
  const { identity } = services
  const tokens = refreshToken
    ? (await identity.refresh(refreshToken, now())).tokens
    : { idToken, refreshToken, expiresAt }
  const { user, validSince } = await identity.lookupRecord(tokens.idToken)
  return { user, tokens, validSince }
}

/** The page that asks for a code and then leads `to` a page of this site. */
export function secondFactorPath(to: string, language: Language): string {
  const invitation = invitationIn(to)
  const query = new URLSearchParams({ second: '' })
  if (invitation !== undefined) query.set('invitation', invitation)
  else if (to) query.set('redirect', to)
  return localizedPath(withQuery('/login', query), language)
}
