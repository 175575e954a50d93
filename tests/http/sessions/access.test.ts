import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SessionUser } from '../../../app/domain/accounts/sessions'
import { newDesk } from '../../../app/domain/desks/desks'
import { requestFacts } from '../../../app/http/request-facts'
import { loginAddress, needsSession } from '../../../app/http/sessions/access'
import {
  noteAttendance,
  requireDesk,
  requireSession,
} from '../../../app/http/sessions/access.server'
import { clearSessionCookie, startSession } from '../../../app/http/sessions/session.server'
import { ada, asking, openTestServer, requestWith } from '../../support/request-context'

const at = new Date('2026-03-04T05:00:00.000Z')
const origin = 'http://localhost:3000'

let server: Awaited<ReturnType<typeof openTestServer>>
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

function later(milliseconds: number) {
  return new Date(at.getTime() + milliseconds)
}

describe('which pages need a session', () => {
  const open = [
    '/',
    '/login',
    '/signup',
    '/chat',
    '/shop',
    '/shop/success',
    '/shop/cancel',
    '/imprint',
    '/privacy',
    '/terms',
    '/withdrawal',
  ]
  const closed = ['/verify-email', '/sample', '/test', '/shop/other', '/chats', '/loginx']
  const dashboard = [
    '/dashboard',
    '/dashboard/tickets',
    '/dashboard/',
    '/my/dashboard',
    '/Dashboard',
  ]
  const cases: [path: string, bare: boolean, withLanguage: boolean][] = [
    ...open.map((path): [string, boolean, boolean] => [path, false, false]),
    ...closed.map((path): [string, boolean, boolean] => [path, true, false]),
    ...dashboard.map((path): [string, boolean, boolean] => [path, true, true]),
  ]

  test.each(cases)('%s needs one: %s; with a lang query: %s', (path, bare, withLanguage) => {
    for (const inLanguage of [path, path === '/' ? '/de' : `/de${path}`]) {
      expect(needsSession(inLanguage, new URLSearchParams())).toBe(bare)
      expect(needsSession(inLanguage, new URLSearchParams('desk=1'))).toBe(bare)
      expect(needsSession(inLanguage, new URLSearchParams('mode=verifyEmail&lang=de'))).toBe(
        withLanguage,
      )
    }
  })

  test.each(['/login/', '/de/', '/LOGIN', '/de/shop/'])(
    '%s needs none, as it is written',
    (path) => {
      expect(needsSession(path, new URLSearchParams())).toBe(false)
    },
  )

  test.each(['/%64ashboard', '/de/d%41shboard', '/%zz/dashboard'])(
    '%s needs one however it is written',
    (path) => {
      expect(needsSession(path, new URLSearchParams('lang=de'))).toBe(true)
    },
  )
})

describe('the login page that a request is sent to', () => {
  test.each([
    ['/dashboard', '/login', '/dashboard'],
    ['/de/dashboard', '/de/login', '/de/dashboard'],
    ['/de', '/de/login', '/de'],
    ['/den/x', '/login', '/den/x'],
    ['/dashboard/tickets?ticket=7&q=a%26b', '/login', '/dashboard/tickets?ticket=7&q=a%26b'],
    [
      '/dashboard/tickets.data?ticket=7&_routes=routes%2Ftickets',
      '/login',
      '/dashboard/tickets?ticket=7',
    ],
    ['/de/dashboard.data?_routes=root', '/de/login', '/de/dashboard'],
    ['/_root.data', '/login', '/'],
    ['/de.data', '/de/login', '/de'],
  ])('%s: %s, to come back to %s', (asked, login, back) => {
    const address = new URL(loginAddress(requestFacts(new Request(origin + asked))), origin)
    expect(address.pathname).toBe(login)
    expect([...address.searchParams]).toEqual([['redirect', back]])
  })
})

