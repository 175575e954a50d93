import type { AccountLetters } from '../../domain/identity/account-letters'
import type { Identity } from '../../domain/identity/identity'
import type { PasskeySignIn } from '../../domain/identity/passkeys'
import type { OwnAccountsContext } from './accounts.server'
import { createActionCodes } from './action-codes.server'
import { createLetters, issueCode, issueReset } from './letters.server'
import { createOwnAccount } from './own-account.server'
import { createPasskeySignIn } from './passkeys.server'
import { createPasswordHashes } from './password-hashes.server'
import { createProviderSignIn } from './provider-sign-in.server'
import { createSigningIn } from './sign-in.server'
import { createTokens } from './tokens.server'

interface Options
  extends Pick<OwnAccountsContext, 'identities' | 'passkeys' | 'now' | 'providers'> {
  /** Newest first. */
  secrets: readonly string[]
  hashes?: OwnAccountsContext['hashes']
}

/** Accounts in the stores, without any service. */
export function createOwnAccounts({
  secrets,
  hashes = createPasswordHashes(),
  ...ports
}: Options): {
  identity: Identity
  accountLetters: AccountLetters
  passkeySignIn: PasskeySignIn
} {
  const own: OwnAccountsContext = { ...ports, hashes, tokens: createTokens(secrets) }
  const identity: Identity = {
    ...createSigningIn(own),
    ...createProviderSignIn(own),
    ...createLetters(own),
    ...createActionCodes(own),
    ...createOwnAccount(own),
    recaptchaConfig: async () => ({ password: 'OFF' }),
    forClient: () => identity,
  }
  const accountLetters: AccountLetters = {
    issue: (id, now) => issueCode(own, id, now),
    resetCode: (identity, now) => issueReset(own, identity, now),
  }
  return { identity, accountLetters, passkeySignIn: createPasskeySignIn(own) }
}
