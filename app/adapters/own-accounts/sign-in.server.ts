import type { StoredIdentity } from '../../domain/identity/identities'
import { IdentityError, type ProviderSignIn, type SigningIn } from '../../domain/identity/identity'
import { emailKey } from '../../domain/text/email'
import {
  addressOf,
  demandPassword,
  demandStanding,
  newIdentity,
  type OwnAccountsContext,
  signedInAs,
  unlessTaken,
} from './accounts.server'
import { redeem } from './action-codes.server'

export function createSigningIn(own: OwnAccountsContext): Omit<SigningIn, keyof ProviderSignIn> {
  const { identities, hashes, tokens } = own

  const signedIn = (identity: StoredIdentity, now: Date) => signedInAs(own, identity, now)

  return {
    async signUp({ email: typed, password, proven = false }, now) {
      const email = addressOf(typed)
      demandPassword(password, email)
      // Made before the address is looked for, so that the time does not tell whether it has an account.
      const passwordHash = await hashes.hash(password)
      const identity = { ...newIdentity(email, now), passwordHash, emailVerified: proven }
      await unlessTaken(identities.add(identity))
      return signedIn(identity, now)
    },

    async signInWithPassword({ email: typed, password }, now) {
      const email = addressOf(typed)
      if (!password) throw new IdentityError('missing-password', 'no password')
      const known = await identities.findByEmail(email)
      if (!(await hashes.matches(password, known?.passwordHash)) || !known)
        throw new IdentityError('invalid-credential', 'address or password')
      demandStanding(known)
      const { passwordHash = '' } = known
      const newHash = hashes.isOutdated(passwordHash) ? await hashes.hash(password) : passwordHash
      const identity = await identities.change(known.uid, (found) => {
        // Changed in the meantime.
        if (found?.passwordHash !== passwordHash)
          throw new IdentityError('invalid-credential', 'no longer the password')
        return { ...demandStanding(found), passwordHash: newHash, lastLoginAt: now }
      })
      return signedIn(identity, now)
    },

    async signInWithEmailLink(typed, code, now) {
      const email = addressOf(typed)
      let isNewUser = false
      const done = redeem(own, code, 'EMAIL_SIGNIN', now, (stored, found) => {
        if (stored.holder !== emailKey(email))
          throw new IdentityError('invalid-email', 'the link went to another address')
        isNewUser = found === undefined
        const before = found ?? newIdentity(stored.email, now)
        return { identity: { ...before, emailVerified: true, lastLoginAt: now } }
      })
      const { identity } = await unlessTaken(done)
      return { ...signedIn(identity, now), isNewUser }
    },

    async refresh(refreshToken, now) {
      const { uid, tokenCount } = tokens.read(refreshToken, 'refresh', now)
      const identity = demandStanding(await identities.find(uid), tokenCount)
      return { uid, tokens: tokens.issue(identity, now) }
    },
  }
}
