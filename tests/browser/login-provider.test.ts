import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/app'
import {
  arriveAt,
  newEmail,
  open,
  openTestServer,
  type TestServer,
} from '../support/browser-server'
import { de, en } from '../support/locales'
import { type OpenIdProvider, openProvider } from '../support/openid-provider'

/** The provider's page is at another origin, to which no form of ours may lead. */
describe('A login provider', () => {
  let provider: OpenIdProvider
  let server: TestServer
  const named = (sentence: string) => sentence.replace('{{provider}}', 'House key')

  beforeAll(async () => {
    provider = await openProvider()
    provider.person = { sub: randomUUID(), email: newEmail(), email_verified: true }
    const file = join(temporaryFolder(), 'providers.json')
    writeFileSync(file, JSON.stringify([provider.setting]))
    server = await openTestServer(undefined, undefined, {
      ACCOUNTS: 'own',
      FIREBASE_API_KEY: '',
      FIREBASE_PROJECT_ID: '',
      FIREBASE_AUTH_EMULATOR_HOST: '',
      SITE_DESK: provider.person.email ?? '',
      LOGIN_PROVIDERS: file,
    })
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  async function press(page: Page, name: string) {
    await page.getByRole('button', { name }).click()
  }

  test('opens the shop with JavaScript switched off, in German', async () => {
    const page = await server.visitor({ javaScript: false, language: 'de' })
    await open(page, '/de/signup')
    await press(page, named(de.provider.with))
    await arriveAt(page, '/de/dashboard')
    await open(page, '/de/dashboard/profile')
    await page.locator('#ways').getByText('House key').waitFor()
    await page.getByText(de.profile.onlyWay).waitFor()
    const elsewhere = await server.visitor({ javaScript: false, language: 'de' })
    await open(elsewhere, '/de/login?redirect=/de/dashboard/orders')
    await press(elsewhere, named(de.provider.with))
    await arriveAt(elsewhere, '/de/dashboard/orders')
  })

  test('a provider is reached by a link where a browser does not go on by itself', async () => {
    const page = await server.visitor({ javaScript: false })
    // As browsers do that are told to.
    await page.route('**/login', async (route) => {
      const answer = await route.fetch({ maxRedirects: 0 })
      const { refresh: _, ...headers } = answer.headers()
      await route.fulfill({ response: answer, headers })
    })
    await open(page, '/login')
    await press(page, named(en.provider.with))
    await page.getByRole('heading', { name: named(en.provider.heading) }).waitFor()
    await page.getByRole('link', { name: named(en.provider.onward) }).click()
    await arriveAt(page, '/dashboard')
  })

  test('a provider is linked and removed in Profile, with scripts', async () => {
    const page = await server.visitor()
    await open(page, '/signup')
    await page.getByLabel(en.login.email).fill(newEmail())
    await page.getByLabel(en.login.password).fill('kettle-on-the-stove')
    await page.getByRole('button', { name: en.signup.submit }).click()
    await arriveAt(page, /\/verify-email/)
    provider.person = { sub: randomUUID() }
    await open(page, '/dashboard/profile')
    await press(page, named(en.profile.link))
    await arriveAt(page, /\/dashboard\/profile/)
    await page.getByText(en.notices.providerLinked).first().waitFor()
    await press(page, named(en.profile.unlinkNamed))
    await page.getByText(en.notices.providerUnlinked).first().waitFor()
    expect(await page.locator('#ways').innerText()).toContain(en.profile.onlyWay)
  })
})
