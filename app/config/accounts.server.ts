import { type AccountLetters, noAccountLetters } from '../domain/identity/account-letters'
import { type Identity, IdentityError } from '../domain/identity/identity'
import type { TokenVerifier } from '../domain/identity/token-verifier'
import type { Stores } from '../domain/stores'
import type { Config } from './settings.server'

interface Accounts {
  identity: Identity
  /** Of tokens that browsers bring. */
  tokens: TokenVerifier
  accountLetters: AccountLetters
}

/** Each kind is loaded only where it is used: Firebase's modules are large. */
export async function openAccounts(
  { accounts, identity: service, secrets }: Config,
  { identities, mails }: Stores,
  now: () => Date,
): Promise<Accounts> {
  if (accounts === 'own') {
    const { createOwnAccounts } = await import('../adapters/own-accounts/identity.server')
    return { ...createOwnAccounts({ identities, mails, secrets, now }), tokens: noTokens }
  }
  const [{ createIdentityToolkit }, { createTokenVerifier }] = await Promise.all([
    import('../adapters/identity-toolkit/identity.server'),
    import('../adapters/firebase-admin/verifier.server'),
  ])
  return {
    identity: createIdentityToolkit(service),
    tokens: createTokenVerifier(service),
    accountLetters: noAccountLetters,
  }
}

/** Tokens of our own accounts never leave the server. */
const noTokens: TokenVerifier = {
  async verify() {
    throw new IdentityError('operation-not-allowed', 'accounts of our own sign in by form alone')
  },
}
