import { Agent } from 'node:https'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTokenVerifier } from '../../../app/adapters/firebase-admin/verifier.server'
import { IdentityError } from '../../../app/domain/identity/identity'
import type { TokenVerifier } from '../../../app/domain/identity/token-verifier'
import { type AuthEmulator, startAuthEmulator } from '../../support/auth-emulator'
import { type FaultServer, startFaultServer } from '../../support/fault-server'
import { claims, confused, newKey, signed, unsigned } from './signed-token'

const projectId = 'demo-tresen'

/** The code of the refusal. Anything but a refusal is thrown. */
async function refused(verifier: TokenVerifier, token: string): Promise<string> {
  const error = await verifier.verify(token).then(
    () => new Error('The token was believed'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof IdentityError)) throw error
  return error.code
}

describe('in production', () => {
  const key = newKey('first')
  const stranger = newKey('first')
  const now = new Date()
  const good = claims(projectId, now)
  let google: FaultServer

  beforeAll(async () => {
    google = await startFaultServer()
  })
  afterAll(() => google.close())
  beforeEach(() => google.answer({ json: { [key.id]: key.published } }))

  /** A verifier that finds our server wherever it goes, and has no keys yet. */
  function verifier(timeout?: number, address = google.host): TokenVerifier {
    const agent = new Agent()
    const [host, port] = address.split(':')
    agent.createConnection = () => connect(Number(port), host)
    return createTokenVerifier({ projectId, timeout, agent })
  }

  it('a genuine token gives the user and the time of the proof', async () => {
    const { uid, authTime } = await verifier().verify(signed(good, key))
    expect(uid).toBe('ada')
    expect(authTime.getTime()).toBe(good.auth_time * 1000)
  })

  it('the keys are fetched once, for as long as they may be kept', async () => {
    const text = JSON.stringify({ [key.id]: key.published })
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'max-age=3600' }
    google.answer({ text, headers })
    const one = verifier()
    for (let time = 0; time < 3; time += 1) await one.verify(signed(good, key))
    expect(google.requests).toHaveLength(1)
  })

  it.each([
    ['signed by somebody else', signed(good, stranger)],
    ['signed by a key that nobody published', signed(good, newKey('second'))],
    ['that nobody signed', unsigned(good)],
    ['that nobody signed, in the name of a key', unsigned(good, { alg: 'none', kid: key.id })],
    ['that takes the public key for a secret', confused(good, key)],
    ['of another project', signed({ ...good, aud: 'other' }, key)],
    ['of another issuer', signed({ ...good, iss: 'https://evil.example' }, key)],
    ['of nobody', signed({ ...good, sub: '' }, key)],
    ['that speaks of keys', signed({ ...good, aud: 'Error fetching public keys' }, key)],
    ['without content', signed(null, key)],
    ['cut short', signed(good, key).slice(0, -9)],
    ['that is none', 'not.a.token'],
    ['with a broken part', `${signed(good, key).split('.')[0]}.e30x.x`],
    ['that is empty', ''],
    ['that is too long', 'a'.repeat(100_000)],
  ])('a token %s is not believed', async (_, token) => {
    expect(await refused(verifier(), token)).toBe('invalid-user-token')
  })

  it('an old token has expired', async () => {
    const old = { ...good, exp: Math.floor(now.getTime() / 1000) - 1 }
    expect(await refused(verifier(), signed(old, key))).toBe('user-token-expired')
  })

  it.each([
    ['cuts the line', 'reset'],
    ['answers with a proxy’s page', { text: '<html>502 Bad Gateway</html>', status: 502 }],
    ['answers nonsense', { text: '<html>' }],
    ['does not answer', 'hang'],
  ] as const)('a service that %s is no fault of the token', async (_, fault) => {
    google.answer(fault)
    expect(await refused(verifier(300), signed(good, key))).toBe('network-request-failed')
  })

  it('a service that is not there is no fault of the token', async () => {
    const closed = await startFaultServer()
    await closed.close()
    const offline = verifier(undefined, closed.host)
    expect(await refused(offline, signed(good, key))).toBe('network-request-failed')
  })
})

describe('with the emulator', () => {
  let emulator: AuthEmulator
  let verifier: TokenVerifier

  beforeAll(async () => {
    emulator = await startAuthEmulator()
    verifier = createTokenVerifier({ projectId, emulatorHost: emulator.host })
  })
  afterAll(() => emulator.close())

  async function signUp() {
    const path = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-key'
    const answer = await fetch(`http://${emulator.host}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ returnSecureToken: true }),
    })
    return (await answer.json()) as { localId: string; idToken: string }
  }

  it('its unsigned tokens are believed', async () => {
    const { localId, idToken } = await signUp()
    const { uid, authTime } = await verifier.verify(idToken)
    expect(uid).toBe(localId)
    expect(Math.abs(authTime.getTime() - Date.now())).toBeLessThan(60_000)
  })

  it('a verifier of production beside it believes none of them', async () => {
    const { idToken } = await signUp()
    const strict = createTokenVerifier({ projectId })
    await verifier.verify(idToken)
    expect(await refused(strict, idToken)).toBe('invalid-user-token')
    await verifier.verify(idToken)
  })

  it('a blocked account and a deleted one are distinguished', async () => {
    const { localId, idToken } = await signUp()
    await emulator.disable(localId)
    expect(await refused(verifier, idToken)).toBe('user-disabled')
    const ghost = unsigned(claims(projectId, new Date()))
    expect(await refused(verifier, ghost)).toBe('user-token-expired')
  })

  it('that is not there, nobody is signed in', async () => {
    const closed = await startFaultServer()
    await closed.close()
    const { idToken } = await signUp()
    const nowhere = createTokenVerifier({ projectId, emulatorHost: closed.host })
    expect(await refused(nowhere, idToken)).toBe('network-request-failed')
  })
})
