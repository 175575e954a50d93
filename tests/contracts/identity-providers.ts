import { beforeAll, describe, expect, test } from 'vitest'
import type { Identity, ProviderAnswer } from '../../app/domain/identity/identity'
import { type IdentityUnderTest, newEmail } from './identity'

const now = new Date('2026-03-04T05:06:07.089Z')
const password = 'a long enough password'
const page = 'https://counter.example.com/login'

/** What Google would answer for this person, in the form that the emulator takes it. */
export function googleAnswer(claims: {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}): ProviderAnswer {
  const form = new URLSearchParams({ id_token: JSON.stringify(claims), providerId: 'google.com' })
  return { requestUri: page, postBody: String(form) }
}

/** Sign-in by other providers, which accounts of our own do not have. */
export function identityProvidersContract(name: string, open: () => Promise<IdentityUnderTest>) {
  describe(`providers of the identity ${name}`, () => {
    let identity: Identity
    beforeAll(async () => {
      identity = (await open()).identity
    })

    const refused = (attempt: Promise<unknown>, code: string) =>
      expect(attempt).rejects.toMatchObject({ name: 'IdentityError', code })

    test('a provider signs in, and makes the account the first time', async () => {
      const email = newEmail()
      const answer = googleAnswer({ sub: email, email, email_verified: true, name: 'Ada' })
      const first = await identity.finishProviderSignIn(answer, now)
      expect(first.isNewUser).toBe(true)
      expect(first.user).toMatchObject({
        email,
        emailVerified: true,
        displayName: 'Ada',
        providerData: [{ providerId: 'google.com' }],
      })
      expect(Object.keys(first).sort()).toEqual(['isNewUser', 'tokens', 'user', 'validSince'])
      const later = await identity.finishProviderSignIn(answer, now)
      expect(later).toMatchObject({ isNewUser: false, user: { uid: first.user.uid } })
    })

    test('an address that a provider does not vouch for opens no account of somebody else', async () => {
      const email = newEmail()
      await identity.finishProviderSignIn(
        googleAnswer({ sub: email, email, email_verified: true }),
        now,
      )
      const form = new URLSearchParams({
        id_token: JSON.stringify({ sub: 'another', email }),
        providerId: 'github.com',
      })
      const attempt = identity.finishProviderSignIn(
        { requestUri: page, postBody: String(form) },
        now,
      )
      await refused(attempt, 'account-exists-with-different-credential')
      await expect(attempt).rejects.toMatchObject({
        conflict: { email, providers: ['google.com'] },
      })
    })

    test('a provider is linked to an account and taken off it again', async () => {
      const email = newEmail()
      const { tokens } = await identity.signUp({ email, password }, now)
      const answer = googleAnswer({ sub: email, email, email_verified: true })
      const linked = await identity.finishProviderSignIn(
        { ...answer, idToken: tokens.idToken },
        now,
      )
      const ids = linked.user.providerData.map(({ providerId }) => providerId)
      expect(ids.sort()).toEqual(['google.com', 'password'])
      const user = await identity.unlinkProvider(linked.tokens.idToken, 'google.com')
      expect(user.providerData).toEqual([{ providerId: 'password' }])
    })

    test('a provider that signs in to one account cannot be linked to another', async () => {
      const email = newEmail()
      const answer = googleAnswer({ sub: email, email, email_verified: true })
      await identity.finishProviderSignIn(answer, now)
      const { tokens } = await identity.signUp({ email: newEmail(), password }, now)
      const attempt = identity.finishProviderSignIn({ ...answer, idToken: tokens.idToken }, now)
      await refused(attempt, 'credential-already-in-use')
    })

    test('an answer that no provider gave is refused', async () => {
      const forged = { requestUri: page, postBody: 'id_token=nonsense&providerId=google.com' }
      const attempt = identity.finishProviderSignIn(forged, now)
      await refused(attempt, 'invalid-credential')
      expect(String(await attempt.catch((error) => error))).not.toContain('nonsense')
      await refused(identity.finishProviderSignIn({ requestUri: page }, now), 'rejected-credential')
    })
  })
}
