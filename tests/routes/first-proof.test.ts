import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import {
  comeFirst,
  expectShut,
  opened,
  signIn,
  strangersPassword,
  ways,
} from '../support/first-proof'
import { cookiesOf, type Google, goToGoogle, openGoogle } from '../support/google'
import { field, textOf } from '../support/html'
import { takeOver } from '../support/mailed-codes'
import { ownAccounts } from '../support/own-servers'
import {
  cookieFrom,
  newEmail,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'

let google: Google
beforeAll(async () => {
  google = await openGoogle()
})
afterAll(() => google.close())

/** The emulator outlives the servers that ask it. */
const identity = () => ({ host: google.host })

test('The owner of a mailbox has the shop alone, whoever signed up with its address before', async () => {
  const email = newEmail()
  const server = await openTestServer({ environment: { SITE_DESK: email }, identity: identity() })
  const stranger = await comeFirst(server, email)
  const cookie = (await ways['an e-mailed sign-in link']?.(server, email)) ?? ''
  await expectShut(server, email, stranger)
  expect((await server.ask('/dashboard/orders', { cookie })).status).toBe(200)
  await server.close()
})

describe('The confirmation of an address', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ identity: identity() })
    await server.signUp()
  })
  afterAll(() => server.close())

  test.each(languages)(
    'asks a browser without the account for the password, in %s',
    async (language) => {
      const { verify, auth } = words[language]
      const email = newEmail()
      const { cookie } = await comeFirst(server, email)
      const other = await server.signUp()
      const link = localizedPath(
        await opened(server, email, 'VERIFY_EMAIL', '/dashboard', language),
        language,
      )
      for (const browser of [{}, other]) {
        const page = await server.ask(link, browser)
        expect(field(page.text, 'password').described).toContain(verify.passwordHint)
        expect(textOf(page.text)).toContain(verify.notMine.text.replace('{{email}}', email))
        const refused = await server.ask(link, { ...browser, form: {} })
        expect(refused.status).toBe(400)
        expect(field(refused.text, 'password').described).toContain(auth.password.missing)
        const wrong = await server.ask(link, { ...browser, form: { password } })
        expect([wrong.status, field(wrong.text, 'password').invalid]).toEqual([400, true])
      }
      expect((await server.services.accounts.findByEmail(email))?.emailVerified).toBe(false)
      const form = { password: strangersPassword }
      const confirmed = await server.ask(link, { form })
      expect(confirmed.status).toBe(303)
      const here = cookieFrom(confirmed)
      expect((await server.ask('/dashboard', { cookie: here })).status).toBe(200)
      // The person who signed up has another session here, so the first one is over.
      expect((await server.ask('/dashboard', { cookie })).status).toBe(303)
    },
  )

  test('goes on in the browser of the sign-up, and ends all other sessions', async () => {
    const { email, cookie } = await server.signUp()
    const second = cookieFrom(await server.ask('/login', { form: { email, password } }))
    const link = await opened(server, email, 'VERIFY_EMAIL')
    const page = await server.ask(link, { cookie })
    expect(() => field(page.text, 'password')).toThrow()
    expect(textOf(page.text)).not.toContain(words.en.verify.notMine.submit)
    const confirmed = await server.ask(link, { cookie, form: {} })
    expect(confirmed.location).toContain('/verify-email?done=verifyEmail')
    const shown = await server.ask(confirmed.location, { cookie })
    expect(textOf(shown.text)).toContain(words.en.verify.verified.replace('{{email}}', email))
    const open = [cookie, second].map((each) => server.ask('/dashboard', { cookie: each }))
    expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 303])
    expect((await server.ask('/login', { form: { email, password } })).status).toBe(303)
  })

  test('of a new address needs the session or the password, too', async () => {
    const victim = newEmail()
    const { email } = await server.signUp()
    const { tokens } = await signIn(server, email, password)
    await server.services.identity.sendEmailChange(tokens.idToken, victim, 'en')
    const link = await opened(server, email, 'VERIFY_AND_CHANGE_EMAIL')
    const refused = await server.ask(link, { form: {} })
    expect([refused.status, field(refused.text, 'password').invalid]).toEqual([400, true])
    expect(await server.services.accounts.findByEmail(victim)).toBeUndefined()
    expect((await server.ask(link, { form: { password } })).status).toBe(303)
    expect((await server.services.accounts.findByEmail(victim))?.emailVerified).toBe(true)
  })

  test('cannot remove an account that has confirmed its address', async () => {
    const { email, cookie } = await server.signUp()
    const old = await opened(server, email, 'VERIFY_EMAIL')
    await server.ask('/verify-email', { cookie, form: {} })
    await server.ask(await opened(server, email, 'VERIFY_EMAIL'), { cookie, form: {} })
    await server.ask(old, { form: { intent: 'not-mine' } })
    expect((await server.ask('/dashboard', { cookie })).status).toBe(200)
  })

  test('removes an account without an open session at its next sign-in', async () => {
    const email = newEmail()
    const { cookie } = await comeFirst(server, email)
    await server.ask('/logout', { cookie, form: { language: 'en' } })
    const removed = await server.ask(await opened(server, email, 'VERIFY_EMAIL'), {
      form: { intent: 'not-mine' },
    })
    expect(textOf((await server.ask(removed.location)).text)).toContain(
      words.en.verify.notMine.done,
    )
    const form = { email, password: strangersPassword }
    const entered = await server.ask('/login', { form })
    // Own accounts are erased with the commit that hides them.
    expect([entered.status, cookieFrom(entered)]).toEqual([ownAccounts ? 400 : 409, ''])
    await server.runDue()
    expect((await server.ask('/signup', { form: { email, password } })).status).toBe(303)
  })
})

