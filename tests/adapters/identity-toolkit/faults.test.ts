import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityToolkit } from '../../../app/adapters/identity-toolkit/identity.server'
import { type Identity, IdentityError } from '../../../app/domain/identity'
import {
  describe as describeCode,
  fromServer,
  serverCodes,
} from '../../../app/domain/identity-errors'
import { type Fault, type FaultServer, refusal, startFaultServer } from '../../fault-server'

let server: FaultServer
let identity: Identity

const now = new Date('2026-03-04T05:06:07.089Z')
const credentials = { email: 'somebody@example.com', password: 'a secret that is in no log' }

beforeAll(async () => {
  server = await startFaultServer()
  identity = createIdentityToolkit({ apiKey: 'the-key', emulatorHost: server.host, timeout: 300 })
})

afterAll(() => server.close())

const calls: [string, () => Promise<unknown>][] = [
  ['signUp', () => identity.signUp(credentials, now)],
  ['signInWithPassword', () => identity.signInWithPassword(credentials, now)],
  ['lookup', () => identity.lookup('token')],
  ['sendVerificationMail', () => identity.sendVerificationMail('token', 'en')],
  ['checkActionCode', () => identity.checkActionCode('code')],
  ['applyVerification', () => identity.applyVerification('code')],
]

const signedIn = {
  localId: 'u1',
  email: 'somebody@example.com',
  idToken: 'id-token',
  refreshToken: 'refresh-token',
  expiresIn: '3600',
}
const found = { localId: 'u1', email: 'somebody@example.com', emailVerified: true }

async function failureOf(call: () => Promise<unknown>): Promise<IdentityError> {
  const error = await call().then(
    () => new Error('The call succeeded'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof IdentityError)) throw error
  return error
}

describe.each(calls)('%s', (_name, call) => {
  test.each(serverCodes)('turns %s into its client code', async (message) => {
    server.answer(refusal(`${message} : a detail`))
    const error = await failureOf(call)
    expect(error.code).toBe(fromServer(message))
    expect(describeCode(error.code).status).not.toBe(500)
  })

  const down: [string, Fault][] = [
    ['an HTML page with 502', { status: 502, text: '<html>Bad Gateway</html>' }],
    ['an HTML page with 429', { status: 429, text: '<html>Sorry</html>' }],
    ['an HTML page with 200', { text: '<html>Please sign in to the network</html>' }],
    ['half a JSON', { text: '{"idToken":"abc' }],
    ['half a body', { truncated: '{"idToken":"abc' }],
    ['an empty body', { text: '' }],
    ['a redirect', { status: 307, text: '', headers: { Location: 'http://127.0.0.1:9/' } }],
    ['a JSON error with 503', refusal('The service is currently unavailable.', 503)],
    ['a JSON answer without an error', { status: 500, json: { message: 'oops' } }],
    ['nothing at all', 'hang'],
    ['a reset', 'reset'],
  ]
  test.each(down)('calls %s a network failure, answered with 503', async (_what, fault) => {
    server.answer(fault)
    const error = await failureOf(call)
    expect(error.code).toBe('network-request-failed')
    expect(describeCode(error.code).status).toBe(503)
    expect(`${error} ${error.detail}`).not.toContain(credentials.password)
  })

  test.each([null, 17, [], 'text', { error: 'none' }])(
    'calls the refusal %j an internal error',
    async (json) => {
      server.answer({ status: 400, json })
      expect((await failureOf(call)).code).toBe('internal-error')
    },
  )
})

describe('what the gateway says about a key', () => {
  test.each([
    [400, 'API key not valid. Please pass a valid API key.', {}],
    [403, 'Requests from referer <empty> are blocked.', {}],
    [403, 'New words.', { details: [{ reason: 'API_KEY_SERVICE_BLOCKED' }] }],
    [400, 'Bad Request', { errors: [{ reason: 'keyInvalid' }] }],
  ])('is a fault of ours: %i %s', async (status, message, extra) => {
    server.answer(refusal(message, status, extra))
    expect((await failureOf(() => identity.lookup('token'))).code).toBe('invalid-api-key')
  })

  test('about quotas is worth another try later', async () => {
    server.answer(refusal('Quota exceeded for metric', 429, { status: 'RESOURCE_EXHAUSTED' }))
    expect((await failureOf(() => identity.lookup('token'))).code).toBe('quota-exceeded')
  })
})

