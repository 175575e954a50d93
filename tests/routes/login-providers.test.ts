import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { languages } from '~/domain/text/languages'
import { recoverInvitationSecret } from '~/http/links/invitation-link.server'
import { localizedPath } from '~/i18n/addresses'
import { temporaryFolder, withLimits } from '../support/app'
import { cookiesOf } from '../support/google'
import { elements, linksIn, textOf } from '../support/html'
import { en } from '../support/locales'
import { type OpenIdProvider, openProvider, type Person } from '../support/openid-provider'
import { authenticator } from '../support/second-factor'
import {
  cookieFrom,
  newEmail,
  type Owner,
  openTestServer,
  password,
  type Reply,
  type TestServer,
  words,
} from '../support/test-server'

const profile = '/dashboard/profile'

let house: OpenIdProvider
let market: OpenIdProvider
let file: string
let server: TestServer
let owner: Owner

const withProviders = () => ({
  ACCOUNTS: 'own',
  FIREBASE_API_KEY: '',
  FIREBASE_PROJECT_ID: '',
  FIREBASE_AUTH_EMULATOR_HOST: '',
  LOGIN_PROVIDERS: file,
})

beforeAll(async () => {
  house = await openProvider()
  market = await openProvider({ id: 'market', name: 'Marketplace', provesAddresses: false })
  file = join(temporaryFolder(), 'providers.json')
  writeFileSync(file, JSON.stringify([house.setting, market.setting]))
  server = await openTestServer({ environment: withProviders() })
})
afterAll(async () => {
  await Promise.all([server.close(), house.close(), market.close()])
})
beforeEach(() => {
  house.lies = {}
})

const newPerson = (email = newEmail()): Person & { email: string } => {
  return { sub: randomUUID(), email, email_verified: true }
}

/** Where a page's button leads, and back from there. */
async function leave(
  at: TestServer,
  person: Person,
  { path = '/login', provider = house, ...more }: Leaving = {},
) {
  const { cookie, form = { intent: 'provider' } } = more
  const answered = await at.ask(path, { cookie, form: { ...form, provider: provider.setting.id } })
  const address = answered.headers.get('Refresh')?.replace('0; url=', '')
  if (!address) throw new Error(`The button answered ${answered.status}: ${answered.text}`)
  provider.person = person
  const { pathname, search } = new URL(provider.signIn(address))
  return { answered, address, back: pathname + search }
}

interface Leaving {
  path?: string
  provider?: OpenIdProvider
  cookie?: string
  form?: Record<string, string>
}

async function come(at: TestServer, person: Person, leaving?: Leaving) {
  const { answered, back } = await leave(at, person, leaving)
  const cookie = [leaving?.cookie, cookiesOf(answered)].filter(Boolean).join('; ')
  const done = await at.ask(back, { cookie })
  return { ...done, jar: cookiesOf(answered, done) }
}

const opensDesk = async (reply: Pick<Reply, 'setCookies'>) =>
  (await server.ask('/dashboard', { cookie: cookiesOf(reply) })).status === 200

