import { randomBytes } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '../../domain/accounts/accounts'
import { type AddressProof, endedByProof, isFirstProof } from '../../domain/identity/first-proof'
import { IdentityError, type SignedIn } from '../../domain/identity/identity'
import type { Language } from '../../domain/text/languages'
import { localizedPath } from '../../i18n/addresses'
import type { NextPage } from '../forms/next-page.server'
import { endAllSessions } from './all-sessions.server'
import { readSession } from './session.server'
import { completeSignIn, type Entry, type Factors } from './sign-in.server'
import { isSameAddress, signInFlowCookie } from './sign-in-flow.server'
import { secondFactorPath } from './waiting-sign-in.server'

/** How somebody came in. */
export interface Arrival {
  signedIn: SignedIn & { isNewUser?: boolean }
  /** A password or a passkey proves no address. */
  proof: AddressProof | 'password' | 'passkey'
  factors?: Factors
  /** Our record of the address from before the sign-in, during which another session may change it. */
  known?: Account
}

/** With whether the account's old password no longer opens it. */
interface Admission extends Entry {
  dropped: boolean
}

/**
 * As `completeSignIn`. The first proof of an address ends what came before it. Throws 'unproven-password'
 * if the address was proved without that password, which may be a stranger's.
 */
export async function admit(
  context: AppLoadContext,
  { signedIn, proof, known, factors }: Arrival,
  language: Language,
  to: string,
): Promise<Admission> {
  const { services } = context
  const { uid } = signedIn.user
  const before = known?.uid === uid ? known : await services.accounts.find(uid)
  const isFirst = isFirstProof(before, signedIn.user) && !signedIn.isNewUser
  const isSecret = proof === 'password' || proof === 'passkey'
  if (isFirst && before && isSecret) {
    throw new IdentityError('unproven-password', 'the address was proved without it')
  }
  const ended = isFirst && !isSecret && endedByProof(proof, await acquaintance(context, uid, proof))
  if (ended) await endAllSessions(services, uid)
  const dropped = ended === 'credentials'
  const clean = dropped ? await dropCredentials(context, signedIn) : signedIn
  return { ...(await completeSignIn(context, clean, language, to, factors)), dropped }
}

async function acquaintance(context: AppLoadContext, uid: string, proof: AddressProof) {
  if ((await readSession(context))?.user.uid === uid) return 'session'
  // Nobody is signed in by a confirmation without the password.
  return proof === 'confirmation' ? 'password' : 'none'
}

/**
 * Replaces the password by one that nobody knows, which makes all tokens void, and unlinks the providers,
 * of which the last would stay without a password.
 */
async function dropCredentials(context: AppLoadContext, signedIn: SignedIn): Promise<SignedIn> {
  const { identity } = context.services
  const { idToken } = signedIn.tokens
  const unknown = randomBytes(32).toString('base64url')
  const tokens = await identity.changePassword(idToken, unknown, context.now())
  let { user } = signedIn
  for (const { providerId } of user.providerData) {
    if (providerId !== 'password') user = await identity.unlinkProvider(tokens.idToken, providerId)
  }
  const { validSince } = await identity.lookupRecord(tokens.idToken)
  return { user, tokens, validSince }
}

/** To a path on this site, after the second factor where the account has one. */
export async function enter(
  context: AppLoadContext,
  arrival: Arrival,
  {
    to,
    language = context.language,
    cookies = [],
  }: { to: string; language?: Language; cookies?: string[] },
): Promise<NextPage> {
  const { cookie, waits, dropped } = await admit(context, arrival, language, to)
  const { email } = arrival.signedIn.user
  return {
    to: waits ? secondFactorPath(to, language) : offered(context, email, to, language),
    cookies: [cookie, ...cookies],
    notice: dropped ? 'passwordDropped' : undefined,
  }
}

/** `to`, or first the offer to link a provider's sign-in that met the account with this address. */
export function offered(
  context: AppLoadContext,
  email: string,
  to: string,
  language = context.language,
): string {
  const way = signInFlowCookie.read(context)
  const offers = way?.kind === 'conflict' && way.pendingToken && isSameAddress(way.email, email)
  const query = new URLSearchParams({ link: '', redirect: to })
  return offers ? localizedPath(`/login?${query}`, language) : to
}
