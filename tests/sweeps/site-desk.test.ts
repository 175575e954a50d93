import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { field } from '../support/html'
import {
  expectNoSiteDesk,
  expectOpen,
  expectShut,
  shopOf,
  signUp,
  uidOf,
  writes,
} from '../support/site-desk'
import {
  cookieFrom,
  newEmail,
  openTestServer,
  password,
  type Reply,
  type TestServer,
  verify,
  words,
} from '../support/test-server'

const settings = ['absent', 'naming nobody', 'naming somebody unverified'] as const

describe.each(settings)('With SITE_DESK %s', (setting) => {
  describe.each(['open', 'closed'])('and SIGNUP=%s', (signup) => {
    const operator = newEmail()
    let server: TestServer
    let first: Reply
    beforeAll(async () => {
      const named = setting === 'absent' ? '' : operator
      server = await openTestServer({ environment: { SIGNUP: signup, SITE_DESK: named } })
      const stranger = newEmail()
      first = await signUp(server, stranger)
      if (setting === 'naming somebody unverified') await signUp(server, operator)
    })
    afterAll(() => server.close())

    test('a start says in one sentence that nobody has the shop, and what to do', () => {
      const about = server.warnings.filter((line) => line.includes('Nobody runs the shop'))
      expect(about).toHaveLength(1)
      expect(about[0]).toContain('SITE_DESK')
    })

    test('a stranger who signed up first has nothing of the shop', async () => {
      await expectNoSiteDesk(server)
      const admitted = signup === 'open' || setting === 'absent'
      expect(first.status).toBe(admitted ? 303 : 403)
      if (admitted) await expectShut(server, cookieFrom(first))
      else expect(field(first.text, 'email').described).toContain(words.en.signup.closed)
    })

    test('an account with the named address has nothing until it is verified', async () => {
      const known = setting === 'naming somebody unverified'
      const entered = known
        ? await server.ask('/login', { form: { email: operator, password } })
        : await signUp(server, operator)
      expect(entered.status).toBe(303)
      const cookie = cookieFrom(entered)
      await expectShut(server, cookie)
      await verify(server.ask, cookie, await uidOf(server, operator))
      await expectOpen(server, cookie)
    })

    test('once it is claimed, no later stranger gets anything, verified or not', async () => {
      const late = newEmail()
      const { status, setCookies, ...rest } = await signUp(server, late)
      expect(status).toBe(signup === 'open' ? 303 : 404)
      if (signup === 'closed') return
      const cookie = cookieFrom({ status, setCookies, ...rest })
      await expectShut(server, cookie)
      await verify(server.ask, cookie, await uidOf(server, late))
      await expectShut(server, cookie)
      const shop = await shopOf(server)
      for (const [path, form] of writes) {
        const { status, location } = await server.ask(path, { form })
        expect([status, location.split('?')[0]]).toEqual([303, '/login'])
      }
      expect(await shopOf(server)).toBe(shop)
    })
  })
})
