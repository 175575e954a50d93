import type { Account } from '../accounts/accounts'
import type { SessionUser } from '../accounts/sessions'

/**
 * Anybody can open an account with somebody else's address, a password of their own and a session that
 * stays open. The first proof of the address ends what came before it.
 */

/**
 * How an address is proved: the e-mailed confirmation or change of address, the e-mailed sign-in link, a
 * new password by e-mail, or a provider's sign-in.
 */
export type AddressProof = 'confirmation' | 'link' | 'reset' | 'provider'

/** What shows that it is proved by who opened the account: its session in this browser, or its password. */
export type Acquaintance = 'session' | 'password' | 'none'

/**
 * `sessions`: all but the one that proves. `credentials`: those, the password and other providers.
 * `refused`: the proof is not taken before the password is given.
 */
export type Ending = 'sessions' | 'credentials' | 'refused'

/** A new password replaces the old one itself, and a provider's sign-in lets the service remove it. */
const endings: Record<AddressProof, Record<Acquaintance, Ending>> = {
  confirmation: { session: 'sessions', password: 'sessions', none: 'refused' },
  link: { session: 'sessions', password: 'sessions', none: 'credentials' },
  reset: { session: 'sessions', password: 'sessions', none: 'sessions' },
  provider: { session: 'sessions', password: 'sessions', none: 'sessions' },
}

/** What the first proof of an account's address ends. */
export function endedByProof(proof: AddressProof, acquaintance: Acquaintance): Ending {
  return endings[proof][acquaintance]
}

/**
 * Whether a sign-in is the first of an account with a proven address. `known` is our record from before
 * it; an account that we do not know may have been opened at the identity service itself.
 */
export function isFirstProof(
  known: Pick<Account, 'emailVerified'> | undefined,
  { emailVerified }: Pick<SessionUser, 'emailVerified'>,
): boolean {
  return emailVerified && !known?.emailVerified
}
