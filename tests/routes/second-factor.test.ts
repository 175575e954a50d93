import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { cookiesOf } from '../support/google'
import { elements, field, textOf } from '../support/html'
import {
  authenticator,
  codesIn,
  confirmedOwner,
  factorOf,
  giveCode,
  newProtected,
  signIn,
} from '../support/second-factor'
import {
  cookieFrom,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'
import { mailsIn } from '../support/written-mails'

const profile = '/dashboard/profile'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await server.signUp()
})
afterAll(() => server.close())

describe.each(languages)('The page that asks for a code, in %s', (language) => {
  const { login, auth } = words[language]

  test('works without scripts, keeps what was typed, and is for nobody else', async () => {
    const { email, code } = await newProtected(server)
    const asked = await signIn(server, email, localizedPath('/login', language))
    expect(asked.location).toMatch(localizedPath('/login?second=', language))
    const cookie = cookiesOf(asked)
    const page = await server.ask(asked.location, { cookie })
    expect(textOf(page.text)).toContain(login.secondHeading)
    expect(page.headers.get('Cache-Control')).toContain('no-store')
    expect(page.text).not.toContain(email)
    const wrong = await giveCode(server, asked, '123 45')
    expect([wrong.status, field(wrong.text, 'code')]).toEqual([
      400,
      expect.objectContaining({
        value: '123 45',
        invalid: true,
        described: expect.stringContaining(auth.wrongSecondFactor),
      }),
    ])
    const done = await giveCode(server, asked, code())
    expect(done.location).toBe(localizedPath('/dashboard', language))
    expect(done.setCookies.join()).toContain('second-factor=; Max-Age=0')
  })
})

describe('A second factor', () => {
  test('shows the key as picture and text, and counts with a code of it alone', async () => {
    const owner = await confirmedOwner(server)
    expect(codesIn((await server.ask(profile, owner)).text)).toEqual([])
    const began = await server.ask(profile, { ...owner, form: { intent: 'begin-factor' } })
    expect(began.location).toBe(`${profile}#second-factor`)
    const cookie = `${owner.cookie}; ${cookiesOf(began)}`
    const page = await server.ask(profile, { cookie })
    expect(elements(page.text, 'svg').map(({ attributes }) => attributes['aria-label'])).toContain(
      words.en.profile.factorPicture,
    )
    const [key = ''] = codesIn(page.text)
    expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    const confirm = (code: string) =>
      server.ask(profile, { cookie, form: { intent: 'confirm-factor', code } })
    const wrong = await confirm('000000')
    expect([wrong.status, field(wrong.text, 'code').invalid]).toEqual([400, true])
    expect(codesIn(wrong.text)).toEqual([key])
    expect(await factorOf(server, owner)).toBeUndefined()
    expect(cookieFrom(await signIn(server, owner.email))).not.toBe('')
    const done = await confirm(authenticator(key)(server.clock.now))
    expect([done.status, codesIn(done.text).length]).toEqual([200, 10])
    expect(done.headers.get('Cache-Control')).toContain('no-store')
    expect((await confirm(authenticator(key)(server.clock.now))).status).toBe(409)
  })

  test('turns it off, also with a recovery code, and the password alone is enough again', async () => {
    const owner = await newProtected(server)
    const code = owner.recoveryCodes[0] ?? ''
    const off = await server.ask(profile, {
      ...owner,
      form: { intent: 'remove-factor', factorPassword: password, code },
    })
    expect(off.status).toBe(303)
    expect(await factorOf(server, owner)).toBeUndefined()
    expect(cookieFrom(await signIn(server, owner.email))).not.toBe('')
  })
})

describe('A code', () => {
  test('may be a recovery code, each of which counts once', async () => {
    const { email, recoveryCodes } = await newProtected(server)
    const [first = '', second = ''] = recoveryCodes
    expect((await giveCode(server, await signIn(server, email), first)).status).toBe(303)
    expect((await giveCode(server, await signIn(server, email), first)).status).toBe(400)
    server.clock.forward(1_000)
    expect(
      (await giveCode(server, await signIn(server, email), second.replaceAll(' ', '-'))).status,
    ).toBe(303)
    // A run sends some of those that are due.
    for (let run = 0; run < 5; run += 1) await server.runDue()
    const { subject } = words.en.mails.account.recoveryCodeUsed
    const used = subject.replace('{{site}}', new URL(server.origin).host)
    const letters = (await mailsIn(server.folder, email)).filter((each) => each.subject === used)
    expect(letters).toHaveLength(2)
  })
})
