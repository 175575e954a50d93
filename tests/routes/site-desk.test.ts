import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSiteDesk } from '../../app/domain/desks/site-desk'
import { languages } from '../../app/domain/text/languages'
import { secretHash } from '../../app/http/links/ticket-link.server'
import { localizedPath } from '../../app/i18n/addresses'
import { field, linksIn, textOf } from '../support/html'
import { markVerified, signInInBrowser } from '../support/identity-operator'
import { lastCode, takeOver } from '../support/mailed-codes'
import {
  cookieFrom,
  hour,
  newEmail,
  openTestServer,
  password,
  type Reply,
  type TestServer,
  verify,
  words,
} from '../support/test-server'
import { fillCart, openCheckout, order } from '../support/till'

/** The rooms of the shop and their parts; an order's number is 1001. */
const rooms = [
  ...['/dashboard/orders', '/dashboard/orders?order=1001', '/dashboard/orders/csv?period=2026'],
  ...[
    '/dashboard/shelf',
    '/dashboard/shelf/product?product=house-coffee',
    '/dashboard/shelf/shipping',
  ],
  ...['/dashboard/company', '/dashboard/company?details', '/dashboard/company?bank'],
  ...['/dashboard/company?text=terms&in=en', '/shop?item=house-coffee&preview'],
]

const iban = 'DE02 1203 0000 0000 2020 51'

/** What a form of each room would change. */
const writes: [path: string, form: Record<string, string>][] = [
  ['/dashboard/orders?order=1001', { intent: 'paid' }],
  ['/dashboard/orders?order=1001', { intent: 'cancel' }],
  ['/dashboard/shelf/product?product=house-coffee', { intent: 'remove', product: 'house-coffee' }],
  ['/dashboard/shelf', { intent: 'down', product: 'house-coffee' }],
  ['/dashboard/shelf/shipping', { intent: 'save-shipping', flat: '0' }],
  ['/dashboard/company?bank', { intent: 'save', holder: 'A', iban, bankPassword: password }],
  ['/dashboard/company?text=terms&in=en', { intent: 'save', text: '# Mine\n\nAll of it' }],
]

function signUp(server: TestServer, email = newEmail()) {
  return server.ask('/signup', { form: { email, password } })
}

async function uidOf(server: TestServer, email: string): Promise<string> {
  return (await server.services.accounts.findByEmail(email))?.uid ?? ''
}

/** What the shop would lose to somebody who could write. */
async function shopOf({ services, clock }: TestServer) {
  const { orders, legal, catalogue } = services
  return JSON.stringify([
    (await orders.list('all', 9)).orders,
    (await legal.written()).details,
    await catalogue.read(clock.now),
  ])
}

async function placeOrder(server: TestServer): Promise<void> {
  const cart = await fillCart(server, { 'house-coffee': 1 })
  const placed = await order(server, cart, await openCheckout(server, cart))
  expect([placed.status, placed.text]).toEqual([303, ''])
}

/** Nobody but the site's desk finds its rooms, and what is sent there changes nothing. */
async function expectShut(server: TestServer, cookie: string): Promise<void> {
  const before = await shopOf(server)
  for (const path of rooms) {
    const { status, text } = await server.ask(path, { cookie })
    expect([path, status]).toEqual([path, 404])
    expect(text).not.toContain('Käthe Kundin')
  }
  for (const [path, form] of writes) {
    const { status } = await server.ask(path, { cookie, form })
    expect([path, form.intent, status]).toEqual([path, form.intent, 404])
  }
  expect(await shopOf(server)).toBe(before)
  const overview = await server.ask('/dashboard', { cookie })
  expect(overview.status).toBe(200)
  expect(linksIn(overview.text)).not.toContain('/dashboard/orders')
}

async function expectOpen(server: TestServer, cookie: string): Promise<void> {
  for (const path of rooms) {
    expect([path, (await server.ask(path, { cookie })).status]).toEqual([path, 200])
  }
}