describe.each(languages)('A login provider in %s', (language) => {
  const { login, provider, auth } = words[language]
  const path = localizedPath('/login', language)
  const named = provider.with.replace('{{provider}}', 'House key')

  test.each(['/login', '/signup'])('has a button on %s, which needs no script', async (each) => {
    owner ??= await server.signUp()
    const page = await server.ask(localizedPath(each, language))
    const buttons = elements(page.text, 'button').map((button) => button.text)
    expect(buttons).toEqual(expect.arrayContaining([named]))
    const policy = page.headers.get('Content-Security-Policy')
    expect(policy).toContain("form-action 'self';")
    expect(policy).not.toContain(new URL(house.setting.issuer).host)
  })

  test('leads away by a page, and back to the page that was asked for', async () => {
    const asked = localizedPath('/dashboard/tickets?state=waiting', language)
    const from = `${path}?redirect=${encodeURIComponent(asked)}`
    const { answered, address, back } = await leave(server, newPerson(), { path: from })
    expect(answered.status).toBe(200)
    expect(linksIn(answered.text)).toContain(address)
    expect(textOf(answered.text)).toContain(new URL(address).host)
    const sent = new URL(address).searchParams
    expect(sent.get('redirect_uri')).toBe(`${server.origin}/login/house`)
    const sealed = cookiesOf(answered)
    expect(sealed).not.toContain(sent.get('nonce'))
    const done = await server.ask(back, { cookie: sealed })
    expect(done).toMatchObject({ status: 303, location: asked })
    expect(await opensDesk(done)).toBe(true)
    const names = done.setCookies.map((each) => each.split('=', 1)[0])
    expect(names.sort()).toEqual(['known-browser', 'sid', 'way-in'])
    expect(cookiesOf(answered, done)).not.toContain('way-in')
  })

  test('that is down gives a sentence beside its button', async () => {
    const own = await openProvider({ id: 'away' })
    const list = join(temporaryFolder(), 'providers.json')
    writeFileSync(list, JSON.stringify([own.setting]))
    const environment = { ...withProviders(), LOGIN_PROVIDERS: list }
    const other = await openTestServer({ environment })
    await own.close()
    const form = { intent: 'provider', provider: 'away' }
    const refused = await other.ask(path, { form })
    expect(refused.status).toBe(424)
    expect(textOf(refused.text)).toContain(auth.providerUnreachable)
    expect(textOf(refused.text)).toContain(login.submit)
    expect(other.warnings.join()).toMatch(/House key: fetch failed/)
    await other.close()
  })

  test('that goes down on the way gives a sentence on the sign-in page', async () => {
    house.lies = { at: '/token', answer: (response) => response.destroy() }
    const { location } = await come(server, newPerson(), { path })
    const shown = await server.ask(location)
    expect(shown.status).toBe(424)
    expect(textOf(shown.text)).toContain(auth.providerUnreachable)
  })

  test('that answers with a refusal says what to do', async () => {
    const { answered, address } = await leave(server, newPerson(), { path })
    const state = new URL(address).searchParams.get('state') ?? ''
    const back = new URLSearchParams({ error: 'access_denied', state })
    const cookie = cookiesOf(answered)
    const refused = await server.ask(`/login/house?${back}`, { cookie })
    expect(refused.location.split('?')[0]).toBe(path)
    expect(cookiesOf(answered, refused)).toBe('')
    expect(textOf((await server.ask(refused.location)).text)).toContain(auth.userCancelled)
  })

  test.each([
    { signature: 'forged' as const },
    { claims: { nonce: 'another' } },
    { claims: { aud: 'another' } },
    { claims: { iss: 'https://another.example' } },
  ])('that lies with %j signs nobody in', async (lies) => {
    house.lies = lies
    const person = newPerson()
    const { location, jar } = await come(server, person, { path })
    expect(jar).not.toContain('sid=')
    expect(textOf((await server.ask(location)).text)).toContain(auth.rejectedCredential)
    expect(await server.services.identities.findByEmail(person.email)).toBeUndefined()
  })

  test('that names no address says so', async () => {
    const { location } = await come(server, { sub: randomUUID() }, { path })
    const shown = await server.ask(location)
    expect(textOf(shown.text)).toContain(auth.providerWithoutAddress)
  })
})

describe('The way back from a login provider', () => {
  const isRefused = (reply: Reply) => {
    expect(reply).toMatchObject({ status: 303, location: '/login?problem=invalid-auth-event' })
    expect(reply.setCookies).toEqual([])
  }

  test('is refused in another browser, with another state, and at another provider', async () => {
    const { answered, back } = await leave(server, newPerson())
    const other = await leave(server, newPerson())
    isRefused(await server.ask(back))
    isRefused(await server.ask(back, { cookie: cookiesOf(other.answered) }))
    const cookie = cookiesOf(answered)
    isRefused(await server.ask(back.replace('/house?', '/market?'), { cookie }))
    isRefused(await server.ask(back.replace('/login/house?', '/login?'), { cookie }))
    expect((await server.ask(back, { cookie })).location).toBe('/dashboard')
  })

  test('works once, also where the provider takes its code twice', async () => {
    const strict = await openTestServer({ environment: withProviders(), limited: withLimits })
    await strict.signUp()
    house.lies = { takesAnyCode: true }
    const { answered, back } = await leave(strict, newPerson())
    const cookie = cookiesOf(answered)
    expect((await strict.ask(back, { cookie })).location).toBe('/dashboard')
    isRefused(await strict.ask(back, { cookie }))
    await strict.close()
  })

  test('is over after ten minutes', async () => {
    const { answered, back } = await leave(server, newPerson())
    server.clock.forward(10 * 60_000)
    isRefused(await server.ask(back, { cookie: cookiesOf(answered) }))
  })

  test('is 404 for a provider that the settings do not name, and harmless without an answer', async () => {
    expect((await server.ask('/login/google')).status).toBe(404)
    expect(await server.ask('/login/house')).toMatchObject({ status: 303, location: '/login' })
    const form = { intent: 'provider', provider: 'google.com' }
    expect((await server.ask('/login', { form })).status).toBe(400)
    expect((await server.ask('/login', { form: { intent: 'google' } })).status).toBe(403)
  })
})

