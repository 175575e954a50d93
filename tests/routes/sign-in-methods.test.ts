import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { withLimits } from '../support/app'
import { type FaultServer, refusal, startFaultServer } from '../support/fault-server'
import { cookiesOf, type Google, goToGoogle, openGoogle } from '../support/google'
import { elements, field, linksIn, textOf } from '../support/html'
import { disable, setEnumerationProtection } from '../support/identity-operator'
import { mailedCodes } from '../support/mailed-codes'
import {
  cookieFrom,
  minute,
  newEmail,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'

let google: Google
let server: TestServer

beforeAll(async () => {
  google = await openGoogle()
  server = await openTestServer({ identity: google })
})

afterAll(() => server.close())

const hostile = [
  '//evil.example/',
  'https://evil.example/',
  '/\\evil.example',
  '/.//evil.example',
  '/login?sent=link',
  'javascript:alert(1)',
]

function visitor(email = newEmail(), verified = true) {
  return { sub: `sub-${email}`, email, email_verified: verified }
}

const withGoogle = (sentence: string) => sentence.replaceAll('{{provider}}', 'Google')

async function opensDesk(cookie: string): Promise<boolean> {
  return (await server.ask('/dashboard', { cookie })).status === 200
}

describe.each(languages)('in %s', (language) => {
  const { login, errors, auth } = words[language]
  const path = localizedPath('/login', language)
  const asked = localizedPath('/dashboard/tickets?state=waiting', language)

  it('the page has three ways in, and none needs a script', async () => {
    const { text, headers } = await server.ask(`${path}?redirect=${encodeURIComponent(asked)}`)
    const buttons = elements(text, 'button').map((button) => button.text)
    expect(buttons).toEqual(expect.arrayContaining([login.submit, login.sendLink, login.google]))
    const button = elements(text, 'button').find(({ attributes }) => attributes.id === 'google')
    expect(button?.attributes).toMatchObject({ name: 'intent', value: 'google' })
    const forgot = elements(text, 'button').find((each) => each.text === login.forgot)
    const formaction = `${path}?forgot=&redirect=${encodeURIComponent(asked)}`
    expect(forgot?.attributes).toMatchObject({ formaction, formnovalidate: '' })
    expect(headers.get('Content-Security-Policy')).toContain(
      "form-action 'self' https://accounts.google.com;",
    )
    const saving = await server.ask(path, { headers: { 'Save-Data': 'on' } })
    expect(textOf(saving.text)).toContain(login.google)
    expect(saving.text).not.toContain('<script')
  })

  describe.each([true, false])('with enumeration protection %s', (protection) => {
    beforeAll(() => setEnumerationProtection(protection))

    it.each([
      ['link', 'EMAIL_SIGNIN'],
      ['reset', 'PASSWORD_RESET'],
    ] as const)('asking for a %s answers the same, account or not', async (intent, kind) => {
      const { email } = await server.signUp()
      const blocked = await server.signUp()
      await disable(blocked.desk.ownerUid)
      const unknown = newEmail()
      const replies = await Promise.all(
        [email, unknown, blocked.email].map((each) =>
          server.ask(path, { form: { intent, email: each } }),
        ),
      )
      for (const { status, location, text, setCookies } of replies) {
        expect({ status, location, text }).toEqual({
          status: 303,
          location: `${path}?sent=${intent}`,
          text: '',
        })
        expect(setCookies).toHaveLength(1)
        expect(setCookies[0]).toMatch(
          /^mail-address=[\w-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
        )
        const sealed = Buffer.from(setCookies[0]?.slice('mail-address='.length) ?? '', 'base64url')
        expect(String(sealed)).not.toContain('example')
      }
      expect(await mailedCodes(email, kind)).toHaveLength(1)
      const sent = await server.ask(`${path}?sent=${intent}`)
      expect(sent.status).toBe(200)
      const said = intent === 'link' ? login.sentLink : login.sentReset
      expect(textOf(sent.text)).toContain(said)
    })
  })

  it.each(['link', 'reset'])('a form for a %s wants an address', async (intent) => {
    for (const [email, error] of [
      ['', errors.email.missing],
      ['ada', errors.email.invalid],
    ] as const) {
      const where = intent === 'reset' ? `${path}?forgot=` : path
      const { status, text, setCookies } = await server.ask(where, { form: { intent, email } })
      expect(status).toBe(400)
      expect(field(text, 'email')).toMatchObject({ value: email, invalid: true, described: error })
      expect(setCookies).toEqual([])
    }
  })

  it('a forgotten password has a page of its own, in both languages', async () => {
    const { text } = await server.ask(`${path}?forgot=`)
    expect(textOf(text)).toContain(login.forgotHeading)
    expect(() => field(text, 'password')).toThrow()
    const other = language === 'en' ? 'de' : 'en'
    const switched = await server.ask(`${localizedPath('/login', other)}?forgot=`, {
      form: { intent: 'switch-language', email: 'ada@exa' },
    })
    expect(switched.status).toBe(200)
    expect(field(switched.text, 'email')).toMatchObject({ value: 'ada@exa', invalid: false })
    expect(textOf(switched.text)).toContain(words[other].login.forgotHeading)
  })

  it('whoever has forgotten the password need not type the address again', async () => {
    const form = { intent: 'forgot', email: 'ada@exa', password: 'half-remembered' }
    const { status, text } = await server.ask(`${path}?forgot=`, { form })
    expect(status).toBe(200)
    expect(textOf(text)).toContain(login.forgotHeading)
    expect(field(text, 'email')).toMatchObject({ value: 'ada@exa', invalid: false })
    expect(text).not.toContain('half-remembered')
  })

  it('Google signs in, and leads to the page that was asked for', async () => {
    const from = `${path}?redirect=${encodeURIComponent(asked)}`
    const { start, page, back } = await goToGoogle(server, from, visitor())
    expect(start.status).toBe(303)
    expect(page.origin).toBe('https://accounts.google.com')
    expect(page.searchParams.get('redirect_uri')).toBe(`${server.origin}/login`)
    expect(start.setCookies).toHaveLength(1)
    expect(start.setCookies[0]).toMatch(
      /^way-in=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const done = await server.ask(back, { cookie: cookiesOf(start) })
    expect(done).toMatchObject({ status: 303, location: asked })
    expect(await opensDesk(cookieFrom(done))).toBe(true)
    expect(cookiesOf(start, done)).not.toContain('way-in')
    const { requestUri, sessionId } = google.finished.at(-1) ?? {}
    expect(sessionId).toBe('the-session-id')
    const seen = new URL(String(requestUri))
    expect(seen.origin + seen.pathname).toBe(`${server.origin}/login`)
    expect(seen.searchParams.get('state')).toBe('the state/of the service')
  })

  it('without a page that was asked for, Google leads to the desk', async () => {
    const { start, back } = await goToGoogle(server, path, visitor())
    const { location } = await server.ask(back, { cookie: cookiesOf(start) })
    expect(location).toBe(localizedPath('/dashboard', language))
  })

  it('an account that is there already is named, and linked after its own sign-in', async () => {
    const owner = await server.signUp()
    const from = `${path}?redirect=${encodeURIComponent(asked)}`
    const user = visitor(owner.email, false)
    const { start, back } = await goToGoogle(server, from, user)
    const met = await server.ask(back, { cookie: cookiesOf(start) })
    expect(met.status).toBe(303)
    expect(met.location).toBe(`${path}?conflict=&redirect=${encodeURIComponent(asked)}`)
    expect(met.location + JSON.stringify(met.setCookies)).not.toContain('pending-')
    const said = await server.ask(met.location, { cookie: cookiesOf(start, met) })
    expect(textOf(said.text)).toContain(
      withGoogle(login.conflict).replace('{{email}}', owner.email),
    )
    expect(textOf(said.text)).toContain(withGoogle(login.conflictPassword))
    expect(field(said.text, 'email').value).toBe(owner.email)
    expect(textOf((await server.ask(met.location)).text)).not.toContain(owner.email)

    const signedIn = await server.ask(met.location, {
      cookie: cookiesOf(start, met),
      form: { email: owner.email, password },
    })
    const offerPath = `${path}?link=&redirect=${encodeURIComponent(asked)}`
    expect(signedIn).toMatchObject({ status: 303, location: offerPath })
    const cookie = cookiesOf(start, met, signedIn)
    const offer = await server.ask(offerPath, { cookie })
    expect(textOf(offer.text)).toContain(withGoogle(login.offer).replace('{{email}}', owner.email))
    expect(linksIn(offer.text)).toContain(asked)
    const linked = await server.ask(offerPath, { cookie, form: { intent: 'link-provider' } })
    expect(linked).toMatchObject({ status: 303, location: asked })
    expect(cookieFrom(linked)).not.toBe(cookieFrom(signedIn))
    expect(await opensDesk(cookieFrom(signedIn))).toBe(false)
    expect(await opensDesk(cookieFrom(linked))).toBe(true)

    const again = await goToGoogle(server, path, user)
    const direct = await server.ask(again.back, { cookie: cookiesOf(again.start) })
    expect(direct.location).toBe(localizedPath('/dashboard', language))
    const sessions = await server.services.sessions.list(owner.desk.ownerUid)
    const providers = sessions.flatMap(({ user }) => user.providerData)
    expect(providers).toContainEqual({ providerId: 'google.com' })
  })

  it.each([
    ['access_denied', 400, auth.userCancelled],
    ['server_error', 400, auth.rejectedCredential],
  ])('Google saying %s says what to do', async (error, status, words) => {
    const { start, page } = await goToGoogle(server, path, visitor())
    const back = new URLSearchParams({ error, state: page.searchParams.get('state') ?? '' })
    const refused = await server.ask(`/login?${back}`, { cookie: cookiesOf(start) })
    expect(refused.status).toBe(303)
    expect(refused.location.split('?')[0]).toBe(path)
    expect(cookiesOf(start, refused)).toBe('')
    const shown = await server.ask(refused.location)
    expect(shown.status).toBe(status)
    expect(textOf(shown.text)).toContain(words)
  })

  it('an answer that Google did not give signs nobody in', async () => {
    const { start, page } = await goToGoogle(server, path, visitor())
    const back = new URLSearchParams({
      id_token: 'nonsense',
      providerId: 'google.com',
      state: page.searchParams.get('state') ?? '',
    })
    const refused = await server.ask(`/login?${back}`, { cookie: cookiesOf(start) })
    expect(cookieFrom(refused)).toBe('')
    const { text } = await server.ask(refused.location)
    expect(textOf(text)).toContain(auth.rejectedCredential)
  })
})

describe('the way back from Google', () => {
  const interrupted = words.en.auth.invalidAuthEvent

  async function isRefused(back: string, cookie: string) {
    const calls = google.finished.length
    const reply = await server.ask(back, { cookie })
    expect(reply).toMatchObject({ status: 303, location: '/login?problem=invalid-auth-event' })
    expect(reply.setCookies).toEqual([])
    expect(google.finished).toHaveLength(calls)
    expect(textOf((await server.ask(reply.location)).text)).toContain(interrupted)
  }

  it('is refused with another state than it began with', async () => {
    const { start, back } = await goToGoogle(server, '/login', visitor())
    const url = new URL(back, server.origin)
    for (const state of ['', 'x', 'the state/of the service']) {
      url.searchParams.set('state', state)
      await isRefused(url.pathname + url.search, cookiesOf(start))
    }
    const other = await goToGoogle(server, '/login', visitor())
    await isRefused(other.back, cookiesOf(start))
  })

  it('is refused in a browser where it did not begin, and with a cookie that was changed', async () => {
    const { start, back } = await goToGoogle(server, '/login', visitor())
    await isRefused(back, '')
    const cookie = cookiesOf(start)
    await isRefused(back, `${cookie.slice(0, -5)}AAAAA`)
    await isRefused(back, `${cookie}; ${cookie}`)
    await isRefused(back, 'way-in=')
  })

  it('is refused after ten minutes', async () => {
    const { start, back } = await goToGoogle(server, '/login', visitor())
    server.clock.forward(10 * 60_000)
    await isRefused(back, cookiesOf(start))
  })

  it.each(hostile)('leads nobody to %s', async (target) => {
    const from = `/login?redirect=${encodeURIComponent(target)}`
    const { start, back } = await goToGoogle(server, from, visitor())
    expect((await server.ask(back, { cookie: cookiesOf(start) })).location).toBe('/dashboard')
    const { email } = await server.signUp()
    const byPassword = await server.ask(from, { form: { email, password } })
    expect(byPassword.location).toBe('/dashboard')
    const sent = await server.ask(from, { form: { email, intent: 'link' } })
    expect(sent.location).toBe('/login?sent=link')
  })
})

describe('linking', () => {
  it('is offered to the account that was met, and to no other', async () => {
    const met = await server.signUp()
    const other = await server.signUp()
    const { start, back } = await goToGoogle(server, '/login', visitor(met.email, false))
    const conflict = await server.ask(back, { cookie: cookiesOf(start) })
    const signedIn = await server.ask('/login', {
      cookie: cookiesOf(start, conflict),
      form: { email: other.email, password },
    })
    expect(signedIn.location).toBe('/dashboard')
    const calls = google.finished.length
    const forced = await server.ask('/login?link=', {
      cookie: cookiesOf(start, conflict, signedIn),
      form: { intent: 'link-provider' },
    })
    expect(forced).toMatchObject({ status: 303, location: '/dashboard' })
    expect(google.finished).toHaveLength(calls)
  })

  it('is an attempt to sign in like any other', async () => {
    const limited = await openTestServer({
      identity: { host: google.host },
      limited: withLimits,
    })
    const { email } = await limited.signUp()
    const { start, back } = await goToGoogle(limited, '/login', visitor(email, false))
    const conflict = await limited.ask(back, { cookie: cookiesOf(start) })
    const form = { email, password }
    const signedIn = await limited.ask('/login', { cookie: cookiesOf(start, conflict), form })
    expect(signedIn.location).toMatch(/link=/)
    for (let attempt = 3; attempt < 10; attempt += 1) {
      await limited.ask('/login', { form: { intent: 'google' } })
    }
    const calls = google.finished.length
    const cookie = cookiesOf(start, conflict, signedIn)
    const link = () => limited.ask('/login?link=', { cookie, form: { intent: 'link-provider' } })
    const refused = await link()
    expect(refused.status).toBe(429)
    expect(textOf(refused.text)).toContain(
      words.en.errors.errors.wait.seconds_other.split('{{count}}')[0],
    )
    expect(google.finished).toHaveLength(calls)
    limited.clock.forward(minute)
    expect(await link()).toMatchObject({ status: 303, location: '/dashboard' })
    await limited.close()
  })

  it('needs a sign-in', async () => {
    const reply = await server.ask('/login?link=', { form: { intent: 'link-provider' } })
    expect(reply.status).toBe(303)
    expect(reply.location).toMatch(/^\/login\?/)
  })
})

it('whoever proves first that an address is theirs ends what was signed in before', async () => {
  const squatter = await server.signUp()
  expect(await opensDesk(squatter.cookie)).toBe(true)
  const { start, back } = await goToGoogle(server, '/login', visitor(squatter.email))
  const done = await server.ask(back, { cookie: cookiesOf(start) })
  expect(await opensDesk(cookieFrom(done))).toBe(true)
  expect(await opensDesk(squatter.cookie)).toBe(false)
})

describe('with an identity service that refuses', () => {
  let faults: FaultServer
  let troubled: TestServer

  beforeAll(async () => {
    faults = await startFaultServer()
    troubled = await openTestServer({ identity: faults })
  })

  afterAll(() => troubled.close())

  it.each(languages)('Google, it is said beside its button in %s', async (language) => {
    faults.answer(refusal('OPERATION_NOT_ALLOWED : The provider is not enabled.'))
    const reply = await troubled.ask(localizedPath('/login', language), {
      form: { intent: 'google' },
    })
    expect(reply.status).toBe(403)
    const form = reply.text.split('id="google"')[1]?.split('</form>')[0] ?? ''
    expect(textOf(form)).toContain(words[language].auth.operationNotAllowed)
  })

  it.each(languages)('without a captcha, what else works is said in %s', async (language) => {
    const { login, auth } = words[language]
    const path = localizedPath('/login', language)
    const email = newEmail()
    faults.answer(refusal('MISSING_RECAPTCHA_TOKEN'))
    const byPassword = await troubled.ask(path, { form: { email, password } })
    expect(byPassword.status).toBe(400)
    expect(textOf(byPassword.text)).toContain(auth.missingRecaptchaToken)
    expect(textOf(byPassword.text)).toContain(login.sendLink)
    expect(byPassword.text).not.toMatch(/<script[^>]*recaptcha/i)
    for (const intent of ['link', 'reset']) {
      const where = intent === 'reset' ? `${path}?forgot=` : path
      const byMail = await troubled.ask(where, { form: { email, intent } })
      expect(byMail.status).toBe(400)
      expect(textOf(byMail.text)).toContain(login.captchaForMail)
      expect(field(byMail.text, 'email').value).toBe(email)
    }
  })

  it('an account that Google met is told how it is signed in to, and nobody else is', async () => {
    const methods = ['password', 'emailLink', 'microsoft.com']
    faults.answer(({ path: call, body }) => {
      if (call.includes('accounts:signInWithIdp')) {
        return { json: { needConfirmation: true, email: 'ada@example.com' } }
      }
      if (body.includes('identifier')) return { json: { registered: true, signinMethods: methods } }
      if (call.includes('accounts:signInWithPassword')) return refusal('INVALID_PASSWORD')
      const query = new URLSearchParams({ state: 'x', redirect_uri: `${troubled.origin}/login` })
      return { json: { authUri: `https://accounts.google.com/?${query}`, sessionId: 'id' } }
    })
    const { start, back } = await goToGoogle(troubled, '/login', visitor('ada@example.com'))
    const met = await troubled.ask(back, { cookie: cookiesOf(start) })
    const said = await troubled.ask(met.location, { cookie: cookiesOf(start, met) })
    const sentence = withGoogle(words.en.login.conflictOther).replace(
      '{{providers}}',
      'microsoft.com',
    )
    expect(textOf(said.text)).toContain(sentence)

    faults.requests.length = 0
    const form = { email: 'ada@example.com', password }
    const wrong = await troubled.ask('/login', { form })
    expect(wrong.text).not.toContain('microsoft.com')
    expect(faults.requests.some(({ path: call }) => call.includes('createAuthUri'))).toBe(false)
  })

  it('a mail that could not be sent is not said to be on its way', async () => {
    faults.answer({ text: '<html>502</html>', status: 502 })
    const { status, text, setCookies } = await troubled.ask('/de/login?forgot=', {
      form: { email: 'ada@example.com', intent: 'reset' },
    })
    expect(status).toBe(503)
    expect(textOf(text)).toContain(words.de.auth.networkRequestFailed)
    expect(setCookies).toEqual([])
  })

  it('mails are asked for in the language of the page', async () => {
    faults.answer({ json: { email: 'ada@example.com' } })
    await troubled.ask(`/de/login?redirect=${encodeURIComponent('/de/dashboard/tickets')}`, {
      form: { email: 'ada@example.com', intent: 'link' },
    })
    const [request] = faults.requests
    expect(request?.headers['x-firebase-locale']).toBe('de')
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      requestType: 'EMAIL_SIGNIN',
      continueUrl: `${troubled.origin}/de/dashboard/tickets`,
      canHandleCodeInApp: true,
    })
  })
})
