import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { cookiesOf, type Google, openGoogle } from '../support/google'
import { elements, field, languageOf, linksIn, textOf } from '../support/html'
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

let google: Google
let server: TestServer

beforeAll(async () => {
  google = await openGoogle()
  server = await openTestServer({ identity: google })
})

afterAll(() => server.close())

/** An account that signs in with Google and with a password; its cookie is of the latter. */
async function withTwoWays() {
  const user = { sub: randomUUID(), email: newEmail(), email_verified: true }
  const { identity, accounts } = server.services
  const now = server.clock.now
  const postBody = new URLSearchParams({
    id_token: JSON.stringify(user),
    providerId: 'google.com',
  }).toString()
  const answer = { requestUri: server.origin, postBody }
  const { tokens } = await identity.finishProviderSignIn(answer, now)
  await identity.changePassword(tokens.idToken, password, now)
  const reply = await server.ask('/login', { form: { email: user.email, password } })
  const account = await accounts.findByEmail(user.email)
  return { user, cookie: cookieFrom(reply), uid: account?.uid ?? '' }
}

async function providersOf(uid: string): Promise<string[]> {
  const [session] = await server.services.sessions.list(uid)
  return session?.user.providerData.map(({ providerId }) => providerId).sort() ?? []
}

function imageSources(headers: Headers): string {
  return /img-src [^;]*/.exec(headers.get('Content-Security-Policy') ?? '')?.[0] ?? ''
}

