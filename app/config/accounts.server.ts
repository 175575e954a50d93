import { type AccountLetters, noAccountLetters } from '../domain/identity/account-letters'
import { type Identity, IdentityError } from '../domain/identity/identity'
import type { PasskeySignIn } from '../domain/identity/passkeys'
import type { TokenVerifier } from '../domain/identity/token-verifier'
import { StoreNotOpened, type Stores } from '../domain/stores'
import type { Config } from './settings.server'

interface Accounts {
  identity: Identity
  /** Of tokens that browsers bring. */
  tokens: TokenVerifier
  accountLetters: AccountLetters
  /** Firebase knows no passkeys. */
  passkeySignIn?: PasskeySignIn
}

/**
 * Each kind is loaded only where it is used: Firebase's modules are large. Throws StoreNotOpened, with
 * nothing changed, where the accounts of these data are of the other kind.
 */
export async function openAccounts(
  config: Config,
  stores: Stores,
  now: () => Date,
  report?: (problem: string) => void,
): Promise<Accounts> {
  await demandSameKind(config, stores)
  const { accounts, identity: service, secrets, loginProviders } = config
  const { identities, passkeys } = stores
  if (accounts === 'own') {
    const { createOwnAccounts } = await import('../adapters/own-accounts/identity.server')
    const { createLoginProviders } = await import('../adapters/own-accounts/openid.server')
    const providers = createLoginProviders({ providers: loginProviders, now, report })
    return {
      ...createOwnAccounts({ identities, passkeys, secrets, now, providers }),
      tokens: noTokens,
    }
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

async function demandSameKind({ accounts, accountsAreNamed }: Config, stores: Stores) {
  const oldest = await stores.desks.findOldest()
  const [kept] = await stores.identities.list(1)
  if (accounts === 'own' && oldest && !kept) {
    throw new StoreNotOpened(
      'The accounts of these data are at Firebase. Set FIREBASE_API_KEY and FIREBASE_PROJECT_ID as before, or take them over first: npm run accounts -- import FILE HASHES',
    )
  }
  if (accounts === 'firebase' && kept && !accountsAreNamed) {
    throw new StoreNotOpened(
      'The accounts of these data are kept with them, but FIREBASE_API_KEY is set. Take that out; or, once npm run accounts -- export has moved them into your project, set ACCOUNTS=firebase',
    )
  }
}

/** Tokens of our own accounts never leave the server. */
const noTokens: TokenVerifier = {
  async verify() {
    throw new IdentityError('operation-not-allowed', 'accounts of our own sign in by form alone')
  },
}
