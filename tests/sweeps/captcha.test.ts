import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { captchaService, responseTo, siteKey } from '../support/captcha-service'
import { type FaultServer, startFaultServer } from '../support/fault-server'
import { textOf } from '../support/html'
import {
  cookieFrom,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'

const email = 'ada@example.com'
const pages = ['/login', '/login?forgot=', '/signup']

let faults: FaultServer
let server: TestServer

beforeEach(async () => {
  faults = await startFaultServer()
  server = await openTestServer({ identity: faults })
})
afterEach(() => server.close())

const policyOf = ({ headers }: { headers: Headers }) => headers.get('Content-Security-Policy') ?? ''

/** How often the service was asked for its configuration. */
const configsAsked = () => faults.requests.filter(({ path }) => /recaptchaConfig/.test(path)).length

/** What the service was sent to this call. */
function sentTo(call: string) {
  const found = faults.requests.filter(({ path }) => path.endsWith(`accounts:${call}`))
  return found.map(({ body }) => JSON.parse(body))
}

describe.each(['OFF', 'AUDIT'] as const)('with reCAPTCHA set to %s', (state) => {
  it('no page names, ships or allows anything of it', async () => {
    faults.answer(captchaService(state))
    for (const page of pages) {
      const reply = await server.ask(page)
      expect(policyOf(reply)).not.toMatch(/recaptcha/)
      expect(reply.text).not.toMatch(/captcha/i)
    }
    expect(configsAsked()).toBe(1)
    await server.ask('/')
    server.clock.forward(3_600_000)
    await server.ask('/login')
    expect(configsAsked()).toBe(2)
  })
})

describe('with reCAPTCHA enforced while a page was open', () => {
  const again = (text: string) => /data-sealed="([^"]+)"/.exec(text)?.[1] ?? ''

  it.each([
    ['/login', { email, password }, 'signInWithPassword', '/dashboard'],
    ['/signup', { email, password }, 'signUpPassword', '/verify-email'],
    ['/login', { email, intent: 'link' }, 'getOobCode', '/login?sent=link'],
  ] as const)('%s sends its form again by itself, once', async (path, form, action, to) => {
    faults.answer(captchaService('OFF'))
    expect((await server.ask(path)).text).not.toMatch(/captcha/i)
    faults.answer(captchaService('ENFORCE'))
    const first = await server.ask(path, { form })
    expect(first.status).toBe(400)
    expect(first.text).not.toContain(password)
    const sealed = again(first.text)
    const rest = { ...form, password: '', again: sealed }
    const unsolved = await server.ask(path, { form: rest })
    expect([unsolved.status, again(unsolved.text)]).toEqual([400, ''])
    const elsewhere = await server.ask('/login?forgot=', { form: { ...rest, captcha: 'any' } })
    expect(elsewhere.status).toBe(400)
    const retried = { ...rest, captcha: responseTo(action) }
    const done = await server.ask(path, { form: retried })
    expect([done.status, done.location]).toEqual([303, to])
    server.clock.forward(61_000)
    if ('password' in form) expect((await server.ask(path, { form: retried })).status).toBe(400)
  })
})

