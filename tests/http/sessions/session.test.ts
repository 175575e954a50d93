import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Session } from '../../../app/domain/accounts/sessions'
import type { LiveEvent } from '../../../app/domain/live/live'
import {
  clearSessionCookie,
  endSession,
  openTokens,
  readSession,
  startSession,
} from '../../../app/http/sessions/session.server'
import { writeSessionCookie } from '../../../app/http/sessions/session-cookie.server'
import { ada, asking, openTestServer, requestWith, secret } from '../../support/request-context'

const at = new Date('2026-03-04T05:00:00.000Z')
const day = 24 * 3_600_000

let server: Awaited<ReturnType<typeof openTestServer>>
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

function later(milliseconds: number) {
  return new Date(at.getTime() + milliseconds)
}

function signIn(setting: Partial<Parameters<typeof server.context>[0]> = {}, from: string[] = []) {
  return startSession(asking(server.context({ at, ...setting }), requestWith(from)), ada)
}

function read(cookies: string[], setting: Partial<Parameters<typeof server.context>[0]> = {}) {
  return readSession(asking(server.context({ at, ...setting }), requestWith(cookies)))
}

async function signedInSession(): Promise<{ cookie: string; session: Session }> {
  const cookie = await signIn()
  const session = await read([cookie])
  if (!session) throw new Error('The session that was just begun is not there')
  return { cookie, session }
}

/** The cookie's content without its signature. */
function payloadOf(setCookie: string): { sid: string; lastLoginAt: string; v: number } {
  const value = decodeURIComponent(setCookie.slice(setCookie.indexOf('=') + 1).split(';')[0] ?? '')
  return JSON.parse(atob(value.split('.')[0] ?? ''))
}

describe('the cookie', () => {
  test('is bound to the host and to https where the site uses https', async () => {
    const cookie = await signIn({ origin: 'https://counter.example.com' })
    expect(cookie).toMatch(/^__Host-sid=/)
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=86400',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
  })

  test('is not on plain http on this machine, where it would never come back', async () => {
    const cookie = await signIn()
    expect(cookie).toMatch(/^sid=/)
    expect(cookie).not.toContain('Secure')
    expect(cookie).toContain('HttpOnly')
  })

  test('has a random id and the time of the sign-in, and is short', async () => {
    const cookie = await signIn()
    expect(payloadOf(cookie)).toEqual({
      sid: expect.stringMatching(/^[\w-]{43}$/),
      lastLoginAt: at.toISOString(),
      v: 1,
    })
    expect(cookie.length).toBeLessThan(400)
  })

  test('is removed by an empty one of the same name, path and attributes', async () => {
    const origin = 'https://counter.example.com'
    const cleared = await clearSessionCookie(server.context({ at, origin }))
    expect(cleared).toMatch(/^__Host-sid=; /)
    expect(cleared).toContain('Max-Age=0')
    expect(cleared).toContain('Path=/')
    expect(cleared).toContain('Secure')
  })
})

