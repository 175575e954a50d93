import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { type FaultServer, outwait, startFaultServer } from '../support/fault-server'
import { field, languageOf, textOf } from '../support/html'
import { disable, setEnumerationProtection } from '../support/identity-operator'
import { ownAccounts } from '../support/own-servers'
import {
  cookieFrom,
  newEmail,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

describe.each(languages)('in %s', (language) => {
  const { login, auth, errors } = words[language]
  const path = localizedPath('/login', language)

  it('the right password leads to the desk', async () => {
    const { email } = await server.signUp()
    const reply = await server.ask(path, { form: { email, password } })
    expect(reply).toMatchObject({ status: 303, location: localizedPath('/dashboard', language) })
    const desk = await server.ask(reply.location, { cookie: cookieFrom(reply) })
    expect(desk.status).toBe(200)
  })

  describe.each([true, false])('with enumeration protection %s', (protection) => {
    beforeAll(() => setEnumerationProtection(protection))

    it('a wrong password and an unknown address read the same', async () => {
      const { email } = await server.signUp()
      const unknown = newEmail()
      const [wrong, stranger] = await Promise.all(
        [email, unknown].map((each) =>
          server.ask(path, { form: { email: each, password: 'not-the-kettle' } }),
        ),
      )
      expect(wrong?.status).toBe(400)
      expect(wrong?.text.replaceAll(email, unknown)).toBe(stranger?.text)
      const text = wrong?.text ?? ''
      expect(languageOf(text)).toBe(language)
      expect(field(text, 'email')).toMatchObject({ value: email, invalid: false, focused: false })
      expect(field(text, 'password')).toMatchObject({
        value: '',
        invalid: true,
        focused: true,
        described: auth.invalidCredential,
      })
      expect(text).not.toContain('not-the-kettle')
      expect(wrong?.setCookies).toEqual([])
    })
  })

  it('a form that is not filled in is answered beside its fields', async () => {
    const { status, text } = await server.ask(path, { form: { email: 'ada', password: '' } })
    expect(status).toBe(400)
    expect(field(text, 'email')).toMatchObject({
      value: 'ada',
      invalid: true,
      focused: true,
      described: errors.email.invalid,
    })
    expect(field(text, 'password')).toMatchObject({
      invalid: true,
      focused: false,
      described: auth.password.missing,
    })
  })

  it('a blocked account is told so', async () => {
    const { email, desk } = await server.signUp()
    await disable(desk.ownerUid)
    const { status, text, setCookies } = await server.ask(path, { form: { email, password } })
    expect(status).toBe(403)
    expect(field(text, 'email')).toMatchObject({
      invalid: true,
      described: auth.userDisabled,
    })
    expect(setCookies).toEqual([])
  })

  it('whoever was sent here is told why, and the form remembers where to', async () => {
    const { text } = await server.ask(`${path}?redirect=%2Fdashboard%2Ftickets`)
    expect(textOf(text)).toContain(login.asked)
    expect(text).toContain(`action="${path}?redirect=%2Fdashboard%2Ftickets"`)
  })
})

describe.skipIf(ownAccounts)('with an identity service in trouble', () => {
  let faults: FaultServer
  let troubled: TestServer
  let open: string

  beforeAll(async () => {
    faults = await startFaultServer()
    troubled = await openTestServer({ identity: faults })
    const user = { localId: 'uid', email: 'ada@example.com' }
    const tokens = { ...user, idToken: 'a', refreshToken: 'b', expiresIn: '3600' }
    faults.answer({ json: { ...tokens, users: [user] } })
    const form = { email: user.email, password }
    open = cookieFrom(await troubled.ask('/login', { form }))
  })

  afterAll(() => troubled.close())

  it.each([
    ['hangs', 'hang'],
    ['cuts the line', 'reset'],
    ['answers with a proxy’s page', { text: '<html>502 Bad Gateway</html>', status: 502 }],
  ] as const)('that %s, sign-in says so and everything else goes on', async (_name, fault) => {
    faults.answer(fault)
    const email = 'ada@example.com'
    for (const language of languages) {
      const login = localizedPath('/login', language)
      const signIn = () => troubled.ask(login, { form: { email, password } })
      const { status, text, setCookies } = await outwait(faults, signIn, async () => {
        for (const page of ['/', '/chat', login]) {
          expect((await troubled.ask(page)).status, page).toBe(200)
        }
        expect((await troubled.ask('/dashboard', { cookie: open })).status).toBe(200)
      })
      expect(status).toBe(503)
      expect(languageOf(text)).toBe(language)
      expect(textOf(text)).toContain(words[language].auth.networkRequestFailed)
      expect(field(text, 'email').value).toBe(email)
      expect(text).not.toContain(password)
      expect(setCookies).toEqual([])
    }
  })

  it('that is not there at all, too', async () => {
    const closed = await startFaultServer()
    const nowhere = await openTestServer({ identity: closed })
    await closed.close()
    const form = { email: 'ada@example.com', password }
    const { status, text } = await nowhere.ask('/login', { form })
    expect(status).toBe(503)
    expect(textOf(text)).toContain(words.en.auth.networkRequestFailed)
    expect((await nowhere.ask('/')).status).toBe(200)
    await nowhere.close()
  })
})