describe('with reCAPTCHA enforced', () => {
  beforeEach(() => faults.answer(captchaService('ENFORCE')))

  it.each(pages)('%s allows Google’s script and has one of ours that may load it', async (page) => {
    const reply = await server.ask(page)
    expect(policyOf(reply)).toMatch(
      /script-src 'self'[^;]* https:\/\/www\.google\.com\/recaptcha\//,
    )
    expect(policyOf(reply)).toMatch(/frame-src [^;]*https:\/\/www\.google\.com\/recaptcha\//)
    expect(reply.text).toMatch(
      new RegExp(`<script type="module" id="captcha" data-site-key="${siteKey}" src="/browser/`),
    )
    expect(reply.text).toMatch(/<form[^>]* data-captcha="/)
    expect(reply.text).not.toMatch(/<script[^>]*google\.com/)
  })

  it('our script for it is at most 1,000 bytes', async () => {
    const { text } = await server.ask('/signup')
    const addresses = [...text.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path)
    expect(addresses).toHaveLength(1)
    const script = await server.ask(addresses[0] ?? '')
    expect(brotliCompressSync(script.text).length).toBeLessThanOrEqual(1_000)
  })

  it('nothing of it is there for whoever saves data, nor on other pages', async () => {
    const saving = await server.ask('/login', { headers: { 'Save-Data': 'on' } })
    const others = await Promise.all(['/', '/chat', '/nowhere'].map((page) => server.ask(page)))
    for (const reply of [saving, ...others]) {
      expect(policyOf(reply)).not.toMatch(/recaptcha/)
      expect(reply.text).not.toMatch(/captcha/)
    }
  })

  it.each(languages)(
    'a form without a response is told so in %s, and the page what else works',
    async (language) => {
      const { login, auth } = words[language]
      const forms = [
        ['/login', { email, password }, auth.missingRecaptchaToken],
        ['/login', { email, intent: 'link' }, login.captchaForMail],
        ['/login?forgot=', { email, intent: 'reset' }, login.captchaForMail],
        ['/signup', { email, password }, auth.missingRecaptchaToken],
      ] as const
      for (const [path, form, text] of forms) {
        const reply = await server.ask(localizedPath(path, language), { form })
        expect(reply.status).toBe(400)
        expect(reply.headers.get('Captcha')).toBe('missing')
        expect(textOf(reply.text)).toContain(text)
        expect(reply.text).not.toContain(password)
      }
    },
  )

  it('the response is handed on under the name that each call has for it', async () => {
    const web = { clientType: 'CLIENT_TYPE_WEB', recaptchaVersion: 'RECAPTCHA_ENTERPRISE' }
    const captcha = responseTo('signInWithPassword')
    const opened = await server.ask('/login', { form: { email, password, captcha } })
    expect(opened).toMatchObject({ status: 303, location: '/dashboard' })
    expect(cookieFrom(opened)).toBeTruthy()
    expect(sentTo('signInWithPassword')).toMatchObject([{ captchaResponse: captcha, ...web }])
    const signingUp = { email, password, captcha: responseTo('signUpPassword') }
    expect((await server.ask('/signup', { form: signingUp })).status).toBe(303)
    expect(sentTo('signUp')).toMatchObject([{ captchaResponse: signingUp.captcha, ...web }])
    for (const intent of ['link', 'reset']) {
      const form = { email, intent, captcha: responseTo('getOobCode') }
      expect((await server.ask('/login', { form })).location).toBe(`/login?sent=${intent}`)
    }
    const mails = sentTo('sendOobCode').filter((mail) => mail.requestType !== 'VERIFY_EMAIL')
    const captchaResp = responseTo('getOobCode')
    expect(mails).toMatchObject([
      { requestType: 'EMAIL_SIGNIN', captchaResp, ...web },
      { requestType: 'PASSWORD_RESET', captchaResp, ...web },
    ])
  })

  it('a response that is not believed is neither asked for again nor sent back', async () => {
    const form = { email, password, captcha: 'worn out' }
    const reply = await server.ask('/login', { form })
    expect(reply.status).toBe(400)
    expect(reply.headers.get('Captcha')).toBeNull()
    expect(reply.text).not.toContain('worn out')
  })
})

it('what was switched on within the hour is learnt from the first form that lacks a response', async () => {
  faults.answer(captchaService('OFF'))
  expect(policyOf(await server.ask('/login'))).not.toMatch(/recaptcha/)
  faults.answer(captchaService('ENFORCE'))
  expect(policyOf(await server.ask('/login'))).not.toMatch(/recaptcha/)
  const refused = await server.ask('/login', { form: { email, password } })
  expect(refused.status).toBe(400)
  expect(policyOf(refused)).toMatch(/recaptcha/)
  expect(refused.text).toContain(siteKey)
})

it('a service that does not say counts as off, and is asked again after a minute', async () => {
  faults.answer({ text: '<html>502</html>', status: 502 })
  expect((await server.ask('/login')).status).toBe(200)
  faults.answer(captchaService('ENFORCE'))
  expect(policyOf(await server.ask('/login'))).not.toMatch(/recaptcha/)
  server.clock.forward(60_000)
  expect(policyOf(await server.ask('/login'))).toMatch(/recaptcha/)
})