/** The answer that a refused request gets. */
async function refusalOf(call: Promise<unknown>): Promise<Response> {
  const thrown = await call.then(
    () => new Error('The request was let in'),
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof Response)) throw thrown
  return thrown
}

describe('a request without a valid session', () => {
  test('is sent to the login page, and its cookie is removed', async () => {
    const context = server.context({ at })
    const request = requestWith(['sid=planted'], `${origin}/de/dashboard/tickets?ticket=7`)
    const response = await refusalOf(requireSession(asking(context, request)))
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe(
      '/de/login?redirect=%2Fde%2Fdashboard%2Ftickets%3Fticket%3D7',
    )
    expect(response.headers.getSetCookie()).toEqual([await clearSessionCookie(context)])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  test('is sent back to the page when it was a form', async () => {
    const request = new Request(`${origin}/dashboard/tickets?ticket=7`, {
      method: 'POST',
      body: '',
    })
    const response = await refusalOf(requireSession(asking(server.context({ at }), request)))
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe(
      '/login?redirect=%2Fdashboard%2Ftickets%3Fticket%3D7',
    )
  })

  test('removes the rest of a session that is too old', async () => {
    const cookie = await startSession(asking(server.context({ at }), requestWith([])), ada)
    const before = await requireSession(asking(server.context({ at }), requestWith([cookie])))
    const tooLate = server.context({ at: later(24 * 3_600_000 + 1) })
    expect((await refusalOf(requireSession(asking(tooLate, requestWith([cookie]))))).status).toBe(
      303,
    )
    expect(await server.services.sessions.find(before.idHash)).toBeUndefined()
  })

  test('gets no desk', async () => {
    const response = await refusalOf(requireDesk(asking(server.context({ at }), requestWith([]))))
    expect(response.status).toBe(303)
  })
})

describe('a request with a valid session', () => {
  async function signIn(user: SessionUser) {
    const { uid, email } = user
    await server.services.accounts.save({
      uid,
      email,
      emailVerified: true,
      locale: 'en',
      createdAt: at,
    })
    return startSession(asking(server.context({ at }), requestWith([])), { ...ada, user })
  }

  const askAt = (milliseconds: number, cookie: string) =>
    asking(server.context({ at: later(milliseconds) }), requestWith([cookie]))

  test('gets the desk of its account, and creates none', async () => {
    const cookie = await signIn(ada.user)
    const { desks, members } = server.services
    // Signing in makes it.
    const refusal = { data: { room: 'nowhere' }, init: { status: 403 } }
    await expect(requireDesk(askAt(0, cookie))).rejects.toMatchObject(refusal)
    expect(await members.desksOf(ada.user.uid)).toEqual([])
    const desk = await desks.ensure(newDesk(ada.user.uid, at))
    const again = await signIn(ada.user)
    const first = await requireDesk(askAt(0, again))
    expect(first.session.user).toEqual(ada.user)
    expect(first.desk).toEqual(desk)
    expect((await requireDesk(askAt(1, again))).desk).toEqual(desk)
  })

  test('counts as attendance once it sends a form, stored once a minute', async () => {
    const user = { ...ada.user, uid: 'uid-of-grace', email: 'grace@example.com' }
    const cookie = await signIn(user)
    const { desks, members } = server.services
    const desk = await desks.ensure(newDesk(user.uid, at))
    const attend = vi.spyOn(members, 'attend')
    for (const milliseconds of [0, 1, 59_999, 60_000, 60_001]) {
      await requireDesk(askAt(milliseconds, cookie))
    }
    expect(attend).not.toHaveBeenCalled()
    for (const milliseconds of [0, 1, 59_999, 60_000, 60_001]) {
      await noteAttendance(askAt(milliseconds, cookie))
    }
    expect(attend.mock.calls).toEqual([
      [desk.id, user.uid, at],
      [desk.id, user.uid, later(60_000)],
    ])
    attend.mockRestore()
    expect((await members.desksOf(user.uid))[0]?.desk.attendedAt).toEqual(later(60_000))
  })
})