/** Every page works without a site's desk, and none of them shows another one. */
async function expectNoSiteDesk(server: TestServer): Promise<void> {
  // Kept pages are half a minute old at most.
  server.clock.forward(60_000)
  for (const language of languages) {
    const { chat } = words[language]
    const shown = await server.ask(localizedPath('/chat', language))
    expect([shown.status, textOf(shown.text)]).toEqual([200, expect.stringContaining(chat.none)])
    for (const page of [
      '/',
      '/shop',
      '/login',
      '/privacy',
      '/withdrawal',
      `/sample?lang=${language}`,
    ]) {
      expect([page, (await server.ask(localizedPath(page, language))).status]).toEqual([page, 200])
    }
  }
  for (const page of ['/shop', '/shop?q=nothing-of-the-kind', '/nowhere'])
    expect([page, linksIn((await server.ask(page)).text).includes('/chat')]).toEqual([page, false])
  const sent = await server.ask('/chat', { form: { key: 'k'.repeat(32), body: 'Hello?' } })
  expect(sent.status).toBeLessThan(500)
  await placeOrder(server)
}

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

describe('The desk of the site', () => {
  let server: TestServer
  afterAll(() => server.close())

  test('goes to one of two accounts that are verified at the same moment', async () => {
    server = await openTestServer()
    const emails = [newEmail(), newEmail()]
    const cookies = []
    for (const email of emails) {
      cookies.push(cookieFrom(await signUp(server, email)))
      await markVerified(await uidOf(server, email))
    }
    await Promise.all(cookies.map((cookie) => server.ask('/verify-email', { cookie })))
    const seen = await Promise.all(
      cookies.map(async (cookie) => (await server.ask('/dashboard/orders', { cookie })).status),
    )
    expect(seen.sort()).toEqual([200, 404])
    expect(server.warnings.filter((line) => line.includes('npm run site-desk'))).toHaveLength(1)
    await server.close()
  })

  test('is claimed by the link of the e-mail, in this browser or by the password in another', async () => {
    for (const here of [true, false]) {
      const email = newEmail()
      server = await openTestServer({ environment: { SITE_DESK: email.toUpperCase() } })
      const cookie = cookieFrom(await signUp(server, email))
      const code = await lastCode(email, 'VERIFY_EMAIL')
      const link = `/verify-email?mode=verifyEmail&oobCode=${code}&lang=en`
      expect((await server.ask(link, { cookie: here ? cookie : '' })).status).toBe(200)
      expect((await server.ask('/dashboard/orders', { cookie })).status).toBe(404)
      const confirmed = await server.ask(link, here ? { cookie, form: {} } : { form: { password } })
      const entered = here ? cookie : cookieFrom(confirmed)
      expect((await server.ask('/chat')).text).toContain('name="body"')
      expect((await server.ask('/dashboard/orders', { cookie: entered })).status).toBe(200)
      await server.close()
    }
  })

  test('waits for its owner to confirm an address, and the owner reads that', async () => {
    const email = newEmail()
    server = await openTestServer({ environment: { SITE_DESK: email } })
    const { errors, overview, signup } = words.en
    expect(textOf((await server.ask('/signup')).text)).not.toContain(signup.getsNot)
    const cookie = cookieFrom(await signUp(server, email))
    const room = await server.ask('/dashboard/company', { cookie })
    expect([room.status, textOf(room.text)]).toEqual([
      404,
      expect.stringContaining(errors.room.unconfirmed),
    ])
    expect(linksIn(room.text)).toContain('/verify-email?redirect=%2Fdashboard%2Fcompany')
    const steps = overview.guide.done.replace('{{done}}', '0').replace('{{all}}', '10')
    const before = textOf((await server.ask('/dashboard', { cookie })).text)
    expect(before).toContain(steps)
    expect(before).toContain(overview.guide.unconfirmed)
    await verify(server.ask, cookie, await uidOf(server, email))
    const after = textOf((await server.ask('/dashboard', { cookie })).text)
    expect(after).toContain(steps)
    expect(after).not.toContain(overview.guide.unconfirmed)
    expect(textOf((await server.ask('/signup')).text)).toContain(signup.getsNot)
    const stranger = cookieFrom(await signUp(server))
    const others = textOf((await server.ask('/dashboard/company', { cookie: stranger })).text)
    expect(others).toContain(errors.room.site.title)
    await server.close()
  })

  test('is not had with an address that was given up for another, verified one', async () => {
    const named = newEmail()
    const own = newEmail()
    server = await openTestServer({ environment: { SITE_DESK: named } })
    await signUp(server, named)
    const uid = await uidOf(server, named)
    await takeOver((await signInInBrowser(named, password)).idToken, own)
    // The change of the address may have ended the session of the sign-up.
    const cookie = cookieFrom(await server.ask('/login', { form: { email: own, password } }))
    await verify(server.ask, cookie, uid)
    await expectShut(server, cookie)
    expect(await server.services.accounts.find(uid)).toMatchObject({ email: own })
    expect(await server.services.accounts.findByEmail(named)).toBeUndefined()
    await server.close()
  })

  test('is claimed by an operator whom somebody has invited to another desk before', async () => {
    const named = newEmail()
    server = await openTestServer({ environment: { SITE_DESK: named } })
    const { services, clock } = server
    const stranger = newEmail()
    await signUp(server, stranger)
    const byUid = await uidOf(server, stranger)
    const [theirs] = await services.members.desksOf(byUid)
    const secret = 's'.repeat(43)
    const invitation = { id: 'one', createKey: 'one', email: named, byUid, language: 'en' } as const
    await services.invitations.add(
      {
        ...invitation,
        deskId: theirs?.desk.id ?? '',
        kind: 'colleague',
        secretHash: secretHash(secret),
        createdAt: clock.now,
        expiresAt: new Date(clock.now.getTime() + hour),
      },
      9,
    )
    const page = `/signup?invitation=${secret}`
    const form = { email: named, password, displayName: 'Olga Operator' }
    const cookie = cookieFrom(await server.ask(page, { form }))
    const uid = await uidOf(server, named)
    await verify(server.ask, cookie, uid)
    expect(await services.members.desksOf(uid)).toHaveLength(2)
    expect((await findSiteDesk(services))?.ownerUid).toBe(uid)
    await server.close()
  })

  test('stays where its owner’s address changes, which the profile says first', async () => {
    server = await openTestServer()
    const { cookie, email, desk } = await server.signUp()
    const stranger = await server.signUp()
    for (const language of languages) {
      const profile = localizedPath('/dashboard/profile', language)
      const said = words[language].profile.runsShop
      expect(textOf((await server.ask(profile, { cookie })).text)).toContain(said)
      expect(textOf((await server.ask(profile, stranger)).text)).not.toContain(said)
    }
    await takeOver((await signInInBrowser(email, password)).idToken, newEmail())
    await verify(server.ask, cookie, desk.ownerUid)
    expect((await server.ask('/dashboard/orders', { cookie })).status).toBe(200)
    await verify(server.ask, stranger.cookie, stranger.desk.ownerUid)
    expect((await server.ask('/dashboard/orders', stranger)).status).toBe(404)
    await server.close()
  })

  test('goes to nobody when its owner is deleted, and the log says so', async () => {
    server = await openTestServer()
    const { cookie } = await server.signUp()
    const other = await server.signUp()
    for (const language of languages) {
      const path = localizedPath('/dashboard/settings/delete?step=confirm', language)
      const said = words[language].account.goneShop
      expect(textOf((await server.ask(path, { cookie })).text)).toContain(said)
      expect(textOf((await server.ask(path, other)).text)).not.toContain(said)
    }
    const form = { intent: 'delete', deletionPassword: password, confirmation: 'delete' }
    const deleted = await server.ask('/dashboard/settings/delete?step=confirm', {
      cookie,
      form,
    })
    expect(deleted.status).toBe(303)
    expect(server.warnings.join('\n')).toContain('The desk that ran the shop was deleted')
    await verify(server.ask, other.cookie, other.desk.ownerUid)
    await expectNoSiteDesk(server)
    await expectShut(server, other.cookie)
  })
})
