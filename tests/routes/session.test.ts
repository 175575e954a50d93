import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultServer, outwait, refusal, startFaultServer } from '../support/fault-server'
import {
  disable,
  markVerified,
  signInByGoogle,
  signInInBrowser,
  signUpAnonymously,
  signUpInBrowser,
} from '../support/identity-operator'
import {
  cookieFrom,
  minute,
  newEmail,
  openTestServer,
  password,
  type TestServer,
} from '../support/test-server'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

/** What the browser SDK has after it made an account, now on both clocks. */
function signInByBrowser(email = newEmail()) {
  server.clock.now = new Date()
  return signUpInBrowser(email, password)
}

const headersOf = (idToken: string, at: TestServer) => ({
  Authorization: `Bearer ${idToken}`,
  'Content-Type': 'application/json',
  Origin: at.origin,
})

function begin(idToken: string, body: unknown, { at = server, cookie = '' } = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return at.ask('/session', { method: 'POST', cookie, headers: headersOf(idToken, at), body: text })
}

function end(cookie: string) {
  return server.ask('/session', { method: 'DELETE', cookie, headers: { Origin: server.origin } })
}

const codeOf = ({ text }: { text: string }) => JSON.parse(text).error.code

describe('a sign-in by the browser SDK', () => {
  it('opens the desk', async () => {
    const email = newEmail()
    const { localId, idToken, refreshToken } = await signInByBrowser(email)
    const reply = await begin(idToken, { refreshToken, language: 'de' })
    expect(reply).toMatchObject({ status: 204, text: '' })
    expect(reply.headers.get('Cache-Control')).toBe('no-store')
    expect(reply.setCookies.join()).toMatch(/^sid=.*HttpOnly.*known-browser=/)
    const desk = await server.ask('/dashboard', { cookie: cookieFrom(reply) })
    expect(desk.status).toBe(200)
    expect(desk.text).toContain(email)
    const account = await server.services.accounts.find(localId)
    expect(account).toMatchObject({ email, locale: 'de' })
  })

  it('without a language of ours is in English', async () => {
    for (const language of [undefined, 'fr', 7]) {
      const { localId, idToken, refreshToken } = await signInByBrowser()
      expect(await begin(idToken, { refreshToken, language })).toMatchObject({ status: 204 })
      expect((await server.services.accounts.find(localId))?.locale).toBe('en')
    }
  })

  it('by the bearer token alone lasts as long as that token does', async () => {
    const { idToken } = await signInByBrowser()
    const reply = await begin(idToken, '')
    expect(reply).toMatchObject({ status: 204 })
    const cookie = cookieFrom(reply)
    server.clock.forward(58 * minute)
    expect(await server.ask('/dashboard', { cookie })).toMatchObject({ status: 200 })
    server.clock.forward(6 * minute)
    expect((await server.ask('/dashboard', { cookie })).location).toMatch(/^\/login\?/)
  })

  it('goes on when the SDK brings a refreshed token, which begins nothing by itself', async () => {
    const { idToken, refreshToken } = await signInByBrowser()
    const cookie = cookieFrom(await begin(idToken, ''))
    server.clock.forward(50 * minute)
    const { tokens } = await server.services.identity.refresh(refreshToken, new Date())
    const renewed = await begin(tokens.idToken, '', { cookie })
    expect(renewed).toMatchObject({ status: 204, setCookies: [] })
    expect(await server.ask('/dashboard', { cookie })).toMatchObject({ status: 200 })
    expect((await begin(tokens.idToken, '')).status).toBe(401)
    const stranger = await server.signUp()
    expect((await begin(tokens.idToken, '', { cookie: stranger.cookie })).status).toBe(401)
  })

  it('ends the session that was there', async () => {
    const first = await server.signUp()
    const { idToken, refreshToken } = await signInByBrowser()
    const reply = await begin(idToken, { refreshToken }, { cookie: first.cookie })
    expect(cookieFrom(reply)).not.toBe(first.cookie)
    expect(await server.ask('/dashboard', { cookie: first.cookie })).toMatchObject({ status: 303 })
  })

  it('that first proves an address leaves nobody signed in who came before', async () => {
    const { email, cookie } = await server.signUp()
    const { idToken, refreshToken } = await signInByGoogle(email)
    server.clock.now = new Date()
    const reply = await begin(idToken, { refreshToken })
    expect(reply.status).toBe(204)
    expect(await server.ask('/dashboard', { cookie })).toMatchObject({ status: 303 })
  })

  it('by a password does not begin where the address was proved without it', async () => {
    const { email, cookie, desk } = await server.signUp()
    await markVerified(desk.ownerUid)
    const { idToken, refreshToken } = await signInInBrowser(email, password)
    server.clock.now = new Date()
    expect(await begin(idToken, { refreshToken })).toMatchObject({ status: 403, setCookies: [] })
    expect(await server.ask('/dashboard', { cookie })).toMatchObject({ status: 200 })
  })

  it('lasts beyond the life of its first token', async () => {
    const { idToken, refreshToken } = await signInByBrowser()
    const cookie = cookieFrom(await begin(idToken, { refreshToken }))
    server.clock.forward(120 * minute)
    expect(await server.ask('/dashboard', { cookie })).toMatchObject({ status: 200 })
  })
})

