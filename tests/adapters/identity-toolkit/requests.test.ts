import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityToolkit } from '../../../app/adapters/identity-toolkit/identity.server'
import type { Identity } from '../../../app/domain/identity/identity'
import { type FaultServer, refusal, startFaultServer } from '../../support/fault-server'
import { failureOf } from './failure-of'
import { asPortCall, portCalls, secrets } from './port-calls'

let server: FaultServer
let identity: Identity

const now = new Date('2026-03-04T05:06:07.089Z')
const { email, password, idToken } = secrets

beforeAll(async () => {
  server = await startFaultServer()
  identity = createIdentityToolkit({ apiKey: secrets.key, emulatorHost: server.host })
})

afterAll(() => server.close())

const calls = Object.entries(portCalls)

test('every method of the port is among the calls', () => {
  const methods = Object.keys(identity).filter((name) => name !== 'forClient')
  const called = new Set(calls.map(([name]) => name.split(' ')[0]))
  expect([...called].sort()).toEqual(methods.sort())
})

test.each(calls)('%s asks for what it should, as it should', async (_, { call, ...expected }) => {
  server.answer(refusal('USER_DISABLED'))
  await failureOf(call(identity))
  const [request] = server.requests
  expect(request && asPortCall(request)).toEqual(expected)
  expect(request?.method).toBe(expected.body || expected.form ? 'POST' : 'GET')
  expect(request?.headers['x-goog-api-key']).toBe(secrets.key)
  expect(request?.path).not.toContain(secrets.key)
  expect(request?.body).not.toContain(secrets.key)
})

test('Google itself is asked where there is no emulator, over a secure line', async () => {
  const asked: string[] = []
  const real = createIdentityToolkit({
    apiKey: secrets.key,
    fetch: async (address) => {
      asked.push(String(address))
      return Response.json({ error: { message: 'USER_DISABLED' } }, { status: 400 })
    },
  })
  await failureOf(real.lookup(idToken))
  await failureOf(real.refresh('token', now))
  await failureOf(real.recaptchaConfig())
  expect(asked).toEqual([
    'https://identitytoolkit.googleapis.com/v1/accounts:lookup',
    'https://securetoken.googleapis.com/v1/token',
    'https://identitytoolkit.googleapis.com/v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE',
  ])
})

test('a refresh token travels whole, whatever is in it', async () => {
  server.answer(refusal('USER_DISABLED'))
  await failureOf(identity.refresh('a+b/c=&grant_type=other ä', now))
  const form = new URLSearchParams(server.requests[0]?.body)
  expect([...form]).toEqual([
    ['grant_type', 'refresh_token'],
    ['refresh_token', 'a+b/c=&grant_type=other ä'],
  ])
})

test.each(['signUp', 'signInWithPassword'] as const)(
  '%s looks up who it is at once',
  async (name) => {
    const signedIn = { localId: 'u1', email, idToken, refreshToken: 'r', expiresIn: '3600' }
    server.answer({ json: signedIn }, { json: { users: [{ localId: 'u1', email }] } })
    const { user } = await identity[name]({ email, password }, now)
    expect(user.uid).toBe('u1')
    expect(server.requests.map(asPortCall)).toMatchObject([
      { path: `accounts:${name}` },
      { path: 'accounts:lookup', body: { idToken } },
    ])
  },
)

describe('a captcha that can be asked for', () => {
  const missing = refusal('MISSING_RECAPTCHA_TOKEN')
  const sent = { json: { email } }
  const bodies = () => server.requests.map(({ body }) => JSON.parse(body).captchaResp)

  test('is left alone while the service does not miss it', async () => {
    server.answer(sent)
    const captcha = () => Promise.reject(new Error('Nobody was to be asked'))
    await identity.sendPasswordReset(email, 'en', { captcha })
    expect(bodies()).toEqual([undefined])
  })

  test('is asked for when the service misses it, and sent once', async () => {
    server.answer(missing, sent)
    await identity.sendPasswordReset(email, 'en', { captcha: async () => 'response' })
    expect(bodies()).toEqual([undefined, 'response'])
    server.answer(missing)
    const again = identity.sendPasswordReset(email, 'en', { captcha: async () => 'response' })
    expect((await failureOf(again)).code).toBe('missing-recaptcha-token')
    expect(bodies()).toEqual([undefined, 'response'])
  })

  test('that fails lets the service decide', async () => {
    server.answer(missing, sent)
    const captcha = () => Promise.reject(new Error('The script is blocked'))
    await identity.sendPasswordReset(email, 'en', { captcha })
    expect(bodies()).toEqual([undefined, 'NO_RECAPTCHA'])
  })

  test('is not asked for after other failures', async () => {
    server.answer(refusal('EMAIL_NOT_FOUND'))
    const captcha = async () => 'response'
    await failureOf(identity.sendPasswordReset(email, 'en', { captcha }))
    expect(bodies()).toEqual([undefined])
  })
})
