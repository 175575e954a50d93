import { beforeAll, describe, expect, test } from 'vitest'
import type { Identity } from '../../app/domain/identity/identity'
import { type IdentityUnderTest, newEmail } from './identity'

const now = new Date('2026-03-04T05:06:07.089Z')
const password = 'a long enough password'
const page = 'https://counter.example.com/login'

/** The ways to sign in without a password. */
export function identityLinksContract(name: string, open: () => Promise<IdentityUnderTest>) {
  describe(`identity without a password ${name}`, () => {
    let service: IdentityUnderTest
    let identity: Identity
    beforeAll(async () => {
      service = await open()
      identity = service.identity
    })

    async function linkTo(email: string) {
      await identity.sendSignInLink(email, 'de', { continueUrl: page })
      return service.lastCode(email, 'EMAIL_SIGNIN')
    }
    const refused = (attempt: Promise<unknown>, code: string) =>
      expect(attempt).rejects.toMatchObject({ name: 'IdentityError', code })

    test('the link of a mail signs in once, and makes the account the first time', async () => {
      const email = newEmail()
      const code = await linkTo(email)
      expect(await identity.checkActionCode(code)).toEqual({ kind: 'EMAIL_SIGNIN', email: '' })
      const first = await identity.signInWithEmailLink(email, code, now)
      expect(first).toMatchObject({ isNewUser: true, user: { email, emailVerified: true } })
      await refused(identity.signInWithEmailLink(email, code, now), 'invalid-action-code')
      const later = await identity.signInWithEmailLink(email, await linkTo(email), now)
      expect(later).toMatchObject({ isNewUser: false, user: first.user })
    })

    test('the link of a mail signs nobody else in', async () => {
      const code = await linkTo(newEmail())
      await refused(identity.signInWithEmailLink(newEmail(), code, now), 'invalid-email')
    })

    test('the sign-in methods of an address are shown only without enumeration protection', async () => {
      const email = newEmail()
      await identity.signUp({ email, password }, now)
      const expected = service.enumerationProtection ? [] : ['password']
      expect(await identity.findSignInMethods(email, page)).toEqual(expected)
      expect(await identity.findSignInMethods(newEmail(), page)).toEqual([])
      await refused(identity.findSignInMethods('no-address', page), 'invalid-email')
      await refused(identity.findSignInMethods('', page), 'missing-email')
    })
  })
}
