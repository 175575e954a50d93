import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityToolkit } from '../../../app/adapters/identity-toolkit/identity.server'
import type { Identity } from '../../../app/domain/identity/identity'
import { type FaultServer, refusal, startFaultServer } from '../../support/fault-server'
import { failureOf } from './failure-of'

let server: FaultServer
let identity: Identity

const now = new Date('2026-03-04T05:06:07.089Z')
const email = 'ada@example.com'
const signedIn = { localId: 'u1', email, idToken: 'i', refreshToken: 'r', expiresIn: '3600' }
const found = { localId: 'u1', email, emailVerified: true }

beforeAll(async () => {
  server = await startFaultServer()
  identity = createIdentityToolkit({ apiKey: 'the-key', emulatorHost: server.host })
})

afterAll(() => server.close())

describe('a sign-in that has used up what it was made with', () => {
  test('holds even if the look-up behind it does not get through', async () => {
    server.answer({ json: signedIn }, 'reset')
    const made = await identity.signUp({ email, password: 'p' }, now)
    expect(made.user).toMatchObject({ uid: 'u1', email, emailVerified: false })

    server.answer({ json: { ...signedIn, isNewUser: true } }, 'reset')
    const linked = await identity.signInWithEmailLink(email, 'code', now)
    expect(linked).toMatchObject({
      isNewUser: true,
      user: { uid: 'u1', email, emailVerified: true },
    })

    const provider = { providerId: 'google.com', emailVerified: true, photoUrl: 'javascript:1' }
    server.answer({ json: { ...signedIn, ...provider, displayName: 'Ada' } }, 'reset')
    const requestUri = 'https://counter.example.com/login'
    expect((await identity.finishProviderSignIn({ requestUri }, now)).user).toEqual({
      uid: 'u1',
      email,
      emailVerified: true,
      displayName: 'Ada',
      photoURL: null,
      providerData: [{ providerId: 'google.com' }],
    })
  })

  test('has the time from which its tokens are valid, by the clock of the service', async () => {
    const known = { json: { users: [{ ...found, validSince: '1772600767' }] } }
    const more = { isNewUser: false, providerId: 'google.com', emailVerified: true }
    for (const signIn of [
      () => identity.signUp({ email, password: 'p' }, now),
      () => identity.signInWithPassword({ email, password: 'p' }, now),
      () => identity.signInWithEmailLink(email, 'code', now),
      () => identity.finishProviderSignIn({ requestUri: 'https://counter.example.com/login' }, now),
    ]) {
      server.answer({ json: { ...signedIn, ...more } }, known)
      expect((await signIn()).validSince).toEqual(new Date('2026-03-04T05:06:07.000Z'))
    }
  })

  test('does not hold for an account that was blocked meanwhile', async () => {
    server.answer({ json: signedIn }, refusal('USER_DISABLED'))
    const attempt = identity.signUp({ email, password: 'p' }, now)
    expect((await failureOf(attempt)).code).toBe('user-disabled')
  })
})

test.each([
  ['https://example.com/photo.png', 'https://example.com/photo.png'],
  ['http://example.com/photo.png', null],
  ['javascript:alert(1)', null],
  ['data:image/png;base64,AAAA', null],
  ['//example.com/photo.png', null],
  ['', null],
])('a photo at %j is shown from %j', async (photoUrl, expected) => {
  server.answer({ json: { users: [{ ...found, photoUrl, displayName: 'Ada' }] } })
  expect(await identity.lookup('token')).toMatchObject({ photoURL: expected, displayName: 'Ada' })
})

test('a record tells seconds and milliseconds apart', async () => {
  const times = { validSince: '1772600767', lastLoginAt: '1772600767089', createdAt: '0' }
  server.answer({ json: { users: [{ ...found, ...times, phoneNumber: '+49301234567' }] } })
  expect(await identity.lookupRecord('token')).toMatchObject({
    phoneNumber: '+49301234567',
    isAnonymous: false,
    validSince: new Date('2026-03-04T05:06:07.000Z'),
    lastLoginAt: now,
    createdAt: new Date(0),
  })
})

test('a user without address, number and provider is anonymous', async () => {
  server.answer({ json: { users: [{ localId: 'u1' }] } })
  expect(await identity.lookupRecord('token')).toMatchObject({
    isAnonymous: true,
    validSince: null,
    user: { uid: 'u1', email: '' },
  })
})

test('a provider is signed in to at the address that the service names', async () => {
  const authUri = 'https://accounts.google.com/o/oauth2/auth?state=s'
  server.answer({ json: { authUri, sessionId: 's', providerId: 'google.com' } })
  const start = identity.startProviderSignIn('google.com', 'https://counter.example.com/login')
  expect(await start).toEqual({ authUri, sessionId: 's' })
})

test('a refresh keeps the new refresh token', async () => {
  const answer = { user_id: 'u1', id_token: 'i2', refresh_token: 'r2', expires_in: '3600' }
  server.answer({ json: { ...answer, access_token: 'i2', token_type: 'Bearer', project_id: '1' } })
  expect(await identity.refresh('r1', now)).toEqual({
    uid: 'u1',
    tokens: {
      idToken: 'i2',
      refreshToken: 'r2',
      expiresAt: new Date('2026-03-04T06:06:07.089Z'),
    },
  })
})

const recaptchaKey = 'projects/tresen/keys/the-site-key'
test.each([
  [{}, { siteKey: undefined, password: 'OFF' }],
  [{ recaptchaEnforcementState: [] }, { siteKey: undefined, password: 'OFF' }],
  [
    {
      recaptchaKey,
      recaptchaEnforcementState: [
        { provider: 'PHONE_PROVIDER', enforcementState: 'AUDIT' },
        { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'ENFORCE' },
      ],
    },
    { siteKey: 'the-site-key', password: 'ENFORCE' },
  ],
])('the configuration of reCAPTCHA %j means %j', async (json, expected) => {
  server.answer({ json })
  expect(await identity.recaptchaConfig()).toEqual(expected)
})