describe.each(languages)('in %s', (language) => {
  const { profile, notices, errors, auth } = words[language]
  const path = localizedPath('/dashboard/profile', language)

  function press(cookie: string, form: Record<string, string>) {
    return server.ask(path, { cookie, form })
  }

  it('the page shows since when the account is there, and when it was last signed in to', async () => {
    const { cookie } = await server.signUp()
    const { text } = await server.ask(path, { cookie })
    const year = String(new Date().getFullYear())
    for (const sentence of [profile.createdAt, profile.lastLoginAt]) {
      const [before = ''] = sentence.split('{{')
      expect(textOf(text)).toMatch(new RegExp(`${before}.{0,20}${year}`))
    }
    expect(textOf(text)).not.toContain(profile.phoneNumber.split('{{')[0])
  })

  it('the page shows who somebody is, and leads to the mail that confirms it', async () => {
    const { cookie, email } = await server.signUp()
    const { status, text, headers } = await server.ask(path, { cookie })
    expect(status).toBe(200)
    expect(languageOf(text)).toBe(language)
    expect(headers.get('Cache-Control')).toContain('no-store')
    expect(textOf(text)).toContain(email)
    expect(textOf(text)).toContain(profile.unconfirmed)
    // Without a mail server nothing would confirm it.
    const confirms = linksIn(text).includes(localizedPath('/verify-email', language))
    expect(confirms).toBe(!ownAccounts)
    expect(textOf(text)).toContain(profile.password)
    expect(textOf(text)).toContain(profile.onlyWay)
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('a name is saved, shown, and taken away again', async () => {
    const { cookie, desk } = await server.signUp()
    const name = async () => {
      const [session] = await server.services.sessions.list(desk.ownerUid)
      return session?.user.displayName
    }
    const typed = '  Jürgen \u202eWeiß\u0000\u200b '
    const saved = await press(cookie, { intent: 'save-name', displayName: typed })
    expect(saved).toMatchObject({ status: 303, location: path })
    expect(await name()).toBe('Jürgen Weiß')
    const page = await server.ask(path, { cookie: `${cookie}; ${cookiesOf(saved)}` })
    expect(field(page.text, 'displayName').value).toBe('Jürgen Weiß')
    expect(textOf(page.text)).toContain(notices.nameSaved)
    const removed = await press(cookie, { intent: 'save-name', displayName: '' })
    expect(removed.status).toBe(303)
    expect(await name()).toBeNull()
    const long = await press(cookie, { intent: 'save-name', displayName: 'ü'.repeat(81) })
    expect(long.status).toBe(400)
    expect(field(long.text, 'displayName')).toMatchObject({
      value: 'ü'.repeat(81),
      focused: true,
      described: expect.stringContaining(errors.name.long),
    })
  })

  it('a new address has to confirm itself before anything changes', async () => {
    const { cookie, email } = await server.signUp()
    const to = newEmail()
    const form = { intent: 'change-email', email: to, emailPassword: password }
    const asked = await press(cookie, form)
    expect(asked).toMatchObject({ status: 303, location: path })
    expect(asked.setCookies.join()).not.toContain(to)
    const cookies = cookiesOf(asked)
    const { text } = await server.ask(path, { cookie: cookies })
    expect(textOf(text)).toContain(
      ownAccounts ? words[language].nomail.text : profile.asked.replace('{{email}}', to),
    )
    expect(textOf(text)).toContain(email)
    // The emulator files the mail under the address that it would replace.
    expect(await mailedCodes(email, 'VERIFY_AND_CHANGE_EMAIL')).toHaveLength(1)
    expect((await server.ask('/dashboard', { cookie })).status).toBe(303)
    // Another account in the same browser is told nothing of it.
    const other = await server.signUp()
    const pending = cookies.split('; ').find((each) => each.startsWith('email-change='))
    const theirs = await server.ask(path, { cookie: `${other.cookie}; ${pending}` })
    expect(textOf(theirs.text)).not.toContain(to)
  })

  it('a new address is not asked without the password, or if it is none', async () => {
    const { cookie, email } = await server.signUp()
    const taken = await server.signUp()
    const to = newEmail()
    const ask = (address: string, emailPassword = password) =>
      press(cookie, { intent: 'change-email', email: address, emailPassword })
    const wrong = await ask(to, 'not-the-kettle')
    expect(wrong.status).toBe(400)
    expect(field(wrong.text, 'email').value).toBe(to)
    expect(field(wrong.text, 'emailPassword')).toMatchObject({
      value: '',
      focused: true,
      described: auth.password.wrong,
    })
    expect(field((await ask(to, '')).text, 'emailPassword').described).toBe(auth.password.missing)
    expect(await mailedCodes(email, 'VERIFY_AND_CHANGE_EMAIL')).toEqual([])
    for (const [address, problem] of [
      ['', errors.email.missing],
      ['ada', errors.email.invalid],
      [email.toUpperCase(), errors.email.unchanged],
      [taken.email, auth.emailAlreadyInUse],
    ] as const) {
      const { status, text, setCookies } = await ask(address)
      expect([400, 409]).toContain(status)
      expect(field(text, 'email').described).toContain(problem)
      expect(setCookies).toEqual([])
    }
    expect((await server.ask('/dashboard', { cookie })).status).toBe(200)
  })

  it.skipIf(ownAccounts)('a way to sign in is removed while another one is left', async () => {
    const { cookie, uid, user } = await withTwoWays()
    expect(await providersOf(uid)).toEqual(['google.com', 'password'])
    const unlink = (provider: string, more: Record<string, string> = {}) =>
      press(cookie, { intent: 'unlink', provider, ...more })
    server.clock.forward(5 * minute + 1)
    const page = await server.ask(path, { cookie })
    expect(textOf(page.text)).toContain('Google')
    expect((await unlink('google.com')).status).toBe(400)
    const wrong = await unlink('google.com', { unlinkPassword: 'not-the-kettle' })
    expect(field(wrong.text, 'unlinkPassword').described).toBe(auth.password.wrong)
    const done = await unlink('google.com', { unlinkPassword: password })
    expect(done).toMatchObject({ status: 303, location: path })
    expect(await providersOf(uid)).toEqual(['password'])
    const renewed = cookieFrom(done)
    const last = await press(renewed, { intent: 'unlink', provider: 'password' })
    expect(last.status).toBe(409)
    expect(textOf(last.text)).toContain(profile.errors.provider.last)
    const login = await server.ask('/login', { form: { email: user.email, password } })
    expect(login.status).toBe(303)
  })
})

describe('the photo', () => {
  async function photoOf({ cookie }: Pick<Owner, 'cookie'>) {
    const { text, headers } = await server.ask('/dashboard/profile', { cookie })
    const [image] = elements(text, 'img')
    return { image: image?.attributes, sources: imageSources(headers) }
  }

  it('is drawn as initials by default, and no other server is asked for one', async () => {
    const { cookie } = await server.signUp('zoe@example.com')
    const initials = async () => {
      const { text } = await server.ask('/dashboard/profile', { cookie })
      return /<span class="initials" aria-hidden="true">([^<]*)</.exec(text)?.[1]
    }
    expect(await photoOf({ cookie })).toEqual({
      image: undefined,
      sources: "img-src 'self' data:",
    })
    expect(await initials()).toBe('Z')
    const form = { intent: 'save-name', displayName: 'Änne de la Cruz' }
    await server.ask('/dashboard/profile', { cookie, form })
    expect(await initials()).toBe('ÄC')
    for (const language of languages) {
      const privacy = textOf((await server.ask(localizedPath('/privacy', language))).text)
      expect(privacy).not.toContain(words[language].legal.avatarHeading)
    }
  })

  it('is the anonymous one of a service that the operator names, which the privacy notice says', async () => {
    const AVATAR_URL = 'https://www.gravatar.com/avatar/?d=mp&s=192'
    const other = await openTestServer({ environment: { AVATAR_URL } })
    const { cookie } = await other.signUp()
    const { text, headers } = await other.ask('/dashboard/profile', { cookie })
    expect(elements(text, 'img')[0]?.attributes).toMatchObject({
      src: AVATAR_URL,
      alt: words.en.profile.photo,
      referrerpolicy: 'no-referrer',
    })
    expect(imageSources(headers)).toBe("img-src 'self' data: https://www.gravatar.com")
    for (const language of languages) {
      const { legal } = words[language]
      const privacy = textOf((await other.ask(localizedPath('/privacy', language))).text)
      expect(privacy).toContain(legal.avatarText.replace('{{host}}', 'www.gravatar.com'))
    }
    await other.close()
  })

  it.each([
    ['https://photos.example:8443/ada.jpg?s=1', 'https://photos.example:8443'],
    ['https://PHOTOS.example/ada.jpg', 'https://photos.example'],
  ])('from %s is looked for at %s', async (photoURL, origin) => {
    const { cookie, desk } = await server.signUp()
    const [session] = await server.services.sessions.list(desk.ownerUid)
    if (!session) throw new Error('There is no session')
    await server.services.sessions.refresh(session.idHash, { ...session.user, photoURL })
    const { image, sources } = await photoOf({ cookie })
    expect(image?.src).toMatch(/^https:/)
    expect(new URL(image?.src ?? '').origin).toBe(origin)
    expect(sources).toBe(`img-src 'self' data: ${origin}`)
    // Any page of the desk may lead to this one without another load.
    const desks = await server.ask('/dashboard', { cookie })
    expect(imageSources(desks.headers)).toBe(sources)
  })

  it.each(['http://photos.example/ada.jpg', 'javascript:alert(1)'])(
    'is never loaded from %s',
    async (photoURL) => {
      const { cookie, desk } = await server.signUp()
      const [session] = await server.services.sessions.list(desk.ownerUid)
      if (!session) throw new Error('There is no session')
      await server.services.sessions.refresh(session.idHash, { ...session.user, photoURL })
      expect(await photoOf({ cookie })).toEqual({
        image: undefined,
        sources: "img-src 'self' data:",
      })
    },
  )

  it('is allowed on no page of a visitor’s', async () => {
    const { cookie } = await server.signUp()
    for (const page of ['/', '/chat']) {
      const { headers } = await server.ask(page, { cookie })
      expect(imageSources(headers)).toBe("img-src 'self' data:")
    }
  })
})