describe('a session', () => {
  test('carries the user and the time of the sign-in', async () => {
    const { session } = await signedInSession()
    expect(session).toMatchObject({ user: ada.user, lastLoginAt: at, lastSeenAt: at })
  })

  test('is valid exactly 24 hours after the sign-in', async () => {
    expect(await read([await signIn()], { at: later(day) })).toBeDefined()
  })

  test('is invalid one millisecond later', async () => {
    expect(await read([await signIn()], { at: later(day + 1) })).toBeUndefined()
  })

  test.each([
    ['the cookie', -3 * day, 0],
    ['the store', 0, -3 * day],
    ['both', -day - 1, -day - 1],
  ])('is invalid where %s says that the sign-in was too long ago', async (_, signed, stored) => {
    const { cookie, session } = await signedInSession()
    const context = server.context({ at })
    const { idHash, ...rest } = session
    await server.services.sessions.end(idHash)
    await server.services.sessions.create({ ...rest, idHash, lastLoginAt: later(stored) })
    const { sid } = payloadOf(cookie)
    const aged = await writeSessionCookie(context.config, sid, later(signed))
    expect(await read([aged])).toBeUndefined()
    const young = await writeSessionCookie(context.config, sid, later(stored - 1_000))
    const valid = stored > -day
    expect((await read([young]))?.lastLoginAt).toEqual(valid ? later(stored - 1_000) : undefined)
  })

  test('does not last longer because it is used', async () => {
    const cookie = await signIn()
    for (const hours of [6, 12, 18, 24]) {
      expect(await read([cookie], { at: later(hours * 3_600_000) })).toBeDefined()
    }
    expect(await read([cookie], { at: later(day + 1) })).toBeUndefined()
  })

  test('survives a clock that is set back, without lasting longer', async () => {
    const cookie = await signIn()
    expect(await read([cookie], { at: later(-2 * 3_600_000) })).toBeDefined()
    expect(await read([cookie], { at: later(day) })).toBeDefined()
    expect(await read([cookie], { at: later(day + 1) })).toBeUndefined()
  })

  test('is read from a cookie with any blanks around its name, and marks the response as personal', async () => {
    const cookie = await signIn()
    const header = cookie.split(';', 1)[0]?.replace('=', ' = ')
    const request = new Request('http://localhost:3000/', { headers: { Cookie: `a; ${header}` } })
    const context = server.context({ at })
    expect(await readSession(asking(context, request))).toBeDefined()
    expect(context.personal).toBe(true)
    const nobodys = server.context({ at })
    await readSession(asking(nobodys, requestWith([])))
    expect(nobodys.personal).toBeUndefined()
  })

  test('is read once for any number of loaders', async () => {
    const cookie = await signIn()
    const find = vi.spyOn(server.services.sessions, 'find')
    const context = server.context({ at })
    const sessions = await Promise.all(
      [1, 2, 3].map(() => readSession(asking(context, requestWith([cookie])))),
    )
    expect(find).toHaveBeenCalledTimes(1)
    expect(new Set(sessions).size).toBe(1)
    find.mockRestore()
  })

  test('records once a minute that it was used', async () => {
    const cookie = await signIn()
    const touch = vi.spyOn(server.services.sessions, 'touch')
    await read([cookie], { at: later(59_999) })
    expect(touch).not.toHaveBeenCalled()
    expect(await read([cookie], { at: later(60_000) })).toMatchObject({ lastSeenAt: later(60_000) })
    await read([cookie], { at: later(61_000) })
    expect(touch).toHaveBeenCalledTimes(1)
    touch.mockRestore()
    expect(await read([cookie], { at: later(62_000) })).toMatchObject({ lastSeenAt: later(60_000) })
  })
})

describe('a cookie that is not ours', () => {
  test('is refused when a single character was changed', async () => {
    const cookie = await signIn()
    const start = cookie.indexOf('=') + 1
    const end = cookie.indexOf(';')
    for (let index = start; index < end; index += 7) {
      const other = cookie[index] === 'A' ? 'B' : 'A'
      const tampered = cookie.slice(0, index) + other + cookie.slice(index + 1)
      expect(await read([tampered])).toBeUndefined()
    }
  })

  test('is refused when it comes twice, in either order', async () => {
    const mine = await signIn()
    const planted = await signIn()
    expect(await read([mine])).toBeDefined()
    expect(await read([mine, planted])).toBeUndefined()
    expect(await read([planted, mine])).toBeUndefined()
    expect(await read([mine, mine])).toBeUndefined()
    expect(await read(['sid =x', mine])).toBeUndefined()
  })

  test('beside ours does no harm under another name', async () => {
    expect(await read(['xsid=1', await signIn(), 'theme=dark', 'sid2=sid=3'])).toBeDefined()
  })

  test.each([
    'sid=',
    'sid',
    'sid=;',
    'sid=.',
    'sid=%',
    'sid=%E0%A4%A',
    'sid="quoted"',
    'sid=e30.x',
    ';;;=;',
    `sid=${'a'.repeat(9000)}`,
    '__proto__=1',
  ])('opens nothing and breaks nothing: %s', async (header) => {
    const request = new Request('http://localhost:3000/', { headers: { Cookie: header } })
    expect(await readSession(asking(server.context({ at }), request))).toBeUndefined()
  })

  test('is refused under the other name, though the secret is the same', async () => {
    const cookie = await signIn({ origin: 'https://counter.example.com' })
    expect(await read([cookie.replace('__Host-sid', 'sid')])).toBeUndefined()
  })
})

