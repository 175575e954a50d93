import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityToolkit } from '../../app/adapters/identity-toolkit/identity.server'
import { describe as describeCode } from '../../app/domain/identity/errors'
import type { Identity } from '../../app/domain/identity/identity'
import { failureOf } from '../adapters/identity-toolkit/failure-of'
import { portCalls, secrets } from '../adapters/identity-toolkit/port-calls'
import { type Fault, type FaultServer, refusal, startFaultServer } from '../support/fault-server'

let server: FaultServer
let identity: Identity
/** One that does not wait long. */
let hasty: Identity

const now = new Date('2026-03-04T05:06:07.089Z')

beforeAll(async () => {
  server = await startFaultServer()
  const options = { apiKey: secrets.key, emulatorHost: server.host }
  identity = createIdentityToolkit(options)
  hasty = createIdentityToolkit({ ...options, timeout: 60 })
})

afterAll(() => server.close())

const calls = Object.entries(portCalls)

const down: [string, Fault][] = [
  ['an HTML page with 502', { status: 502, text: '<html>Bad Gateway</html>' }],
  ['an HTML page with 429', { status: 429, text: '<html>Sorry</html>' }],
  ['an HTML page with 403', { status: 403, text: '<html>Forbidden</html>' }],
  ['an HTML page with 200', { text: '<html>Please sign in to the network</html>' }],
  ['half a JSON', { text: '{"idToken":"abc' }],
  ['half a body', { truncated: '{"idToken":"abc' }],
  ['an empty body', { text: '' }],
  ['a redirect', { status: 307, text: '', headers: { Location: 'http://127.0.0.1:9/' } }],
  ['a JSON error with 503', refusal('The service is currently unavailable.', 503)],
  ['a JSON answer without an error', { status: 500, json: { message: 'oops' } }],
  ['a reset', 'reset'],
]

describe.each(calls)('%s', (_name, it) => {
  test.each(down)('calls %s a network failure, answered with 503', async (_what, fault) => {
    server.answer(fault)
    const { code } = await failureOf(it.call(identity))
    expect(code).toBe('network-request-failed')
    expect(describeCode(code).status).toBe(503)
    expect(server.requests).toHaveLength(1)
  })

  test('waits no longer than its timeout', async () => {
    server.answer('hang')
    const { code, detail } = await failureOf(it.call(hasty))
    expect(code).toBe('network-request-failed')
    expect(detail).toContain('TimeoutError')
  })

  test('calls a refusal in no known form an internal error', async () => {
    for (const json of [null, 17, [], 'text', { error: 'none' }]) {
      server.answer({ status: 400, json })
      expect((await failureOf(it.call(identity))).code).toBe('internal-error')
    }
  })

  test('calls a success in no known form an internal error', async () => {
    for (const json of [null, 17, [], 'text']) {
      server.answer({ json })
      expect((await failureOf(it.call(identity))).code).toBe('internal-error')
    }
  })

  test('sees a refusal in an answer of status 200', async () => {
    server.answer({ json: { errorMessage: `USER_DISABLED : ${secrets.email}` } })
    expect((await failureOf(it.call(identity))).code).toBe('user-disabled')
  })
})

describe('errors of the gateway about a key', () => {
  test.each([
    [400, 'API key not valid. Please pass a valid API key.', {}],
    [403, 'Requests from referer <empty> are blocked.', {}],
    [403, 'New words.', { details: [{ reason: 'API_KEY_SERVICE_BLOCKED' }] }],
    [400, 'Bad Request', { errors: [{ reason: 'keyInvalid' }] }],
    [400, `API key not valid: ${secrets.key}`, {}],
  ])('is a fault of ours: %i %s', async (status, message, extra) => {
    server.answer(refusal(message, status, extra))
    expect((await failureOf(identity.lookup('token'))).code).toBe('invalid-api-key')
  })

  test('about quotas is worth another try later', async () => {
    server.answer(refusal('Quota exceeded for metric', 429, { status: 'RESOURCE_EXHAUSTED' }))
    expect((await failureOf(identity.lookup('token'))).code).toBe('quota-exceeded')
  })

  test('does not matter for a key that no header can hold', async () => {
    server.answer({ json: {} })
    const apiKey = `${secrets.key}\n${secrets.key}`
    const broken = createIdentityToolkit({ apiKey, emulatorHost: server.host })
    expect((await failureOf(broken.lookup('token'))).code).toBe('invalid-api-key')
    expect(server.requests).toHaveLength(0)
  })
})

