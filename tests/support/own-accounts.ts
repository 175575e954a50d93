import { createOwnAccounts } from '../../app/adapters/own-accounts/identity.server'
import { createLoginProviders } from '../../app/adapters/own-accounts/openid.server'
import { createPasswordHashes } from '../../app/adapters/own-accounts/password-hashes.server'
import type { ActionKind } from '../../app/domain/identity/identity'
import type { LoginProvider } from '../../app/domain/identity/login-providers'
import type { Stores } from '../../app/domain/stores'
import type { IdentityUnderTest } from '../contracts/identity'
import { letterBox } from './letter-box'

export interface OwnAccountsUnderTest extends IdentityUnderTest {
  stores: Stores
  forward(milliseconds: number): void
}

/** For tests of anything but passwords: each takes a millisecond. */
export const quickHashes = () => createPasswordHashes({ ln: 4, r: 8, p: 1 })

/** The adapter on these stores, with a clock of the test's. */
export function ownAccountsOn(
  stores: Stores,
  {
    hashes = quickHashes(),
    providers = [],
    timeout,
  }: {
    hashes?: ReturnType<typeof createPasswordHashes>
    providers?: LoginProvider[]
    /** Seconds for each answer of a provider. */
    timeout?: number
  } = {},
): OwnAccountsUnderTest {
  let time = new Date('2026-03-04T05:06:07.089Z')
  const now = () => time
  const { identities, passkeys, mails } = stores
  const secrets = ['Kq3vT0mZ8yWb5nXr1cLd7sHf2gJp9aUe']
  const { identity, accountLetters } = createOwnAccounts({
    identities,
    passkeys,
    now,
    secrets,
    hashes,
    providers: createLoginProviders({ providers, now, timeout }),
  })
  const letters = letterBox({ mails, accountLetters }, now)

  async function lastCode(email: string, kind: ActionKind) {
    const letter = (await letters.sent(email, kind)).at(-1)
    if (!letter) throw new Error(`No letter of kind ${kind} to ${email}`)
    return letter.code
  }

  return {
    stores,
    identity,
    enumerationProtection: true,
    clock: now,
    forward(milliseconds) {
      time = new Date(time.getTime() + milliseconds)
    },
    lastCode,
    async disable(uid) {
      await stores.identities.change(uid, (found) => {
        if (!found) throw new Error('Nobody to block')
        return { ...found, blocked: true }
      })
    },
    async changeAddressAtOnce(idToken, email) {
      const before = await identity.lookup(idToken)
      await identity.sendVerificationMail(idToken, 'en')
      await identity.applyVerification(await lastCode(before.email, 'VERIFY_EMAIL'))
      await identity.sendEmailChange(idToken, email, 'en')
      await identity.applyEmailChange(await lastCode(email, 'VERIFY_AND_CHANGE_EMAIL'), 'en')
    },
  }
}