describe('secrets', () => {
  const next = 'r4nd0m-characters-of-another-kind-9876543210'

  test('that are older still verify cookies and open tokens', async () => {
    const cookie = await signIn()
    const context = server.context({ at, secrets: [next, secret] })
    const session = await readSession(asking(context, requestWith([cookie])))
    expect(session && openTokens(context, session)).toEqual(ada.tokens)
  })

  test('that are newest sign', async () => {
    const cookie = await signIn({ secrets: [next, secret] })
    expect(await read([cookie], { secrets: [next] })).toBeDefined()
    expect(await read([cookie], { secrets: [secret] })).toBeUndefined()
  })

  test('that were removed open nothing', async () => {
    const { cookie, session } = await signedInSession()
    const context = server.context({ at, secrets: [next] })
    expect(await readSession(asking(context, requestWith([cookie])))).toBeUndefined()
    expect(() => openTokens(context, session)).toThrow('do not open')
  })
})

describe('signing in', () => {
  test('creates a new id and ends the session of the request', async () => {
    const before = await signIn()
    const after = await signIn({}, [before])
    expect(payloadOf(after).sid).not.toBe(payloadOf(before).sid)
    expect(await read([before])).toBeUndefined()
    expect(await read([after])).toBeDefined()
  })

  test('leaves the sessions on other devices alone', async () => {
    const elsewhere = await signIn()
    await signIn()
    expect(await read([elsewhere])).toBeDefined()
  })
})

describe('signing out', () => {
  test('ends the session and its streams, and removes the cookie', async () => {
    const { cookie, session } = await signedInSession()
    const heard: LiveEvent[] = []
    const topic = `session:${session.idHash}` as const
    const stop = await server.services.live.subscribe(topic, (event) => heard.push(event))
    const context = server.context({ at })
    expect(await readSession(asking(context, requestWith([cookie])))).toBeDefined()
    const cleared = await endSession(asking(context, requestWith([cookie])))
    await vi.waitFor(() => expect(heard).toEqual([{ kind: 'session-ended' }]))
    stop()
    expect(cleared).toBe(await clearSessionCookie(context))
    expect(await readSession(asking(context, requestWith([cookie])))).toBeUndefined()
    expect(await read([cookie])).toBeUndefined()
  })

  test('twice, or without a session, is no failure', async () => {
    const cookie = await signIn()
    const context = server.context({ at })
    await endSession(asking(context, requestWith([cookie])))
    const cleared = await clearSessionCookie(context)
    expect(await endSession(asking(context, requestWith([cookie])))).toBe(cleared)
    expect(await endSession(asking(context, requestWith([])))).toBe(cleared)
  })
})

describe('the tokens', () => {
  test('open for the session that they were sealed for', async () => {
    const { session } = await signedInSession()
    expect(openTokens(server.context({ at }), session)).toEqual(ada.tokens)
  })

  test('do not open for another session, not even of the same user', async () => {
    const [one, other] = [await signedInSession(), await signedInSession()]
    const swapped = { ...other.session, sealedTokens: one.session.sealedTokens }
    expect(() => openTokens(server.context({ at }), swapped)).toThrow('do not open')
  })

  test.each(['', 'AAAA', 'A'.repeat(200), '!'])('do not open from %j', async (sealedTokens) => {
    const { session } = await signedInSession()
    const damaged = { ...session, sealedTokens }
    expect(() => openTokens(server.context({ at }), damaged)).toThrow('do not open')
  })

  test('are sealed differently each time', async () => {
    const [one, other] = [await signedInSession(), await signedInSession()]
    expect(one.session.sealedTokens).not.toBe(other.session.sealedTokens)
  })
})

test('the files of the store hold neither the id nor the tokens, but the hash of the id', async () => {
  const { sid } = payloadOf(await signIn())
  const idHash = createHash('sha256').update(sid).digest('base64url')
  const files = readdirSync(server.folder).filter((name) => name.startsWith('tresen.sqlite'))
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(server.folder, name))))
  expect(bytes.includes(idHash), 'or this test looks in the wrong place').toBe(true)
  expect(bytes.includes(sid)).toBe(false)
  expect(bytes.includes(ada.tokens.idToken)).toBe(false)
  expect(bytes.includes(ada.tokens.refreshToken)).toBe(false)
})