describe('An account', () => {
  const signUp = async (email: string) =>
    cookieFrom(await server.ask('/signup', { form: { email, password } }))

  test('whose address its provider does not prove gets a letter to confirm it', async () => {
    const person = newPerson()
    const done = await come(server, person, { provider: market })
    expect(done.location).toBe('/verify-email?redirect=%2Fdashboard')
    const account = await server.services.accounts.findByEmail(person.email)
    expect(account).toMatchObject({ emailVerified: false })
    const code = { holder: account?.uid, kind: 'VERIFY_EMAIL' }
    const due = await server.services.mails.listDue(server.clock.now, 1_000)
    const ids = due.flatMap((mail) => (mail.kind === 'account-link' ? [mail.recordId] : []))
    const issued = await Promise.all(
      ids.map((id) => server.services.accountLetters.issue(id, server.clock.now)),
    )
    expect(issued.map((each) => each?.request)).toContainEqual(expect.objectContaining(code))
  })

  test('that a stranger opened with a proved address has neither password nor session any more', async () => {
    const person = newPerson()
    const stranger = await signUp(person.email)
    expect((await server.ask('/dashboard', { cookie: stranger })).status).toBe(200)
    expect(await opensDesk(await come(server, person))).toBe(true)
    expect((await server.ask('/dashboard', { cookie: stranger })).status).toBe(303)
    const again = await server.ask('/login', { form: { email: person.email, password } })
    expect(again.status).toBe(400)
  })

  test('with a proved address is linked by its owner alone, who signs in first', async () => {
    const person = newPerson(owner.email)
    const met = await come(server, person, { path: '/login?redirect=/dashboard/tickets' })
    expect(met.location).toBe('/login?conflict=&redirect=%2Fdashboard%2Ftickets')
    expect(met.jar).not.toContain('sid=')
    const said = await server.ask(met.location, { cookie: met.jar })
    const conflict = { email: owner.email, provider: house.setting.name }
    expect(textOf(said.text)).toContain(filled(en.login.conflict, conflict))
    const form = { email: owner.email, password }
    const signedIn = await server.ask(met.location, { cookie: met.jar, form })
    expect(signedIn.location).toBe('/login?link=&redirect=%2Fdashboard%2Ftickets')
    const cookie = cookiesOf({ setCookies: met.jar.split('; ') }, signedIn)
    const offer = await server.ask(signedIn.location, { cookie })
    expect(textOf(offer.text)).toContain(filled(en.login.offerHeading, conflict))
    const agreed = { intent: 'link-provider' }
    const linked = await server.ask(signedIn.location, { cookie, form: agreed })
    expect(linked.location).toBe('/dashboard/tickets')
    expect((await come(server, person)).location).toBe('/dashboard')
  })

  test('with a second factor is asked for it after a provider', async () => {
    const person = newPerson()
    const cookie = cookieFrom(await come(server, person))
    const began = await server.ask(profile, { cookie, form: { intent: 'begin-factor' } })
    const jar = `${cookie}; ${cookiesOf(began)}`
    const [, key = ''] =
      /<code>([A-Z2-7 ]+)<\/code>/.exec((await server.ask(profile, { cookie: jar })).text) ?? []
    const form = { intent: 'confirm-factor', code: authenticator(key)(server.clock.now) }
    expect((await server.ask(profile, { cookie: jar, form })).status).toBe(200)
    const later = await come(server, person)
    expect(later.location).toBe('/login?second=&redirect=%2Fdashboard')
    expect(cookieFrom(later)).toBe('')
    expect(later.jar).toContain('second-factor=')
  })

  test('links a provider in Profile, and takes it off again', async () => {
    const email = newEmail()
    const cookie = await signUp(email)
    const person = newPerson()
    const form = { intent: 'link-provider' }
    const linked = await come(server, person, { path: profile, cookie, form })
    expect(linked.location).toBe(`${profile}`)
    const shown = await server.ask(profile, { cookie })
    expect(textOf(shown.text)).toContain(house.setting.name)
    expect(textOf(shown.text)).not.toContain(filled(en.profile.link, { provider: 'House key' }))
    const elsewhere = cookieFrom(await come(server, person))
    const off = { intent: 'unlink', provider: house.setting.issuer }
    const unlinked = await server.ask(profile, { cookie: elsewhere, form: off })
    expect(unlinked.status).toBe(303)
    const last = { intent: 'unlink', provider: 'password' }
    const ownCookie = cookieFrom(unlinked) || elsewhere
    expect((await server.ask(profile, { cookie: ownCookie, form: last })).status).toBe(409)
    expect((await come(server, { ...person, email: newEmail() })).location).toBe('/dashboard')
  })

  test('links nothing to another account that has signed in meanwhile', async () => {
    const cookie = await signUp(newEmail())
    const other = await signUp(newEmail())
    const person = newPerson()
    const form = { intent: 'link-provider' }
    const { answered, back } = await leave(server, person, { path: profile, cookie, form })
    const jar = `${other}; ${cookiesOf(answered)}`
    const refused = await server.ask(back, { cookie: jar })
    expect(refused.location).toBe(`${profile}?problem=invalid-auth-event`)
    const shown = await server.ask(refused.location, { cookie: other })
    expect(textOf(shown.text)).toContain(en.auth.invalidAuthEvent)
    expect(
      await server.services.identities.findByProvider({
        issuer: house.setting.issuer,
        subject: person.sub,
      }),
    ).toBeUndefined()
  })

  test('with an old proof gives the password before it links', async () => {
    const cookie = await signUp(newEmail())
    server.clock.forward(6 * 60_000)
    const form = { intent: 'link-provider', provider: 'house' }
    expect((await server.ask(profile, { cookie, form })).status).toBe(400)
    const given = { intent: 'link-provider', linkPassword: password }
    const linked = await come(server, newPerson(), { path: profile, cookie, form: given })
    expect(linked.location).toBe(profile)
  })
})

