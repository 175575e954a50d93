import type { AppLoadContext } from '@remix-run/node'
import type { Session, Tokens } from '../../domain/accounts/sessions'
import { isSiteDesk } from '../../domain/desks/site-desk'
import { eraseAccount } from '../../domain/erasure/erasure'
import { IdentityError } from '../../domain/identity/identity'
import { freshTokens } from './revalidation.server'
import { readSession } from './session.server'
import { isSameAddress } from './sign-in-flow.server'
import { sealTokens } from './token-seal.server'

/** This browser's session, if it is of the account with this address. */
export async function sessionOf(
  email: string,
  context: AppLoadContext,
): Promise<Session | undefined> {
  const session = await readSession(context)
  const account = session && (await context.services.accounts.find(session.user.uid))
  return account && isSameAddress(account.email, email) ? session : undefined
}

/**
 * Erases the account that somebody opened with an address of which another person now reads the mailbox,
 * with its desks, sessions and, as far as one of these can, its entry at the identity service; otherwise
 * its next sign-in does that. Nothing happens to an account that has proved the address, or to the site's
 * desk, which an owner of an earlier version may have without that.
 */
export async function removeUnprovenAccount(context: AppLoadContext, email: string): Promise<void> {
  const { services, config, now } = context
  const account = await services.accounts.findByEmail(email)
  if (!account || account.emailVerified) return
  const { uid } = account
  const own = await services.members.desksOf(uid)
  const ofSite = await Promise.all(own.map(({ desk }) => isSiteDesk(services, desk)))
  if (ofSite.includes(true)) return
  const tokens = await tokensOf(context, uid)
  const sealedTokens = sealTokens(tokens, uid, config.secrets)
  await eraseAccount(services, { uid, sealedTokens }, now())
  if (tokens.idToken) await services.identity.deleteAccount(tokens.idToken).catch(orLater)
}

/** Of the account's newest session; empty if it has none that goes on. */
async function tokensOf(context: AppLoadContext, uid: string): Promise<Tokens> {
  const [session] = await context.services.sessions.list(uid)
  const found = session && (await freshTokens(context, session).catch(orLater))
  return found ?? { idToken: '', refreshToken: '', expiresAt: context.now() }
}

/** The job that erases the account tries again. */
function orLater(error: unknown): undefined {
  if (!(error instanceof IdentityError)) throw error
}