describe('no session begins', () => {
  const asRefused = async (reply: ReturnType<typeof begin>) => {
    const { status, headers, setCookies, text } = await reply
    expect(setCookies).toEqual([])
    expect(headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.has('WWW-Authenticate')).toBe(status === 401)
    return `${status} ${codeOf({ text })}`
  }

  it('for an anonymous account, which gets no desk either', async () => {
    server.clock.now = new Date()
    const { localId, idToken, refreshToken } = await signUpAnonymously()
    for (const body of ['', { refreshToken }]) {
      expect(await asRefused(begin(idToken, body))).toBe('403 operation-not-allowed')
    }
    expect(await server.services.accounts.find(localId)).toBeUndefined()
    expect(await server.services.members.desksOf(localId)).toEqual([])
  })

  it('five minutes after the sign-in, and until then one does', async () => {
    const { idToken, refreshToken } = await signInByBrowser()
    server.clock.now = new Date(authTimeOf(idToken) + 5 * minute + 1)
    expect(await asRefused(begin(idToken, { refreshToken }))).toBe('401 requires-recent-login')
    server.clock.now = new Date(authTimeOf(idToken) + 5 * minute)
    expect(await begin(idToken, { refreshToken })).toMatchObject({ status: 204 })
  })

  it('without a genuine token of this project', async () => {
    const { idToken, refreshToken } = await signInByBrowser()
    const [header = '', payload = ''] = idToken.split('.')
    const saying = (changes: object) => {
      const said = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes }
      return `${header}.${Buffer.from(JSON.stringify(said)).toString('base64url')}.`
    }
    const now = Math.floor(Date.now() / 1000)
    const tokens = {
      '': 'invalid-user-token',
      'no-token': 'invalid-user-token',
      [`${idToken}x`]: 'invalid-user-token',
      [refreshToken]: 'invalid-user-token',
      [saying({ aud: 'other' })]: 'invalid-user-token',
      [saying({ iss: 'https://securetoken.google.com/other' })]: 'invalid-user-token',
      [saying({ sub: 'nobody' })]: 'user-token-expired',
      [saying({ exp: now - 1 })]: 'user-token-expired',
      [saying({ auth_time: undefined })]: 'requires-recent-login',
    }
    for (const [token, code] of Object.entries(tokens)) {
      expect(await asRefused(begin(token, { refreshToken })), token).toBe(`401 ${code}`)
    }
  })

  it('with a body that is none of ours', async () => {
    const { idToken } = await signInByBrowser()
    for (const body of [{ refreshToken: '' }, { refreshToken: 7 }, [], 'refreshToken']) {
      expect(await asRefused(begin(idToken, body))).toBe('400 invalid-user-token')
    }
  })

  it('with the refresh token of somebody else, or one that is none', async () => {
    const mine = await signInByBrowser()
    const { refreshToken } = await signInByBrowser()
    expect(await asRefused(begin(mine.idToken, { refreshToken }))).toBe('401 invalid-user-token')
    const forged = { refreshToken: 'forged' }
    expect(await asRefused(begin(mine.idToken, forged))).toBe('401 invalid-user-token')
  })

  it('for a blocked account', async () => {
    const { localId, idToken, refreshToken } = await signInByBrowser()
    await disable(localId)
    expect(await asRefused(begin(idToken, { refreshToken }))).toBe('403 user-disabled')
  })

  it('from another site', async () => {
    const { idToken, refreshToken } = await signInByBrowser()
    for (const Origin of ['https://evil.example', 'null']) {
      const headers = { ...headersOf(idToken, server), Origin }
      const body = JSON.stringify({ refreshToken })
      const reply = await server.ask('/session', { method: 'POST', headers, body })
      expect(reply).toMatchObject({ status: 403, setCookies: [] })
    }
  })

  describe('while the service', () => {
    let faults: FaultServer
    let troubled: TestServer

    beforeAll(async () => {
      faults = await startFaultServer()
      troubled = await openTestServer({ identity: faults })
      troubled.clock.now = new Date()
    })
    afterAll(() => troubled.close())

    it.each([
      ['hangs', 'hang', '503 network-request-failed'],
      ['is broken', { text: '<html>', status: 502 }, '503 network-request-failed'],
      ['has had enough', refusal('TOO_MANY_ATTEMPTS_TRY_LATER'), '429 too-many-requests'],
    ] as const)('%s', async (_, fault, expected) => {
      const { localId, idToken, refreshToken } = await signInByBrowser()
      troubled.clock.now = new Date()
      const known = { json: { users: [{ localId, validSince: '0' }] } }
      faults.answer(known, fault)
      const reply = outwait(faults, () => begin(idToken, { refreshToken }, { at: troubled }))
      expect(await asRefused(reply)).toBe(expected)
      expect(await troubled.ask('/')).toMatchObject({ status: 200 })
    })
  })
})

