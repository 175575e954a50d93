import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ActionKind, Identity } from '../../app/domain/identity/identity'

/** The port, and what its mails and its operator would do. */
export interface IdentityUnderTest {
  identity: Identity
  /** The service's. */
  clock(): Date
  /** Whether the service hides which of e-mail and password was wrong. */
  enumerationProtection: boolean
  /** The code in the last mail of this kind to this address. */
  lastCode(email: string, kind: ActionKind): Promise<string>
  /** Blocks an account, as an administrator does. */
  disable(uid: string): Promise<void>
  /** Gives an account another address without asking for proof, which mails the old one a way back. */
  changeAddressAtOnce(idToken: string, email: string): Promise<void>
}

const now = new Date('2026-03-04T05:06:07.089Z')
const inAnHour = new Date(now.getTime() + 3_600_000)
const password = 'a long enough password'
const newPassword = 'another long enough password'
const page = 'https://counter.example.com/verify-email'

/** The service counts in whole seconds; what is to be later must be so by one. */
const nextSecond = () => wait(1_100)

export function newEmail(): string {
  return `${randomUUID()}@example.com`
}

export function identityContract(name: string, open: () => Promise<IdentityUnderTest>) {
  describe(`identity ${name}`, () => {
    let service: IdentityUnderTest
    let identity: Identity
    beforeAll(async () => {
      service = await open()
      identity = service.identity
    })

    async function newAccount() {
      const email = newEmail()
      return { email, ...(await identity.signUp({ email, password }, now)) }
    }
    const signIn = (email: string, given = password) =>
      identity.signInWithPassword({ email, password: given }, now)
    const refused = (attempt: Promise<unknown>, code: string) =>
      expect(attempt).rejects.toMatchObject({ name: 'IdentityError', code })

    test('a new account is signed in, with an address that is not verified yet', async () => {
      const { email, user, tokens } = await newAccount()
      expect(user).toEqual({
        uid: expect.any(String),
        email,
        emailVerified: false,
        displayName: null,
        photoURL: null,
        providerData: [{ providerId: 'password' }],
      })
      expect(tokens.expiresAt).toEqual(inAnHour)
      expect(await identity.lookup(tokens.idToken)).toEqual(user)
    })

    test('the right password signs in, and nothing but the picked fields comes along', async () => {
      const { email, user } = await newAccount()
      const signedIn = await signIn(email)
      expect(signedIn.user).toEqual(user)
      expect(Object.keys(signedIn).sort()).toEqual(['tokens', 'user', 'validSince'])
      expect(Object.keys(signedIn.tokens).sort()).toEqual(['expiresAt', 'idToken', 'refreshToken'])
      expect(JSON.stringify(signedIn)).not.toContain(password)
    })

    test('a wrong password and an unknown address are refused', async () => {
      const { email } = await newAccount()
      const hidden = service.enumerationProtection && 'invalid-credential'
      await refused(signIn(email, 'not this one'), hidden || 'wrong-password')
      await refused(signIn(newEmail()), hidden || 'user-not-found')
    })

    test('an address that has an account cannot have another', async () => {
      const { email } = await newAccount()
      await refused(identity.signUp({ email, password }, now), 'email-already-in-use')
    })

    test('a password that is short or missing and an address that is none are refused', async () => {
      const { email } = await newAccount()
      await refused(identity.signUp({ email: newEmail(), password: '12345' }, now), 'weak-password')
      await refused(signIn(email, ''), 'missing-password')
      await refused(signIn('no-address'), 'invalid-email')
    })

    test('a blocked account can do nothing', async () => {
      const { email, user, tokens } = await newAccount()
      await service.disable(user.uid)
      await refused(signIn(email), 'user-disabled')
      await refused(identity.lookup(tokens.idToken), 'user-disabled')
      await refused(identity.refresh(tokens.refreshToken, now), 'user-disabled')
    })

    test('the record has the times that a session does not show', async () => {
      const { user, tokens } = await newAccount()
      const record = await identity.lookupRecord(tokens.idToken)
      expect(record).toEqual({
        user,
        phoneNumber: null,
        isAnonymous: false,
        tenantId: null,
        createdAt: expect.any(Date),
        lastLoginAt: expect.any(Date),
        validSince: expect.any(Date),
      })
      expect(Math.abs(Number(service.clock()) - Number(record.validSince))).toBeLessThan(60_000)
    })

    test('tokens that are none are refused', async () => {
      await refused(identity.lookup('nonsense'), 'invalid-user-token')
      await refused(identity.lookup(''), 'invalid-user-token')
      await refused(identity.refresh('nonsense', now), 'invalid-user-token')
      await refused(identity.refresh('', now), 'invalid-user-token')
    })

    test('a refresh token brings new tokens of the same account', async () => {
      const { user, tokens } = await newAccount()
      const refreshed = await identity.refresh(tokens.refreshToken, now)
      expect(refreshed.uid).toBe(user.uid)
      expect(refreshed.tokens.expiresAt).toEqual(inAnHour)
      expect(await identity.lookup(refreshed.tokens.idToken)).toEqual(user)
    })

    test('name and photo are set, left alone and taken away', async () => {
      const { tokens } = await newAccount()
      const photoURL = 'https://example.com/ada.png'
      const set = await identity.updateProfile(tokens.idToken, { displayName: 'Ada', photoURL })
      expect(set).toMatchObject({ displayName: 'Ada', photoURL })
      const left = await identity.updateProfile(tokens.idToken, { photoURL: null })
      expect(left).toMatchObject({ displayName: 'Ada', photoURL: null })
      const gone = await identity.updateProfile(tokens.idToken, { displayName: null })
      expect(gone).toMatchObject({ displayName: null, photoURL: null })
    })

    test('a changed password signs in, the old one does not, and earlier tokens are void', async () => {
      const { email, tokens } = await newAccount()
      await nextSecond()
      const changed = await identity.changePassword(tokens.idToken, newPassword, now)
      expect(changed.expiresAt).toEqual(inAnHour)
      expect(await identity.lookup(changed.idToken)).toMatchObject({ email })
      await refused(identity.lookup(tokens.idToken), 'user-token-expired')
      expect((await signIn(email, newPassword)).user.email).toBe(email)
      await expect(signIn(email)).rejects.toThrow()
    })

    test('a new password that is short or missing changes nothing', async () => {
      const { email, tokens } = await newAccount()
      await refused(identity.changePassword(tokens.idToken, '12345', now), 'weak-password')
      await refused(identity.changePassword(tokens.idToken, '', now), 'missing-password')
      expect((await signIn(email)).user.email).toBe(email)
    })

    test('a deleted account is gone', async () => {
      const { email, tokens } = await newAccount()
      await identity.deleteAccount(tokens.idToken)
      await refused(identity.lookup(tokens.idToken), 'user-token-expired')
      await refused(identity.deleteAccount(tokens.idToken), 'user-token-expired')
      await expect(identity.refresh(tokens.refreshToken, now)).rejects.toThrow()
      await expect(signIn(email)).rejects.toThrow()
    })

    test('the code of a verification mail is checked as often as one likes and works once', async () => {
      const { email, tokens } = await newAccount()
      await identity.sendVerificationMail(tokens.idToken, 'de', page)
      const code = await service.lastCode(email, 'VERIFY_EMAIL')
      const meaning = { kind: 'VERIFY_EMAIL', email }
      expect(await identity.checkActionCode(code)).toEqual(meaning)
      expect(await identity.checkActionCode(code)).toEqual(meaning)
      expect(await identity.lookup(tokens.idToken)).toMatchObject({ emailVerified: false })
      expect(await identity.applyVerification(code)).toEqual({ email })
      expect(await identity.lookup(tokens.idToken)).toMatchObject({ emailVerified: true })
      await refused(identity.checkActionCode(code), 'invalid-action-code')
      await refused(identity.applyVerification(code), 'invalid-action-code')
    })

    test.each(['', 'nonsense'])('the code %j is refused by all that take one', async (code) => {
      const refusal = 'invalid-action-code'
      await refused(identity.checkActionCode(code), refusal)
      await refused(identity.applyVerification(code), refusal)
      await refused(identity.applyEmailChange(code, 'en'), refusal)
      await refused(identity.recoverEmail(code), refusal)
      await refused(identity.confirmPasswordReset(code, newPassword), refusal)
      await refused(identity.signInWithEmailLink(newEmail(), code, now), refusal)
    })

    test('a forgotten password is replaced by the code of a mail, once', async () => {
      const { email } = await newAccount()
      await identity.sendPasswordReset(email, 'de', { continueUrl: page })
      const code = await service.lastCode(email, 'PASSWORD_RESET')
      expect(await identity.checkActionCode(code)).toEqual({ kind: 'PASSWORD_RESET', email })
      await refused(identity.confirmPasswordReset(code, ''), 'missing-password')
      await refused(identity.confirmPasswordReset(code, '12345'), 'weak-password')
      expect(await identity.confirmPasswordReset(code, newPassword)).toEqual({ email })
      await refused(identity.confirmPasswordReset(code, newPassword), 'invalid-action-code')
      expect((await signIn(email, newPassword)).user.emailVerified).toBe(true)
    })

    test('a reset reveals an account only without enumeration protection', async () => {
      const attempt = identity.sendPasswordReset(newEmail(), 'en')
      if (service.enumerationProtection) await expect(attempt).resolves.toBeUndefined()
      else await refused(attempt, 'user-not-found')
    })

    test('an address changes when the code of the mail to the new one is applied', async () => {
      const { email, tokens } = await newAccount()
      const other = newEmail()
      await identity.sendEmailChange(tokens.idToken, other, 'de', page)
      const code = await service.lastCode(email, 'VERIFY_AND_CHANGE_EMAIL')
      expect(await identity.checkActionCode(code)).toMatchObject({ email, newEmail: other })
      expect((await signIn(email)).user.email).toBe(email)
      expect(await identity.applyEmailChange(code, 'de')).toEqual({ email: other })
      expect((await signIn(other)).user).toMatchObject({ email: other, emailVerified: true })
    })

    test('the new address must be free and one at all', async () => {
      const { tokens } = await newAccount()
      const { email: taken } = await newAccount()
      const change = (to: string) => identity.sendEmailChange(tokens.idToken, to, 'en')
      await refused(change(taken), 'email-already-in-use')
      await refused(change(''), 'missing-email')
    })

    test('an address that somebody else changed is taken back', async () => {
      const { email, tokens } = await newAccount()
      const stolen = newEmail()
      await service.changeAddressAtOnce(tokens.idToken, stolen)
      const code = await service.lastCode(email, 'RECOVER_EMAIL')
      expect(await identity.recoverEmail(code)).toEqual({ email })
      expect((await signIn(email)).user.email).toBe(email)
      await expect(signIn(stolen)).rejects.toThrow()
    })
  })
}