describe('A house for itself with a login provider', () => {
  let closed: TestServer
  let manager: Owner
  beforeAll(async () => {
    closed = await openTestServer({ environment: { ...withProviders(), SIGNUP: 'closed' } })
  })
  afterAll(() => closed.close())

  test('sets itself up with a password', async () => {
    const setUp = new URL((await closed.setupLink()) ?? '')
    const page = await closed.ask(setUp.pathname + setUp.search)
    expect(textOf(page.text)).not.toContain(house.setting.name)
    const early = newPerson()
    await come(closed, early)
    expect(await closed.services.identities.findByEmail(early.email)).toBeUndefined()
    manager = await closed.signUp()
  })

  test('takes nobody whom it has not invited, and whom it has', async () => {
    const person = newPerson()
    const refused = await come(closed, person)
    expect(refused.location).toBe('/login?problem=admin-restricted-operation&redirect=%2Fdashboard')
    expect(await closed.services.identities.findByEmail(person.email)).toBeUndefined()
    const form = { intent: 'invite', key: randomUUID(), email: person.email, kind: 'colleague' }
    await closed.ask('/dashboard/settings/people', { cookie: manager.cookie, form })
    const [invitation] = await closed.services.invitations.list(manager.desk.id)
    if (!invitation) throw new Error('Nobody was invited')
    const secret = recoverInvitationSecret(closed.secrets, invitation) ?? ''
    const path = `/login?invitation=${secret}`
    const stranger = await come(closed, newPerson(), { path })
    expect(stranger.location).toContain('problem=admin-restricted-operation')
    const joined = await come(closed, person, { path })
    expect(joined.location).toBe(`/signup?invitation=${secret}`)
    const joining = { intent: 'join', displayName: 'Ada' }
    const done = await closed.ask(joined.location, { cookie: joined.jar, form: joining })
    expect(done.location).toBe('/dashboard')
  })
})

function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}