describe('signing out', () => {
  it('ends the session and takes its cookie away', async () => {
    const { cookie } = await server.signUp()
    const reply = await end(cookie)
    expect(reply).toMatchObject({ status: 204, text: '' })
    expect(reply.setCookies.join()).toMatch(/^sid=;.*Max-Age=0/)
    expect(reply.headers.get('Clear-Site-Data')).toBe('"cache"')
    const desk = await server.ask('/dashboard', { cookie })
    expect(desk.location).toMatch(/^\/login\?/)
  })

  it('a second time, or without a session, changes nothing', async () => {
    const { cookie } = await server.signUp()
    await end(cookie)
    expect(await end(cookie)).toMatchObject({ status: 204 })
    expect(await end('')).toMatchObject({ status: 204 })
  })

  it('is not for other sites', async () => {
    const { cookie } = await server.signUp()
    const headers = { Origin: 'https://evil.example' }
    expect(await server.ask('/session', { method: 'DELETE', cookie, headers })).toMatchObject({
      status: 403,
    })
    expect(await server.ask('/dashboard', { cookie })).toMatchObject({ status: 200 })
  })
})

it.each(['GET', 'HEAD', 'PUT', 'PATCH'])('%s is not understood', async (method) => {
  const headers = { Origin: server.origin }
  const { status, headers: answered } = await server.ask('/session', { method, headers })
  expect(status).toBe(405)
  expect(answered.get('Allow')).toBe('POST, DELETE')
})

/** When the owner of a token proved who they are, in milliseconds. */
function authTimeOf(idToken: string): number {
  const said = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()
  return JSON.parse(said).auth_time * 1_000
}
