import type { OwnAccount } from '../../domain/accounts/own-account'
import { type StoredIdentity, withVoidTokens } from '../../domain/identity/identities'
import { IdentityError } from '../../domain/identity/identity'
import type { NewRecordMail } from '../../domain/outbox/mails'
import { parseUrl } from '../../domain/text/urls'
import {
  accountOf,
  demandPassword,
  demandStanding,
  type OwnAccountsContext,
  passwordLetter,
  providerLetter,
  toUser,
  waysOf,
} from './accounts.server'

export function createOwnAccount(own: OwnAccountsContext): OwnAccount {
  const { identities, hashes, tokens } = own

  const find = (idToken: string) => accountOf(own, idToken)

  function change(
    idToken: string,
    to: (identity: StoredIdentity) => StoredIdentity,
    mails?: (identity: StoredIdentity) => NewRecordMail[],
  ) {
    const { uid, tokenCount } = tokens.read(idToken, 'id', own.now())
    return identities.change(uid, (found) => to(demandStanding(found, tokenCount)), mails)
  }

  return {
    lookup: async (idToken) => toUser(await find(idToken)),

    async lookupRecord(idToken) {
      const identity = await find(idToken)
      const { createdAt, lastLoginAt, validSince } = identity
      const none = { phoneNumber: null, isAnonymous: false, tenantId: null }
      return { user: toUser(identity), ...none, createdAt, lastLoginAt, validSince }
    },

    async updateProfile(idToken, { displayName, photoURL }) {
      if (photoURL && parseUrl(photoURL)?.protocol !== 'https:')
        throw new IdentityError('internal-error', 'a picture without https')
      const identity = await change(idToken, (before) => ({
        ...before,
        ...(displayName !== undefined && { displayName: displayName ?? undefined }),
        ...(photoURL !== undefined && { photoUrl: photoURL ?? undefined }),
      }))
      return toUser(identity)
    },

    async changePassword(idToken, newPassword, now) {
      demandPassword(newPassword, (await find(idToken)).email)
      const passwordHash = await hashes.hash(newPassword)
      const identity = await change(
        idToken,
        (before) => ({ ...withVoidTokens(before, now), passwordHash }),
        (after) => [passwordLetter(after)],
      )
      return tokens.issue(identity, now)
    },

    /** E-mailed links remain in any case, but are slow. */
    async unlinkProvider(idToken, providerId) {
      const now = own.now()
      let isLinked = false
      const without = (before: StoredIdentity): StoredIdentity => {
        const ways = waysOf(before)
        isLinked = ways.includes(providerId)
        if (!isLinked) return before
        if (ways.length === 1) throw new IdentityError('operation-not-allowed', 'the last way in')
        if (providerId === 'password') return { ...before, passwordHash: undefined }
        const { providers } = before
        return { ...before, providers: providers?.filter(({ issuer }) => issuer !== providerId) }
      }
      const letters = ({ uid }: StoredIdentity) =>
        isLinked ? [providerLetter('provider-unlinked', uid, now)] : []
      return toUser(await change(idToken, without, letters))
    },

    async deleteAccount(idToken) {
      await identities.remove((await find(idToken)).uid)
    },
  }
}
