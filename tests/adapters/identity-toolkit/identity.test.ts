import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityToolkit } from '../../../app/adapters/identity-toolkit/identity.server'
import type { Identity } from '../../../app/domain/identity'
import { type AuthEmulator, startAuthEmulator } from '../../auth-emulator'

let emulator: AuthEmulator
let identity: Identity

const now = new Date('2026-03-04T05:06:07.089Z')
const password = 'a long enough password'

beforeAll(async () => {
  emulator = await startAuthEmulator()
  identity = createIdentityToolkit({ apiKey: 'demo-key', emulatorHost: emulator.host })
}, 30_000)

afterAll(() => emulator.close())

function newEmail() {
  return `${randomUUID()}@example.com`
}

async function newAccount() {
  const email = newEmail()
  return { email, ...(await identity.signUp({ email, password }, now)) }
}

describe.each([true, false])('with enumeration protection %s', (protection) => {
  beforeAll(() => emulator.setEnumerationProtection(protection))

  test('a new account is signed in, with an address that is not verified yet', async () => {
    const email = newEmail()
    const { user, tokens } = await identity.signUp({ email, password }, now)
    expect(user).toEqual({
      uid: expect.any(String),
      email,
      emailVerified: false,
      displayName: null,
      photoURL: null,
      providerData: [{ providerId: 'password' }],
    })
    expect(tokens.expiresAt).toEqual(new Date(now.getTime() + 3_600_000))
    expect(await identity.lookup(tokens.idToken)).toEqual(user)
  })

  test('the right password signs in, and nothing but the picked fields comes along', async () => {
    const { email, user } = await newAccount()
    const signedIn = await identity.signInWithPassword({ email, password }, now)
    expect(signedIn.user).toEqual(user)
    expect(Object.keys(signedIn.tokens).sort()).toEqual(['expiresAt', 'idToken', 'refreshToken'])
    expect(JSON.stringify(signedIn)).not.toContain(password)
  })

  test('a wrong password is refused', async () => {
    const { email } = await newAccount()
    await expect(
      identity.signInWithPassword({ email, password: 'not this one' }, now),
    ).rejects.toMatchObject({ code: protection ? 'invalid-credential' : 'wrong-password' })
  })

  test('an unknown address is refused', async () => {
    await expect(
      identity.signInWithPassword({ email: newEmail(), password }, now),
    ).rejects.toMatchObject({ code: protection ? 'invalid-credential' : 'user-not-found' })
  })

  test('a blocked account is refused, at sign-in and at look-up', async () => {
    const { email, user, tokens } = await newAccount()
    await emulator.disable(user.uid)
    await expect(identity.signInWithPassword({ email, password }, now)).rejects.toMatchObject({
      code: 'user-disabled',
    })
    await expect(identity.lookup(tokens.idToken)).rejects.toMatchObject({ code: 'user-disabled' })
  })

  test('an address that has an account cannot have another', async () => {
    const { email } = await newAccount()
    await expect(identity.signUp({ email, password }, now)).rejects.toMatchObject({
      code: 'email-already-in-use',
    })
  })
})

test('a short password is refused', async () => {
  const attempt = identity.signUp({ email: newEmail(), password: '12345' }, now)
  await expect(attempt).rejects.toMatchObject({ code: 'weak-password' })
})

test.each([
  ['no-address', password, 'invalid-email'],
  ['somebody@example.com', '', 'missing-password'],
])('the credentials %j and %j are refused', async (email, given, code) => {
  const attempt = identity.signInWithPassword({ email, password: given }, now)
  await expect(attempt).rejects.toMatchObject({ code })
})

test('a token that is none is refused', async () => {
  await expect(identity.lookup('nonsense')).rejects.toMatchObject({ code: 'invalid-user-token' })
})

test('a missing key is a fault of ours', async () => {
  const keyless = createIdentityToolkit({ apiKey: '', emulatorHost: emulator.host })
  await expect(keyless.lookup('any')).rejects.toMatchObject({ code: 'invalid-api-key' })
})

describe('the code in a verification mail', () => {
  test('is checked as often as one likes, and verifies the address once', async () => {
    const { email, tokens } = await newAccount()
    await identity.sendVerificationMail(tokens.idToken, 'de')
    const code = await emulator.lastCode(email, 'VERIFY_EMAIL')

    expect(await identity.checkActionCode(code)).toEqual({ kind: 'VERIFY_EMAIL', email })
    expect(await identity.checkActionCode(code)).toEqual({ kind: 'VERIFY_EMAIL', email })
    expect(await identity.lookup(tokens.idToken)).toMatchObject({ emailVerified: false })

    expect(await identity.applyVerification(code)).toEqual({ email })
    expect(await identity.lookup(tokens.idToken)).toMatchObject({ emailVerified: true })

    await expect(identity.checkActionCode(code)).rejects.toMatchObject({
      code: 'invalid-action-code',
    })
    await expect(identity.applyVerification(code)).rejects.toMatchObject({
      code: 'invalid-action-code',
    })
  })

  test.each(['', 'nonsense'])('is refused when it is %j', async (code) => {
    const refusal = { code: 'invalid-action-code' }
    await expect(identity.checkActionCode(code)).rejects.toMatchObject(refusal)
    await expect(identity.applyVerification(code)).rejects.toMatchObject(refusal)
  })
})