describe('a 200 that is none', () => {
  const { idToken, refreshToken, email } = secrets
  const signedIn = { localId: 'u1', email, idToken, refreshToken, expiresIn: '3600' }

  test.each([
    [{ mfaPendingCredential: 'pending', mfaInfo: [] }, 'multi-factor-auth-required'],
    [{ needConfirmation: true }, 'account-exists-with-different-credential'],
    [{}, 'internal-error'],
    [{ ...signedIn, idToken: undefined }, 'internal-error'],
    [{ ...signedIn, refreshToken: '' }, 'internal-error'],
    [{ ...signedIn, expiresIn: 'soon' }, 'internal-error'],
  ])('%j is a failure at every sign-in', async (json, code) => {
    for (const name of ['signUp', 'signInWithPassword', 'signInWithEmailLink']) {
      server.answer({ json })
      expect((await failureOf(portCalls[name]?.call(identity) ?? Promise.resolve())).code).toBe(
        code,
      )
    }
  })

  test.each([
    [{}, 'internal-error'],
    [{ users: [] }, 'internal-error'],
    [{ users: [{ localId: 'u1', disabled: true }] }, 'user-disabled'],
  ])('%j is a failure at look-up', async (json, code) => {
    server.answer({ json })
    expect((await failureOf(identity.lookup(idToken))).code).toBe(code)
  })

  const provider = { ...signedIn, providerId: 'github.com', pendingToken: secrets.sessionId }
  const conflicts: [string, object, string][] = [
    [
      'an address that signs in another way',
      { ...provider, idToken: undefined, needConfirmation: true },
      'account-exists-with-different-credential',
    ],
    [
      'a provider that is linked elsewhere',
      { ...provider, errorMessage: 'FEDERATED_USER_ID_ALREADY_LINKED' },
      'credential-already-in-use',
    ],
    [
      'an address of somebody else',
      { ...provider, errorMessage: 'EMAIL_EXISTS' },
      'email-already-in-use',
    ],
  ]
  test.each(conflicts)('%s comes with what is needed to link the two', async (_, json, code) => {
    server.answer({ json: { ...json, verifiedProvider: ['google.com'] } })
    const error = await failureOf(
      identity.finishProviderSignIn({ requestUri: 'https://counter.example.com' }, now),
    )
    expect(error.code).toBe(code)
    expect(error.conflict).toEqual({
      email,
      providers: ['google.com'],
      pendingToken: secrets.sessionId,
    })
  })
})

test('a refused connection is a network failure', async () => {
  const gone = await startFaultServer()
  await gone.close()
  const lonely = createIdentityToolkit({ apiKey: secrets.key, emulatorHost: gone.host })
  expect((await failureOf(lonely.lookup('token'))).code).toBe('network-request-failed')
})

test('a redirect is not followed, even to the same host', async () => {
  const elsewhere: Fault = { status: 307, text: '', headers: { Location: '/elsewhere' } }
  server.answer(elsewhere, { json: { users: [{ localId: 'u1' }] } })
  expect((await failureOf(identity.lookup('token'))).code).toBe('network-request-failed')
  expect(server.requests).toHaveLength(1)
})

test('an API that the service does not have is no reason to think it offline', async () => {
  server.answer(refusal('not implemented', 501, { status: 'NOT_IMPLEMENTED' }))
  expect((await failureOf(identity.recaptchaConfig())).code).toBe('internal-error')
})
