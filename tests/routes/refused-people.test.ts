import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/app'
import { cookiesOf, type Google, goToGoogle, openGoogle } from '../support/google'
import { lastCode } from '../support/mailed-codes'
import { type OpenIdProvider, openProvider } from '../support/openid-provider'
import { ownAccounts } from '../support/own-servers'
import {
  cookieFrom,
  newEmail,
  openTestServer,
  password,
  type Reply,
  type TestServer,
} from '../support/test-server'

let google: Google
let house: OpenIdProvider
let file: string
beforeAll(async () => {
  google = await openGoogle()
  house = await openProvider()
  file = join(temporaryFolder(), 'providers.json')
  writeFileSync(file, JSON.stringify([house.setting]))
})
afterAll(async () => {
  await Promise.all([google.close(), house.close()])
})

/** How somebody without an account comes in. */
const ways: Record<string, (server: TestServer, email: string) => Promise<Reply>> = {
  'the form': (server, email) => server.ask('/signup', { form: { email, password } }),
  async 'an e-mailed link'(server, email) {
    await server.ask('/login', { form: { intent: 'link', email } })
    const query = { oobCode: await lastCode(email, 'EMAIL_SIGNIN'), lang: 'en' }
    return server.ask(`/verify-email?${new URLSearchParams(query)}`, { form: { email } })
  },
  async 'a provider'(server, email) {
    const person = { sub: randomUUID(), email, email_verified: true }
    if (!ownAccounts) {
      const { start, back } = await goToGoogle(server, '/login', person)
      return server.ask(back, { cookie: cookiesOf(start) })
    }
    house.person = person
    const form = { intent: 'provider', provider: house.setting.id }
    const start = await server.ask('/login', { form })
    const address = start.headers.get('Refresh')?.replace('0; url=', '') ?? ''
    const { pathname, search } = new URL(house.signIn(address))
    return server.ask(pathname + search, { cookie: cookiesOf(start) })
  },
}

/** SITE_DESK names nobody, somebody who has not come yet, or the owner, who has. */
const settings = ['open', 'closed'].flatMap((signup) =>
  (['nobody', 'somebody', 'owner'] as const).map((named) => ({ signup, named })),
)

describe.each(settings)('With SIGNUP=$signup and SITE_DESK: $named', ({ signup, named }) => {
  let server: TestServer
  beforeAll(async () => {
    const owner = newEmail()
    const environment = {
      SIGNUP: signup,
      SITE_DESK: named === 'nobody' ? '' : owner,
      ...(ownAccounts && { LOGIN_PROVIDERS: file }),
    }
    server = await openTestServer({ environment, identity: { host: google.host } })
    // Without a name, accounts of our own wait for the set-up link, and Firebase's for whoever comes first.
    if (named === 'owner' || (named === 'nobody' && !ownAccounts)) await server.signUp(owner)
  })
  afterAll(() => server.close())

  const isRefused = signup === 'closed' || (ownAccounts && named === 'nobody')

  test.each(Object.keys(ways))('a stranger who is refused by %s leaves no account', async (way) => {
    const email = newEmail()
    const { accounts, identity } = server.services
    const reply = await ways[way]?.(server, email)
    expect(reply && cookieFrom(reply) === '').toBe(isRefused)
    expect((await accounts.findByEmail(email)) === undefined).toBe(isRefused)
    // An invitation of tomorrow finds the address free.
    const later = identity.signUp({ email, password }, server.clock.now).then(() => 'free')
    expect(await later.catch(({ code }) => code)).toBe(isRefused ? 'free' : 'email-already-in-use')
  })
})