describe('a 200 that is none', () => {
  const signIn = () => identity.signInWithPassword(credentials, now)

  test.each([
    [{ mfaPendingCredential: 'pending', mfaInfo: [] }, 'multi-factor-auth-required'],
    [{ needConfirmation: true }, 'account-exists-with-different-credential'],
    [{ errorMessage: 'FEDERATED_USER_ID_ALREADY_LINKED' }, 'credential-already-in-use'],
    [{}, 'internal-error'],
    [[], 'internal-error'],
    [null, 'internal-error'],
    [{ ...signedIn, idToken: undefined }, 'internal-error'],
    [{ ...signedIn, expiresIn: 'soon' }, 'internal-error'],
  ])('%j is a failure at sign-in', async (json, code) => {
    server.answer({ json })
    expect((await failureOf(signIn)).code).toBe(code)
  })

  test.each([
    [{}, 'internal-error'],
    [{ users: [] }, 'internal-error'],
    [{ users: [{ ...found, disabled: true }] }, 'user-disabled'],
  ])('%j is a failure at look-up', async (json, code) => {
    server.answer({ json })
    expect((await failureOf(() => identity.lookup('token'))).code).toBe(code)
  })
})

test('a refused connection is a network failure', async () => {
  const gone = await startFaultServer()
  await gone.close()
  const lonely = createIdentityToolkit({ apiKey: 'the-key', emulatorHost: gone.host })
  expect((await failureOf(() => lonely.lookup('token'))).code).toBe('network-request-failed')
})

test('a redirect is not followed, even to the same host', async () => {
  const elsewhere: Fault = { status: 307, text: '', headers: { Location: '/elsewhere' } }
  server.answer(elsewhere, { json: { users: [found] } })
  expect((await failureOf(() => identity.lookup('token'))).code).toBe('network-request-failed')
  expect(server.requests).toHaveLength(1)
})

test('an account that was made is signed in even if the look-up behind it fails', async () => {
  server.answer({ json: signedIn }, 'reset')
  const { user } = await identity.signUp(credentials, now)
  expect(user).toMatchObject({ uid: 'u1', email: credentials.email, emailVerified: false })
})

test('an account that was blocked while it was made is not signed in', async () => {
  server.answer({ json: signedIn }, refusal('USER_DISABLED'))
  expect((await failureOf(() => identity.signUp(credentials, now))).code).toBe('user-disabled')
})

describe('what goes out', () => {
  test('asks for tokens, with the key in a header and not in the address', async () => {
    server.answer({ json: signedIn }, { json: { users: [found] } })
    await identity.signUp(credentials, now)
    const [signUp, lookup] = server.requests
    expect(signUp).toMatchObject({
      method: 'POST',
      path: '/identitytoolkit.googleapis.com/v1/accounts:signUp',
      headers: { 'x-goog-api-key': 'the-key', 'content-type': 'application/json' },
    })
    expect(JSON.parse(signUp?.body ?? '')).toEqual({ ...credentials, returnSecureToken: true })
    expect(lookup?.path).toBe('/identitytoolkit.googleapis.com/v1/accounts:lookup')
    expect(JSON.parse(lookup?.body ?? '')).toEqual({ idToken: 'id-token' })
  })

  test.each(['en', 'de'] as const)('asks for the mail in %s', async (language) => {
    server.answer({ json: { email: found.email } })
    await identity.sendVerificationMail('id-token', language)
    expect(server.requests).toMatchObject([{ headers: { 'x-firebase-locale': language } }])
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      requestType: 'VERIFY_EMAIL',
      idToken: 'id-token',
    })
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
