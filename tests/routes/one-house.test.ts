import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { linksIn, textOf } from '../support/html'
import { signUpInBrowser } from '../support/identity-operator'
import { ownAccounts } from '../support/own-servers'
import {
  newEmail,
  type Owner,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'
import { offerPlans } from '../support/till'

describe('A house for itself (SIGNUP=closed)', () => {
  let server: TestServer
  let owner: Owner
  beforeAll(async () => {
    server = await openTestServer({ environment: { SIGNUP: 'closed' } })
  })
  afterAll(() => server.close())

  test('has one account, and sign-up ends with it', async () => {
    for (const language of languages) {
      const home = await server.ask(localizedPath('/', language))
      expect(linksIn(home.text)).toContain(localizedPath('/signup', language))
      // Its guests are offered none, not even before its owner has come.
      expect(textOf(home.text)).not.toContain(words[language].layout.forBusinesses)
    }
    owner = await server.signUp()
    // Kept pages are half a minute old at most.
    server.clock.forward(60_000)
    for (const language of languages) {
      const path = localizedPath('/signup', language)
      expect((await server.ask(path)).status).toBe(404)
      expect((await server.ask(path, { form: { email: newEmail(), password } })).status).toBe(404)
      for (const page of ['/', '/login', '/chat', '/shop']) {
        const { text } = await server.ask(localizedPath(page, language))
        expect(linksIn(text), page).not.toContain(path)
      }
    }
    expect((await server.ask('/sitemap.xml')).text).not.toContain('/signup')
  })

  test('stays one whatever its owner answers, since the operator says so', async () => {
    const form = { intent: 'offer', place: 'offers' }
    await server.ask('/dashboard/home', { cookie: owner.cookie, form })
    expect((await server.ask('/signup')).status).toBe(404)
    expect((await server.ask('/signup', { form: { email: newEmail(), password } })).status).toBe(
      404,
    )
  })

  test('speaks of no plans in its shop, nor in the texts it begins with', async () => {
    const plans = /\bplans?\b|\bTarife?\b/i
    for (const language of languages) {
      const shop = await server.ask(localizedPath('/shop', language))
      expect(textOf(shop.text)).not.toMatch(plans)
      const sample = await server.services.legal.sample()
      const { terms, delivery } = sample.texts[language] ?? {}
      expect(JSON.stringify([terms, delivery])).not.toMatch(plans)
    }
  })

  test.skipIf(ownAccounts)('lets nobody in by another way', async () => {
    // The token is new by the identity service's clock; the owner's session began by the test's.
    const { now } = server.clock
    server.clock.now = new Date()
    const { idToken, localId } = await signUpInBrowser(newEmail(), password)
    const headers = { Authorization: `Bearer ${idToken}`, Origin: server.origin }
    const refused = await server.ask('/session', { method: 'POST', headers, body: '' })
    expect([refused.status, refused.text]).toEqual([
      403,
      JSON.stringify({ error: { code: 'admin-restricted-operation' } }),
    ])
    expect(await server.services.accounts.find(localId)).toBeUndefined()
    server.clock.now = now
    const known = await server.ask('/login', { form: { email: owner.email, password } })
    expect(known.status).toBe(303)
  })

  test('knows no plans, and no limits but its own room', async () => {
    const { cookie } = owner
    const settings = await server.ask('/dashboard/settings', { cookie })
    expect(settings.status).toBe(200)
    expect(settings.text).not.toContain('/settings/plan')
    const asked = await server.ask('/dashboard/settings/plan', { cookie })
    expect(asked).toMatchObject({ status: 303, location: '/dashboard/settings/general' })
    const overview = await server.ask('/dashboard', { cookie })
    expect(textOf(overview.text)).not.toContain(words.en.usage.heading)
    const [granted] = await server.services.entitlements.listEffective(
      owner.desk.id,
      server.clock.now,
    )
    expect(granted?.grants.conversationsPerMonth).toBeGreaterThan(1_000_000)
  })
})

test('an open house says at sign-up what a plan costs, and how it ends', async () => {
  const server = await openTestServer()
  try {
    await offerPlans(server.services)
    const host = await server.signUp()
    for (const language of languages) {
      const { plan, signup } = words[language]
      const page = textOf((await server.ask(localizedPath('/signup', language))).text)
      for (const said of [signup.costs, plan.story, '9']) expect(page).toContain(said)
      const { cookie } = await server.signUp(undefined, language)
      const section = localizedPath('/dashboard/settings/plan', language)
      const settings = textOf((await server.ask(section, { cookie })).text)
      for (const said of [plan.story, plan.addons]) expect(settings).toContain(said)
      expect(page).toContain(signup.getsNot)
      // It sells no plan to itself.
      const own = await server.ask(section, { cookie: host.cookie })
      expect(textOf(own.text)).not.toContain(plan.story)
      const overview = await server.ask(localizedPath('/dashboard', language), host)
      expect(textOf(overview.text)).not.toContain(words[language].usage.heading)
    }
  } finally {
    await server.close()
  }
})