describe.skipIf(ownAccounts)(
  'An account that somebody opened at the identity service itself',
  () => {
    test('loses its password and its providers to the first e-mailed link', async () => {
      const server = await openTestServer({ identity: identity() })
      const email = newEmail()
      const { services, clock } = server
      const first = await services.identity.signUp(
        { email, password: strangersPassword },
        clock.now,
      )
      const own = { sub: randomUUID(), email: newEmail(), email_verified: true }
      const query = new URLSearchParams({ id_token: JSON.stringify(own), providerId: 'google.com' })
      const { idToken } = first.tokens
      const answer = { requestUri: server.origin, postBody: String(query), idToken }
      await services.identity.finishProviderSignIn(answer, clock.now)
      const entered = await server.ask(await opened(server, email, 'EMAIL_SIGNIN'), {
        form: { email },
      })
      const cookie = cookieFrom(entered)
      const desk = await server.ask('/dashboard', { cookie: cookiesOf(entered) })
      expect(textOf(desk.text)).toContain(words.en.notices.passwordDropped)
      const form = { email, password: strangersPassword }
      expect(cookieFrom(await server.ask('/login', { form }))).toBe('')
      const { start, back } = await goToGoogle(server, '/login', own)
      const theirs = cookieFrom(await server.ask(back, { cookie: cookiesOf(start) }))
      const profile = await server.ask('/dashboard/profile', { cookie: theirs })
      expect(profile.text).not.toContain(email)
      expect((await server.ask('/dashboard/profile', { cookie })).text).toContain(email)
      await server.close()
    })
  },
)

describe('A restored address', () => {
  test('opens to a new password alone, since a stranger may have given it away', async () => {
    const email = newEmail()
    const server = await openTestServer({ environment: { SITE_DESK: email }, identity: identity() })
    const { tokens } = await comeFirst(server, email)
    await takeOver(tokens.idToken, newEmail())
    const undo = await opened(server, email, 'RECOVER_EMAIL')
    expect((await server.ask(undo, { form: {} })).status).toBe(303)
    const refused = await server.ask('/login', { form: { email, password: strangersPassword } })
    expect(textOf(refused.text)).toContain(words.en.auth.unprovenPassword)
    expect(await findSiteDesk(server.services)).toBeUndefined()
    const cookie = (await ways['a new password by e-mail']?.(server, email)) ?? ''
    expect((await server.ask('/dashboard/orders', { cookie })).status).toBe(200)
    await server.close()
  })
})
