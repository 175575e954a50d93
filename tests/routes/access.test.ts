import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionLifetime } from '~/domain/accounts/sessions'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { deskRooms } from '../support/desk-rooms'
import { languageOf, linksIn } from '../support/html'
import {
  cookieFrom,
  minute,
  type Owner,
  openTestServer,
  password,
  type TestServer,
} from '../support/test-server'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  await server.begin('Words of a visitor')
})

afterAll(() => server.close())

const expired =
  'sid=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax'

/** Whether a cookie opens the dashboard. */
async function opens(cookie: string): Promise<boolean> {
  const { status, location } = await server.ask('/dashboard', { cookie })
  if (status === 200) return true
  expect({ status, location }).toEqual({ status: 303, location: '/login?redirect=%2Fdashboard' })
  return false
}

const publicPages = ['/', '/chat', '/login', '/signup']
const closedPages = [
  ...deskRooms.map(({ path }) => path),
  '/dashboard/tickets?state=waiting&ticket=1',
  '/verify-email',
]

describe.each(languages)('in %s', (language) => {
  it.each(publicPages)('%s opens for everybody', async (page) => {
    const { status, text } = await server.ask(localizedPath(page, language))
    expect(status).toBe(200)
    expect(languageOf(text)).toBe(language)
  })

  it.each(closedPages)('%s leads to sign-in and back', async (page) => {
    const path = localizedPath(page, language)
    const { status, location, setCookies } = await server.ask(path)
    expect(status).toBe(303)
    const login = localizedPath('/login', language)
    expect(location).toBe(`${login}?redirect=${encodeURIComponent(path)}`)
    expect(setCookies).toEqual([expired])
    const back = await server.ask(location, { form: { email: owner.email, password } })
    expect(back).toMatchObject({ status: 303, location: path })
  })

  it.each(['/', '/chat', ...closedPages])('%s opens for the owner', async (page) => {
    const { status, text } = await server.ask(localizedPath(page, language), owner)
    expect(status).toBe(200)
    expect(languageOf(text)).toBe(language)
  })

  it.each(['/login', '/signup'])('%s leads the owner to the desk', async (page) => {
    const { status, location } = await server.ask(localizedPath(page, language), owner)
    expect({ status, location }).toEqual({
      status: 303,
      location: localizedPath('/dashboard', language),
    })
  })
})

describe('without a session', () => {
  it('a link from a mail opens its page', async () => {
    const { status } = await server.ask('/de/verify-email?lang=de')
    expect(status).toBe(200)
  })

  it.each(['/dashboard?lang=en', '/de/dashboard/tickets?lang=de&ticket=1'])(
    'no spelling opens the dashboard: %s',
    async (path) => {
      const { status, location } = await server.ask(path)
      expect(status).toBe(303)
      expect(location).toMatch(/^(\/de)?\/login\?redirect=/)
    },
  )

  it.each([
    ['in capitals', '/DASHBOARD', 308],
    ['with needless escapes', '/%64ashboard', 301],
  ])('an address %s leads to the usual one, which asks', async (_, path, status) => {
    expect(await server.ask(path)).toMatchObject({ status, location: '/dashboard' })
  })

  it.each([
    '/dashboard.data',
    '/dashboard.data?lang=en',
    '/dashboard/tickets.data?ticket=1',
    '/dashboard/profile.data',
    '/dashboard/settings/delete.data?step=confirm',
    // One loader alone, without the one of the layout around it.
    '/dashboard/tickets.data?ticket=1&_routes=routes%2F(%24lang).dashboard.tickets',
    '/dashboard.data?index&_routes=routes%2F(%24lang).dashboard._index',
    '/verify-email.data?_routes=routes%2F(%24lang).verify-email',
  ])('a page’s data is as closed as the page: %s', async (path) => {
    const { status, text, setCookies } = await server.ask(path)
    expect(status).toBe(202)
    expect(text).toContain('"/login?redirect=')
    expect(text).not.toContain('Words of a visitor')
    expect(text).not.toContain(owner.desk.publicKey)
    expect(setCookies).toEqual([expired])
  })

  it('a form of the desk changes nothing', async () => {
    const form = { intent: 'close', key: randomUUID(), body: '' }
    const reply = await server.ask('/dashboard/tickets?ticket=1', { form })
    expect(reply.status).toBe(303)
    await server.ask('/dashboard?index', { form: { name: 'Taken over' } })
    const ticket = await server.services.tickets.find({ deskId: owner.desk.id, number: 1 })
    const desk = await server.services.desks.findById(owner.desk.id)
    expect([ticket?.state, desk?.name]).toEqual(['open', ''])
  })
})

describe('sign-in leads on', () => {
  async function leadsTo(wanted: string) {
    const path = `/login?redirect=${encodeURIComponent(wanted)}`
    const { location } = await server.ask(path, { form: { email: owner.email, password } })
    return location
  }

  it.each(['/dashboard/tickets?ticket=1#m-1', '/de/chat', '/'])(
    'to a page of ours: %s',
    async (wanted) => {
      expect(await leadsTo(wanted)).toBe(wanted)
    },
  )

  it.each([
    'https://evil.example/',
    '//evil.example/dashboard',
    '/\\evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    '/%2f/evil.example',
    'javascript:alert(1)',
    '/login?redirect=/login',
    '/logout',
    '',
  ])('to the desk instead of %j', async (wanted) => {
    expect(await leadsTo(wanted)).toBe('/dashboard')
  })

  it('to the page of the desk in the language that was chosen meanwhile', async () => {
    const switched = '/de/login?language=en&redirect=%2Fde%2Fdashboard%2Ftickets%3Fticket%3D1'
    const { location } = await server.ask(switched)
    const form = { email: owner.email, password }
    expect((await server.ask(location, { form })).location).toBe('/dashboard/tickets?ticket=1')
  })

  it('to the German desk from the German page', async () => {
    const form = { email: owner.email, password }
    expect((await server.ask('/de/login', { form })).location).toBe('/de/dashboard')
  })
})

