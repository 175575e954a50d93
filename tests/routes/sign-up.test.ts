import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { type FaultServer, outwait, refusal, startFaultServer } from '../support/fault-server'
import { field, languageOf, linksIn, textOf } from '../support/html'
import { verificationCodes } from '../support/identity-operator'
import { lastCode, lastContinuation } from '../support/mailed-codes'
import { ownAccounts } from '../support/own-servers'
import {
  cookieFrom,
  newEmail,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'
import { fillCart, offerPlans } from '../support/till'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  await offerPlans(server.services)
  // With accounts of our own, the first one comes by the set-up link.
  if (ownAccounts) await server.signUp()
})

afterAll(() => server.close())

describe.each(languages)('in %s', (language) => {
  const { verify, errors, auth, nomail } = words[language]
  const path = localizedPath('/signup', language)

  it('signing up opens a desk, sends a mail and says where it went', async () => {
    const email = newEmail()
    const reply = await server.ask(path, { form: { email: ` ${email} `, password } })
    expect(reply).toMatchObject({
      status: 303,
      location: localizedPath('/verify-email', language),
    })
    const cookie = cookieFrom(reply)
    const next = await server.ask(reply.location, { cookie })
    const said = ownAccounts ? nomail.text : verify.sent.replace('{{email}}', email)
    expect(textOf(next.text)).toContain(said)
    expect(await verificationCodes(email)).toHaveLength(1)
    const desk = await server.ask(localizedPath('/dashboard', language), { cookie })
    expect(desk.status).toBe(200)
    expect(textOf(desk.text)).toContain(
      words[language].dashboard[ownAccounts ? 'unmailed' : 'unverified'],
    )
    expect(await server.services.accounts.findByEmail(email)).toMatchObject({
      locale: language,
      emailVerified: false,
    })
  })

  it('whoever was on the way to the checkout is led back to it, from the mail too', async () => {
    const checkout = localizedPath('/shop/checkout', language)
    const redirect = new URLSearchParams({ redirect: checkout }).toString()
    const cart = await fillCart(server, { 'desk-plus': 1 })
    const asked = await server.ask(checkout, { cookie: cart })
    expect(linksIn(asked.text)).toContain(`${path}?${redirect}`)
    const form = { email: newEmail(), password }
    const reply = await server.ask(`${path}?${redirect}`, { form })
    expect(reply.location).toBe(localizedPath(`/verify-email?${redirect}`, language))
    const cookie = cookieFrom(reply)
    const again = await server.ask(reply.location, { cookie, form: {} })
    const sent = await server.ask(again.location, { cookie })
    expect(textOf(sent.text)).toContain(ownAccounts ? words[language].nomail.text : verify.resent)
    expect(linksIn(sent.text)).toContain(checkout)
    const continueUrl = server.origin + checkout
    expect(await lastContinuation(form.email, 'VERIFY_EMAIL')).toBe(continueUrl)
    const oobCode = await lastCode(form.email, 'VERIFY_EMAIL')
    const query = new URLSearchParams({ mode: 'verifyEmail', oobCode, lang: language, continueUrl })
    const link = localizedPath(`/verify-email?${query}`, language)
    const confirmed = await server.ask(link, { cookie, form: {} })
    const done = await server.ask(confirmed.location)
    expect(textOf(done.text)).toContain(verify.done)
    expect(linksIn(done.text)).toContain(checkout)
    const { text } = await server.ask(checkout, { cookie: `${cart}; ${cookie}` })
    expect(text).toContain('value="order"')
  })

  it('leads to no other site, whatever the address asks for', async () => {
    const redirect = new URLSearchParams({ redirect: 'https://elsewhere.example/' })
    const reply = await server.ask(`${path}?${redirect}`, {
      form: { email: newEmail(), password },
    })
    expect(reply.location).toBe(localizedPath('/verify-email', language))
    const next = await server.ask(`${reply.location}?${redirect}`, { cookie: cookieFrom(reply) })
    expect(linksIn(next.text).filter((to) => !/^[/#]/.test(to))).toEqual([])
  })

  it.each([
    ['an empty form', { email: '', password: '' }, 'email', errors.email.missing],
    ['no address', { email: 'ada@', password }, 'email', errors.email.invalid],
    ['no password', { email: 'ada@example.com', password: '' }, 'password', auth.password.missing],
    [
      'a short one',
      { email: 'ada@example.com', password: '7 chars' },
      'password',
      auth.password.short,
    ],
    [
      'an endless one',
      { email: 'ada@example.com', password: 'endless'.repeat(30) },
      'password',
      auth.password.long,
    ],
    [
      'the address as one',
      { email: 'ada@example.com', password: 'ADA@example.com' },
      'password',
      auth.password.isEmail,
    ],
  ])('%s is answered beside the field', async (_name, form, name, sentence) => {
    const { status, text, setCookies } = await server.ask(path, { form })
    expect(status).toBe(400)
    expect(languageOf(text)).toBe(language)
    expect(field(text, name)).toMatchObject({
      invalid: true,
      focused: true,
      described: expect.stringContaining(sentence),
    })
    expect(field(text, 'email').value).toBe(form.email)
    expect(field(text, 'password').value).toBe('')
    if (form.password) expect(text).not.toContain(`"${form.password}"`)
    expect(text.match(/autofocus/g)).toHaveLength(1)
    expect(setCookies).toEqual([])
  })

  it('an address that has an account is told so, and nobody is signed in', async () => {
    const { email } = await server.signUp()
    const { status, text, setCookies } = await server.ask(path, {
      form: { email, password: 'another-kettle' },
    })
    expect(status).toBe(409)
    expect(field(text, 'email')).toMatchObject({
      value: email,
      invalid: true,
      focused: true,
      described: auth.emailAlreadyInUse,
    })
    expect(text).not.toContain('another-kettle')
    expect(setCookies).toEqual([])
  })

  describe.skipIf(ownAccounts)('with an identity service in trouble', () => {
    let faults: FaultServer
    let troubled: TestServer

    beforeAll(async () => {
      faults = await startFaultServer()
      troubled = await openTestServer({ identity: faults })
    })

    afterAll(() => troubled.close())

    const form = { email: 'ada@example.com', password }

    it.each([
      ['hangs', 'hang'],
      ['cuts the line', 'reset'],
      ['answers with a proxy’s page', { text: '<html>502 Bad Gateway</html>', status: 502 }],
    ] as const)('that %s says so and keeps the address', async (_name, fault) => {
      faults.answer(fault)
      const { status, text, setCookies } = await outwait(faults, () => troubled.ask(path, { form }))
      expect(status).toBe(503)
      expect(languageOf(text)).toBe(language)
      expect(textOf(text)).toContain(auth.networkRequestFailed)
      expect(field(text, 'email').value).toBe(form.email)
      expect(text).not.toContain(password)
      expect(text).not.toContain('Bad Gateway')
      expect(setCookies).toEqual([])
    })

    it('that finds the password weak has it said beside the field', async () => {
      faults.answer(refusal('WEAK_PASSWORD : Password should be at least 20 characters'))
      const { status, text } = await troubled.ask(path, { form })
      expect(status).toBe(400)
      expect(field(text, 'password')).toMatchObject({ invalid: true, focused: true, value: '' })
      expect(field(text, 'password').described).toContain(auth.weakPassword)
      expect(text).not.toContain('at least 20')
    })

    it('that cannot send the mail does not keep the account from its owner', async () => {
      const localId = `uid-${language}`
      const tokens = { localId, idToken: 'a', refreshToken: 'b', expiresIn: '3600' }
      const user = { localId, email: form.email }
      faults.answer({ json: tokens }, { json: { users: [user] } }, 'reset')
      const reply = await troubled.ask(path, { form })
      expect(reply).toMatchObject({
        status: 303,
        location: localizedPath('/verify-email?mail=failed', language),
      })
      const { status, text } = await troubled.ask(reply.location, { cookie: cookieFrom(reply) })
      expect(status).toBe(200)
      expect(textOf(text)).toContain(verify.resendFailed)
    })
  })
})
