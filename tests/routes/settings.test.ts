import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sectionNames } from '~/domain/desks/sections'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { type FaultServer, outwait, refusal, startFaultServer } from '../support/fault-server'
import { cookiesOf, type Google, goToGoogle, openGoogle } from '../support/google'
import { elements, field, languageOf, linksIn, textOf } from '../support/html'
import { listen } from '../support/listen'
import { mailedCodes } from '../support/mailed-codes'
import { ownAccounts } from '../support/own-servers'
import {
  cookieFrom,
  minute,
  newEmail,
  type Owner,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'

const next = 'the tram is late today'
const tooCommon = 'iloveyou1'

let google: Google
let server: TestServer

beforeAll(async () => {
  google = await openGoogle()
  server = await openTestServer({ identity: google })
})

afterAll(() => server.close())

async function opens(cookie: string): Promise<boolean> {
  return (await server.ask('/dashboard', { cookie })).status === 200
}

/** Signs in with another browser. */
async function signIn(email: string, typed = password, language: 'en' | 'de' = 'en') {
  const reply = await server.ask(localizedPath('/login', language), {
    form: { email, password: typed },
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
  })
  return cookieFrom(reply)
}

it('a page that is drawn while the counter is named is not kept without the name', async () => {
  const own = await openTestServer()
  const { cookie } = await own.signUp()
  const { desks } = own.services
  const findById = desks.findById.bind(desks)
  let goOn = () => {}
  const named = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const read = new Promise<void>((resolve) => {
    vi.spyOn(desks, 'findById').mockImplementationOnce(async (id) => {
      const desk = await findById(id)
      resolve()
      await named
      return desk
    })
  })
  const meanwhile = own.ask('/')
  await read
  const form = { intent: 'rename-desk', name: 'Café Probe' }
  expect((await own.ask('/dashboard/settings/general', { cookie, form })).status).toBe(303)
  goOn()
  expect(textOf((await meanwhile).text)).not.toContain('Café Probe')
  expect(textOf((await own.ask('/')).text)).toContain('Café Probe')
  await own.close()
})

it('a new password leaves its browser signed in where the identity service’s clock is ahead', async () => {
  const own = await openTestServer()
  const { cookie } = await own.signUp()
  const { identity } = own.services
  const { lookupRecord } = identity
  const validSince = new Date(own.clock.now.getTime() + 40_000)
  const changed = vi.spyOn(identity, 'changePassword')
  vi.spyOn(identity, 'lookupRecord').mockImplementation(async (idToken) => {
    const record = await lookupRecord(idToken)
    return changed.mock.calls.length > 0 ? { ...record, validSince } : record
  })
  const form = { intent: 'change-password', currentPassword: password, newPassword: next }
  const reply = await own.ask('/dashboard/settings/password', { cookie, form })
  own.clock.forward(6 * minute)
  expect((await own.ask('/dashboard', { cookie: cookieFrom(reply) })).status).toBe(200)
  expect(changed).toHaveBeenCalledOnce()
  await own.close()
})

describe.each(languages)('in %s', (language) => {
  const { notices, login, settings, auth, errors, account } = words[language]
  const path = localizedPath('/dashboard/settings', language)

  const at = (section: string) => `${path}/${section}`

  function press(cookie: string, section: string, form: Record<string, string>) {
    return server.ask(at(section), { cookie, form })
  }

  function change(cookie: string, currentPassword: string, newPassword: string) {
    return press(cookie, 'password', { intent: 'change-password', currentPassword, newPassword })
  }

  // E-mails are listed once they come in, people where there are several: mail-in.test.ts, members.test.ts.
  const listed = sectionNames.filter((name) => !['mail', 'people', 'leave'].includes(name))

  it('every section is listed, and has an address and forms of its own', async () => {
    // The site's own desk has no plans.
    await server.signUp()
    const { cookie } = await server.signUp()
    const first = await server.ask(path, { cookie })
    expect(first.headers.get('Cache-Control')).toContain('no-store')
    expect(linksIn(first.text)).toEqual(expect.arrayContaining(listed.map(at)))
    for (const name of listed) {
      const { status, text } = await server.ask(at(name), { cookie })
      expect(status).toBe(200)
      expect(languageOf(text)).toBe(language)
      const [chosen] = elements(text, 'a').filter(
        ({ attributes }) => attributes['aria-current'] === 'page' && attributes.href === at(name),
      )
      expect(chosen?.text).toBe(settings.sections[name])
      for (const form of elements(text, 'form')) expect(form.attributes.method).toBe('post')
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  it('the password is changed, and only this browser stays signed in', async () => {
    const { email, cookie } = await server.signUp()
    const other = await signIn(email)
    expect(await opens(other)).toBe(true)
    const line = await listen(`${server.origin}/live`, { Cookie: other })

    const reply = await change(cookie, password, next)
    expect(reply).toMatchObject({ status: 303, location: at('password') })
    const renewed = cookieFrom(reply)
    expect(await Promise.all([opens(renewed), opens(cookie), opens(other)])).toEqual([
      true,
      false,
      false,
    ])
    await line.end()
    const page = await server.ask(reply.location, { cookie: cookiesOf(reply) })
    expect(textOf(page.text)).toContain(notices.passwordChanged)
    expect(await signIn(email)).toBe('')
    expect(await opens(await signIn(email, next))).toBe(true)
    // The service's word on the session is asked again, and holds.
    server.clock.forward(6 * minute)
    expect(await opens(renewed)).toBe(true)
  })

  it('a wrong current password is said beside its field, and nothing is changed', async () => {
    const { email, cookie } = await server.signUp()
    const { status, text, setCookies } = await change(cookie, 'not-the-kettle', next)
    expect(status).toBe(400)
    expect(languageOf(text)).toBe(language)
    expect(field(text, 'currentPassword')).toMatchObject({
      value: '',
      invalid: true,
      focused: true,
      described: auth.password.wrong,
    })
    expect(text).not.toContain('not-the-kettle')
    expect(text).not.toContain(next)
    expect(setCookies).toEqual([])
    expect(await opens(cookie)).toBe(true)
    expect(await opens(await signIn(email))).toBe(true)
  })

  it.each([
    ['too short', 'seven 7', 'short'],
    ['too long', 'a1'.repeat(101), 'long'],
    ['too common', tooCommon, 'common'],
  ] as const)('a new password that is %s is refused', async (_, typed, problem) => {
    const { cookie } = await server.signUp()
    const { status, text } = await change(cookie, password, typed)
    expect(status).toBe(400)
    const { invalid, described } = field(text, 'newPassword')
    expect(invalid).toBe(true)
    expect(described).toContain(auth.password[problem])
    expect(text).not.toContain(`"${typed}"`)
  })

  it('the own address is no password, and empty fields are named', async () => {
    const { email, cookie } = await server.signUp()
    const own = await change(cookie, password, email.toUpperCase())
    expect(own.status).toBe(400)
    expect(field(own.text, 'newPassword').described).toContain(auth.password.isEmail)
    const empty = await change(cookie, '', '')
    expect(empty.status).toBe(400)
    for (const name of ['currentPassword', 'newPassword']) {
      expect(field(empty.text, name).described).toContain(auth.password.missing)
    }
    const elsewhere = await press(cookie, 'password', { intent: 'no such thing' })
    expect(elsewhere.status).toBe(400)
    expect(textOf(elsewhere.text)).toContain(errors.form.key)
  })

  it('whoever is not signed in can change no password, and is told so', async () => {
    const reply = await change('', password, next)
    expect(reply.status).toBe(303)
    const back = encodeURIComponent(at('password'))
    expect(reply.location).toBe(`${localizedPath('/login', language)}?redirect=${back}`)
    const page = await server.ask(reply.location, { cookie: cookiesOf(reply) })
    expect(textOf(page.text)).toContain(auth.noCurrentUser)
    expect(textOf(page.text)).toContain(login.asked)
  })

  it.skipIf(ownAccounts)(
    'whoever signs in with Google has no password to change, but can have one',
    async () => {
      const email = newEmail()
      const user = { sub: randomUUID(), email, email_verified: true }
      const { start, back } = await goToGoogle(server, '/login', user)
      const cookie = cookiesOf(start, await server.ask(back, { cookie: cookiesOf(start) }))
      const { text } = await server.ask(at('password'), { cookie })
      expect(textOf(text)).toContain(account.otherWay.replace('{{provider}}', 'Google'))
      expect(text).not.toContain('name="newPassword"')
      const refused = await change(cookie, password, next)
      expect(refused.status).toBe(403)
      expect(textOf(refused.text)).toContain(auth.password.otherWay)
      const sent = await press(cookie, 'password', { intent: 'send-reset-mail' })
      expect(sent).toMatchObject({ status: 303, location: at('password') })
      expect(await mailedCodes(email, 'PASSWORD_RESET')).toHaveLength(1)
    },
  )

  it('devices are listed, and one is signed out', async () => {
    const { email, cookie } = await server.signUp()
    const other = await signIn(email)
    const third = await signIn(email)
    const { text } = await server.ask(at('devices'), { cookie })
    expect(textOf(text).split('Firefox, Linux')).toHaveLength(3)
    expect(textOf(text)).toContain(account.thisDevice)
    const line = await listen(`${server.origin}/live`, { Cookie: other })
    const [device = ''] = elements(text, 'input')
      .filter(({ attributes }) => attributes.name === 'device')
      .map(({ attributes }) => attributes.value)
    expect(device).not.toBe('')
    const reply = await press(cookie, 'devices', { intent: 'sign-out-device', device })
    expect(reply).toMatchObject({ status: 303, location: at('devices') })
    const left = await Promise.all([opens(cookie), opens(other), opens(third)])
    expect(left.filter(Boolean)).toHaveLength(2)
    expect(left[0]).toBe(true)

    const everywhere = await press(cookie, 'devices', { intent: 'sign-out-others' })
    expect(everywhere).toMatchObject({ status: 303, location: at('devices') })
    expect(await Promise.all([opens(cookie), opens(other), opens(third)])).toEqual([
      true,
      false,
      false,
    ])
    await line.end()
    const alone = await server.ask(at('devices'), { cookie })
    expect(textOf(alone.text)).toContain(account.noOthers)
  })

  it('the counter’s name is changed, and a bad one refused beside its field', async () => {
    const { cookie, desk } = await server.signUp(newEmail(), language)
    const name = async () => (await server.services.members.desksOf(desk.ownerUid))[0]?.desk.name
    const refused = await press(cookie, 'general', { intent: 'rename-desk', name: ' ' })
    expect(refused.status).toBe(400)
    expect(field(refused.text, 'name').invalid).toBe(true)
    const renamed = await press(cookie, 'general', { intent: 'rename-desk', name: 'Café Probe' })
    expect(renamed).toMatchObject({ status: 303, location: at('general') })
    expect(await name()).toBe('Café Probe')
    expect(field((await server.ask(at('general'), { cookie })).text, 'name').value).toBe(
      'Café Probe',
    )
  })

  it('the language of e-mails is kept, whatever language the pages are read in', async () => {
    const other = language === 'en' ? 'de' : 'en'
    const { email, cookie, desk } = await server.signUp(newEmail(), language)
    const reply = await press(cookie, 'general', { intent: 'save-language', locale: other })
    expect(reply).toMatchObject({ status: 303, location: at('general') })
    const { text } = await server.ask(at('general'), { cookie })
    expect(text).toMatch(new RegExp(`<option value="${other}"[^>]* selected`))
    const locale = async () => (await server.services.accounts.find(desk.ownerUid))?.locale
    expect(await locale()).toBe(other)
    await signIn(email, password, language)
    expect(await locale()).toBe(other)
    const none = await press(cookie, 'general', { intent: 'save-language', locale: 'fr' })
    expect(none.status).toBe(400)
  })
})

it('nobody signs out somebody else’s devices, or this one by mistake', async () => {
  const [ada, ben] = [await server.signUp(), await server.signUp()]
  const device = async ({ desk }: Owner) =>
    (await server.services.sessions.list(desk.ownerUid))[0]?.idHash ?? ''
  for (const form of [await device(ada), await device(ben), '', 'unknown']) {
    await server.ask('/dashboard/settings/devices', {
      ...ben,
      form: { intent: 'sign-out-device', device: form },
    })
  }
  expect([await opens(ada.cookie), await opens(ben.cookie)]).toEqual([true, true])
})

describe.skipIf(ownAccounts)('with an identity service in trouble', () => {
  let faults: FaultServer
  let troubled: TestServer
  let cookie: string
  const user = {
    localId: 'uid',
    email: 'ada@example.com',
    providerUserInfo: [{ providerId: 'password' }],
  }
  const tokens = { ...user, idToken: 'a', refreshToken: 'b', expiresIn: '3600' }
  const fine = { json: { ...tokens, users: [user] } }
  const form = { intent: 'change-password', currentPassword: password, newPassword: next }

  beforeAll(async () => {
    faults = await startFaultServer()
    troubled = await openTestServer({ identity: faults })
    faults.answer(fine)
    cookie = cookieFrom(await troubled.ask('/login', { form: { email: user.email, password } }))
  })

  afterAll(() => troubled.close())

  it.each([
    ['cuts the line', 'reset'],
    ['hangs', 'hang'],
  ] as const)('that %s, the password stays and the page says why', async (_, fault) => {
    for (const language of languages) {
      faults.answer(fault)
      const path = localizedPath('/dashboard/settings/password', language)
      const { status, text, setCookies } = await outwait(faults, () =>
        troubled.ask(path, { cookie, form }),
      )
      expect(status).toBe(503)
      expect(languageOf(text)).toBe(language)
      expect(textOf(text)).toContain(words[language].auth.networkRequestFailed)
      expect(setCookies).toEqual([])
    }
    faults.answer(fine)
    expect((await troubled.ask('/dashboard', { cookie })).status).toBe(200)
  })

  it('that has had enough, it says so', async () => {
    faults.answer(fine, refusal('TOO_MANY_ATTEMPTS_TRY_LATER : again later'))
    const { status, text, headers } = await troubled.ask('/dashboard/settings/password', {
      cookie,
      form,
    })
    expect(status).toBe(429)
    expect(textOf(text)).toContain(words.en.auth.tooManyRequests)
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  it('that refuses only the change, the session goes on as it was', async () => {
    faults.answer(fine, fine, fine, refusal('WEAK_PASSWORD : too weak'))
    const reply = await troubled.ask('/dashboard/settings/password', { cookie, form })
    expect(reply.status).toBe(400)
    expect(field(reply.text, 'newPassword').described).toContain(words.en.auth.weakPassword)
    expect(reply.setCookies).toEqual([])
    expect((await troubled.ask('/dashboard', { cookie })).status).toBe(200)
  })

  it('that no longer knows the user, the session is over', async () => {
    faults.answer(refusal('USER_NOT_FOUND'))
    const reply = await troubled.ask('/dashboard/settings/password', { cookie, form })
    expect(reply.status).toBe(303)
    expect(reply.location).toMatch(/^\/login\?redirect=/)
    expect((await troubled.ask('/dashboard', { cookie })).status).toBe(303)
  })
})
