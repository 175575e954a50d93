import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { elements, languageOf, linksIn, textOf } from '../support/html'
import { verificationCodes } from '../support/identity-operator'
import { ownAccounts } from '../support/own-servers'
import { openTestServer, type TestServer, words } from '../support/test-server'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  // The first account of a server is verified at once.
  await server.signUp()
})

afterAll(() => server.close())

describe.each(languages)('in %s', (language) => {
  const { verify, dashboard, auth, nomail } = words[language]
  const page = localizedPath('/verify-email', language)

  /** The address in the mail of an account, as the identity service writes it. */
  function linkWith(oobCode: string): string {
    return `${page}?${new URLSearchParams({ mode: 'verifyEmail', oobCode, lang: language })}`
  }

  async function newLink() {
    const owner = await server.signUp()
    const [code = ''] = await verificationCodes(owner.email)
    return { ...owner, code, link: linkWith(code) }
  }

  it('opening the link any number of times confirms nothing, the button does', async () => {
    const { email, cookie, code, link } = await newLink()
    for (const _time of ['first', 'second']) {
      const { status, text, headers } = await server.ask(link)
      expect(status).toBe(200)
      expect(languageOf(text)).toBe(language)
      expect(textOf(text)).toContain(verify.confirmText.replace('{{email}}', email))
      expect(headers.get('Referrer-Policy')).toBe('same-origin')
      expect(headers.get('Cache-Control')).toContain('no-store')
    }
    expect((await server.services.accounts.findByEmail(email))?.emailVerified).toBe(false)
    const form = elements((await server.ask(link)).text, 'form').find(
      ({ attributes }) => attributes.method === 'post',
    )
    const { status, location } = await server.ask(form?.attributes.action ?? '', {
      cookie,
      form: {},
    })
    expect(status).toBe(303)
    expect(location.split('?')[0]).toBe(page)
    expect(location).not.toContain(code)
    expect((await server.services.accounts.findByEmail(email))?.emailVerified).toBe(true)
    const confirmed = (await server.ask(location)).text
    expect(textOf(confirmed)).toContain(verify.done)
    expect(elements(confirmed, 'h1')[0]?.text).toBe(verify.confirmed)
    const own = await server.ask(location, { cookie })
    expect(textOf(own.text)).toContain(verify.verified.replace('{{email}}', email))
    const desk = await server.ask(localizedPath('/dashboard', language), { cookie })
    expect(textOf(desk.text)).not.toContain(dashboard.unverified)
  })

  it('a link that was used says what to do, to its owner and to others', async () => {
    const { cookie, link } = await newLink()
    await server.ask(link, { cookie, form: {} })
    for (const question of [{}, { form: {} }]) {
      const stranger = await server.ask(link, question)
      expect(stranger.status).toBe(400)
      expect(textOf(stranger.text)).toContain(auth.invalidActionCode)
      expect(linksIn(stranger.text)).toContain(localizedPath('/login', language))
      const owner = await server.ask(link, { ...question, cookie })
      expect(owner.status).toBe(400)
      expect(textOf(owner.text)).toContain(ownAccounts ? nomail.text : verify.resend)
    }
  })

  it.each(['', 'nonsense', '<script>'])('a code that is none says so: %j', async (code) => {
    for (const question of [{}, { form: {} }]) {
      const { status, text } = await server.ask(linkWith(code), question)
      expect(status).toBe(400)
      expect(textOf(text)).toContain(auth.invalidActionCode)
      expect(text).not.toContain('<script')
    }
  })

  it.each(['.', ').', '&lang=en.', '%2E'])('a link that was copied with %s works', async (sign) => {
    const { email, code } = await newLink()
    const copied = await server.ask(`${page}?lang=${language}&oobCode=${code}${sign}`)
    expect(copied.status).toBe(302)
    const { text } = await server.ask(copied.location)
    expect(textOf(text)).toContain(email)
  })

  it('the mail can be sent again, by its owner alone', async () => {
    const { email, cookie } = await server.signUp()
    const stranger = await server.ask(page, { form: {} })
    expect(stranger.location).toMatch(/\/login\?redirect=/)
    expect(await verificationCodes(email)).toHaveLength(1)
    const { status, location } = await server.ask(page, { cookie, form: {} })
    expect({ status, location }).toEqual({ status: 303, location: `${page}?mail=sent` })
    expect(await verificationCodes(email)).toHaveLength(2)
    expect(textOf((await server.ask(location, { cookie })).text)).toContain(
      ownAccounts ? nomail.text : verify.resent,
    )
  })
})

it('an address that was confirmed on another device is noticed', async () => {
  const { email, cookie } = await server.signUp()
  const [code = ''] = await verificationCodes(email)
  await server.services.identity.applyVerification(code)
  const { text } = await server.ask('/verify-email', { cookie })
  expect(textOf(text)).toContain(words.en.verify.verified.replace('{{email}}', email))
  expect((await server.services.accounts.findByEmail(email))?.emailVerified).toBe(true)
})