describe('a session', () => {
  it('is a cookie that scripts cannot read and other sites do not send', async () => {
    const { setCookies } = await server.ask('/login', { form: { email: owner.email, password } })
    expect(setCookies).toEqual([
      expect.stringMatching(/^sid=[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^known-browser=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
  })

  it('ends when its owner signs out, and only with the form', async () => {
    const { cookie } = await server.signUp()
    const link = await server.ask('/logout', { cookie })
    expect(link).toMatchObject({ status: 303, location: '/dashboard', setCookies: [] })
    expect(await opens(cookie)).toBe(true)
    const left = await server.ask('/logout', { cookie, form: { language: 'de' } })
    expect(left).toMatchObject({ status: 303, location: '/de' })
    expect(left.setCookies).toContain(expired)
    expect(left.headers.get('Clear-Site-Data')).toBe('"cache"')
    expect(await opens(cookie)).toBe(false)
  })

  it('ends whatever the form of signing out says', async () => {
    const forms: Record<string, string>[] = [{}, { language: 'xx' }, { intent: 'switch-language' }]
    for (const form of forms) {
      const { cookie } = await server.signUp()
      expect(await server.ask('/logout', { cookie, form })).toMatchObject({
        status: 303,
        location: '/',
      })
      expect(await opens(cookie)).toBe(false)
    }
  })

  it('ends when its owner signs in again in the same browser', async () => {
    const { email, cookie } = await server.signUp()
    const again = await server.ask('/login', { cookie, form: { email, password } })
    expect(await opens(cookieFrom(again))).toBe(true)
    expect(await opens(cookie)).toBe(false)
  })

  it('is not opened by a cookie that somebody made or changed', async () => {
    const { cookie } = await server.signUp()
    expect(await opens(cookie)).toBe(true)
    const [value = '', signature = ''] = cookie.slice('sid='.length).split('.')
    const { cookie: other } = await server.signUp()
    const foreign = other.slice('sid='.length).split('.')[0]
    const forged = [
      'sid=',
      'sid=.',
      'sid=%E0%A4%A',
      `sid=${value}`,
      `sid=${value}.`,
      `sid=${value}.${signature.slice(1)}`,
      `sid=${foreign}.${signature}`,
      `sid=${value.slice(0, -4)}.${signature}`,
      `${cookie}; ${other}`,
      `__Host-${cookie}`,
    ]
    for (const each of forged) {
      expect(await opens(each), each).toBe(false)
      for (const page of ['/', '/chat', '/login']) {
        expect((await server.ask(page, { cookie: each })).status, `${page} ${each}`).toBe(200)
      }
    }
    expect(await opens(cookie)).toBe(true)
  })

  it('makes no desk for an account that is not there any more', async () => {
    const { cookie, desk } = await server.signUp()
    const { sessions, members, accounts } = server.services
    const [session] = await sessions.list(desk.ownerUid)
    if (!session) throw new Error('There is no session')
    await sessions.end(session.idHash)
    await sessions.create({ ...session, user: { ...session.user, uid: 'gone' } })
    expect(await opens(cookie)).toBe(false)
    expect(await members.desksOf('gone')).toEqual([])
    expect(await accounts.find('gone')).toBeUndefined()
  })

  it('draws pages that nobody else gets, however its cookie is spaced', async () => {
    const { cookie } = await server.signUp()
    for (const spaced of [cookie.replace('=', ' ='), cookie.replace('=', '\t= '), `a;${cookie}`]) {
      // Longer than any page is kept.
      server.clock.forward(61 * minute)
      for (const language of languages) {
        for (const path of ['/', '/shop', '/imprint']) {
          const page = localizedPath(path, language)
          const own = await server.ask(page, { cookie: spaced })
          const others = await server.ask(page)
          const login = localizedPath('/login', language)
          expect(linksIn(own.text), `${page} ${spaced}`).not.toContain(login)
          expect(linksIn(others.text), `${page} ${spaced}`).toContain(login)
        }
      }
    }
  })

  it('outlives a clock that is set back', async () => {
    const { cookie } = await server.signUp()
    server.clock.forward(-2 * 60 * minute)
    expect(await opens(cookie)).toBe(true)
    server.clock.forward(2 * 60 * minute)
    expect(await opens(cookie)).toBe(true)
  })

  it('lasts for 24 hours after the last login, the end included, however much it is used', async () => {
    const { cookie } = await server.signUp()
    server.clock.forward(sessionLifetime - minute)
    expect(await opens(cookie)).toBe(true)
    server.clock.forward(minute)
    expect(await opens(cookie)).toBe(true)
    server.clock.forward(1)
    expect(await opens(cookie)).toBe(false)
    const { setCookies } = await server.ask('/dashboard', { cookie })
    expect(setCookies).toEqual([expired])
    expect((await server.ask('/login', { cookie })).status).toBe(200)
  })
})
