import type { OwnAccount } from '../../domain/accounts/own-account'
import { IdentityError } from '../../domain/identity/identity'
import { usualForm } from '../../domain/identity/passwords'
import { doneAnswer, lookupAnswer, tokensAnswer } from './answers'
import type { Calls } from './call.server'
import { refuseEmptyPassword } from './required'
import { toTokens } from './sign-in.server'
import { toSessionUser, toUserRecord } from './users'

export function createOwnAccount(calls: Calls): OwnAccount {
  async function find(idToken: string) {
    const { users } = await calls.account('accounts:lookup', { idToken }, lookupAnswer)
    const [user] = users
    if (user.disabled) throw new IdentityError('user-disabled', 'accounts:lookup: disabled')
    return user
  }

  async function lookup(idToken: string) {
    return toSessionUser(await find(idToken))
  }

  return {
    lookup,

    async lookupRecord(idToken) {
      return toUserRecord(await find(idToken))
    },

    async updateProfile(idToken, { displayName, photoURL }) {
      const deleteAttribute: ('DISPLAY_NAME' | 'PHOTO_URL')[] = []
      if (displayName === null) deleteAttribute.push('DISPLAY_NAME')
      if (photoURL === null) deleteAttribute.push('PHOTO_URL')
      const body = {
        idToken,
        displayName: displayName ?? undefined,
        photoUrl: photoURL ?? undefined,
        deleteAttribute: deleteAttribute.length > 0 ? deleteAttribute : undefined,
        returnSecureToken: false,
      }
      await calls.account('accounts:update', body, doneAnswer)
      return lookup(idToken)
    },

    async changePassword(idToken, newPassword, now) {
      refuseEmptyPassword(newPassword)
      const body = { idToken, password: usualForm(newPassword), returnSecureToken: true }
      return toTokens(await calls.account('accounts:update', body, tokensAnswer), now)
    },

    async unlinkProvider(idToken, providerId) {
      const body = { idToken, deleteProvider: [providerId], returnSecureToken: false }
      await calls.account('accounts:update', body, doneAnswer)
      return lookup(idToken)
    },

    async deleteAccount(idToken) {
      await calls.account('accounts:delete', { idToken }, doneAnswer)
    },
  }
}
