import {
  type Redemption,
  type StoredCode,
  type StoredIdentity,
  withVoidTokens,
} from '../../domain/identity/identities'
import { type ActionCodes, type ActionKind, IdentityError } from '../../domain/identity/identity'
import { passkeyLetter } from '../../domain/identity/passkeys'
import type { Language } from '../../domain/text/languages'
import {
  demandPassword,
  demandStanding,
  hashOf,
  type OwnAccountsContext,
  passwordLetter,
  unlessTaken,
  withEmail,
} from './accounts.server'
import { letterOf, newRequest } from './letters.server'

export function createActionCodes(own: OwnAccountsContext): ActionCodes {
  const { identities, passkeys, hashes } = own

  async function find(code: string) {
    const stored = await identities.findCode(hashOf(code))
    const identity = stored?.uid === undefined ? undefined : await identities.find(stored.uid)
    return demandLiving(stored, identity, stored?.kind, own.now())
  }

  /** A stranger who changed the address may have added passkeys. Call it before the code is redeemed. */
  async function dropPasskeys(code: string, now: Date) {
    const { kind, uid } = await find(code)
    if (kind !== 'RECOVER_EMAIL' || uid === undefined) return
    await passkeys.removeAll(uid, passkeyLetter('passkey-removed', uid, now))
  }

  return {
    async checkActionCode(code) {
      const { kind, email, newEmail } = await find(code)
      // A link does not show its address: somebody else may open it, and must not learn whose it is.
      return kind === 'EMAIL_SIGNIN' ? { kind, email: '' } : { kind, email, newEmail }
    },

    async applyVerification(code) {
      const { identity } = await redeem(own, code, 'VERIFY_EMAIL', own.now(), (_, before) => ({
        identity: { ...demandStanding(before), emailVerified: true },
      }))
      return { email: identity.email }
    },

    async applyEmailChange(code, language) {
      const now = own.now()
      const done = redeem(own, code, 'VERIFY_AND_CHANGE_EMAIL', now, (stored, found) => {
        const before = demandStanding(found)
        const identity = withVoidTokens(withEmail(before, stored.newEmail ?? ''), now)
        const request = before.emailVerified ? wayBack(before, identity, language, now) : undefined
        return { identity, request, mails: request && [letterOf(request)] }
      })
      const { identity } = await unlessTaken(done)
      return { email: identity.email }
    },

    async recoverEmail(code) {
      const now = own.now()
      await dropPasskeys(code, now)
      const done = redeem(own, code, 'RECOVER_EMAIL', now, (stored, before) => ({
        identity: withVoidTokens(withEmail(demandStanding(before), stored.email), now),
      }))
      return { email: (await unlessTaken(done)).identity.email }
    },

    async confirmPasswordReset(code, newPassword) {
      const { kind, email } = await find(code)
      demandKind(kind, 'PASSWORD_RESET')
      demandPassword(newPassword, email)
      const passwordHash = await hashes.hash(newPassword)
      const now = own.now()
      const { identity } = await redeem(own, code, 'PASSWORD_RESET', now, (_, before) => {
        const standing = withVoidTokens(demandStanding(before), now)
        const after = { ...standing, passwordHash, emailVerified: true }
        return { identity: after, mails: [passwordLetter(after)] }
      })
      return { email: identity.email }
    },
  }
}

/**
 * Uses a code of this kind up and changes its account, in one commit; what `decide` throws leaves both.
 * `decide` gets no identity for a sign-in link to an address without one. Throws 'invalid-action-code',
 * 'expired-action-code' or 'user-disabled'; rejects with `Taken`.
 */
export function redeem(
  { identities }: Pick<OwnAccountsContext, 'identities'>,
  code: string,
  kind: ActionKind,
  now: Date,
  decide: (stored: StoredCode, identity: StoredIdentity | undefined) => Redemption,
): Promise<Redemption> {
  return identities.redeem(hashOf(code), (stored, identity) =>
    decide(demandLiving(stored, identity, kind, now), identity),
  )
}

function demandLiving(
  stored: StoredCode | undefined,
  identity: StoredIdentity | undefined,
  kind: ActionKind | undefined,
  now: Date,
): StoredCode {
  if (!stored) throw new IdentityError('invalid-action-code', 'unknown')
  demandKind(stored.kind, kind)
  if (stored.expiresAt <= now) throw new IdentityError('expired-action-code', stored.kind)
  if (identity?.blocked) throw new IdentityError('user-disabled', 'blocked')
  if (stored.kind === 'EMAIL_SIGNIN' || stored.kind === 'RECOVER_EMAIL') return stored
  // A new password or address makes older letters void: who asked for them may be somebody else.
  const isOutlived = stored.kind !== 'VERIFY_EMAIL' && stored.tokenCount !== identity?.tokenCount
  if (identity?.email !== stored.email || isOutlived)
    throw new IdentityError('invalid-action-code', 'the account has changed since')
  return stored
}

function demandKind(kind: ActionKind, expected: ActionKind | undefined): void {
  if (kind !== expected) throw new IdentityError('invalid-action-code', `a code to ${kind}`)
}

/** For the earlier address, so that its reader can take the account back. */
function wayBack(
  before: StoredIdentity,
  after: StoredIdentity,
  language: Language,
  now: Date,
): StoredCode {
  const { uid, email } = before
  return newRequest(
    { kind: 'RECOVER_EMAIL', holder: `${uid} ${before.emailKey}`, uid, email, language },
    { newEmail: after.email },
    now,
  )
}
