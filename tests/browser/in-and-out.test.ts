import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  arriveAt,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { type Google, openGoogle } from '../support/google'
import { en } from '../support/locales'
import { lastCode } from '../support/mailed-codes'
import { watchProblems } from '../support/problems'

const asked = '/dashboard/tickets?state=solved'

let google: Google
let server: TestServer

beforeAll(async () => {
  google = await openGoogle()
  server = await openTestServer(undefined, google.host)
})
afterAll(async () => {
  await server.close()
  await google.close()
})

/** Is sent to the login page from a page of the desk. */
async function comeByTheDesk(page: Page) {
  await open(page, asked)
  await arriveAt(page, /\/login\?redirect=/)
}

async function enterByPassword(page: Page, email: string) {
  await page.getByLabel(en.login.email).fill(email)
  await page.getByLabel(en.login.password).fill('kettle-on-the-stove')
  await page.getByRole('button', { name: en.login.submit, exact: true }).click()
}

async function enterByMail(page: Page, email: string) {
  await page.getByLabel(en.login.email).fill(email)
  await page.getByRole('button', { name: en.login.sendLink }).click()
  await arriveAt(page, /sent=link/)
  const oobCode = await lastCode(email, 'EMAIL_SIGNIN')
  const query = new URLSearchParams({ mode: 'signIn', oobCode, apiKey: 'AIza', lang: 'en' })
  query.set('continueUrl', server.origin + asked)
  await open(page, `/verify-email?${query}`)
  await page.locator('main').getByRole('button', { name: en.verify.link.signIn.submit }).click()
}

/**
 * A stand-in for Google's page leads back at once, as the account with this address. Playwright's routes would
 * not see it: they intercept no redirect.
 */
async function enterByGoogle(page: Page, email: string) {
  const devtools = await page.context().newCDPSession(page)
  devtools.once('Fetch.requestPaused', async ({ requestId, request }) => {
    const { searchParams } = new URL(request.url)
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('state', searchParams.get('state') ?? '')
    back.searchParams.set('id_token', JSON.stringify({ sub: email, email, email_verified: true }))
    back.searchParams.set('providerId', 'google.com')
    const leadsBack = `<meta http-equiv="refresh" content="0;url=${back.href.replaceAll('&', '&amp;')}">`
    // With windows, a browser asks for an icon unless the page has one.
    const body = `<link rel="icon" href="data:,">${leadsBack}`
    await devtools.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'Content-Type', value: 'text/html' }],
      body: Buffer.from(body).toString('base64'),
    })
    await devtools.detach()
  })
  const patterns = [{ urlPattern: 'https://accounts.google.com/*' }]
  await devtools.send('Fetch.enable', { patterns })
  await page.getByRole('button', { name: en.login.google }).click()
}

async function leave(page: Page) {
  await page.getByRole('button', { name: en.layout.signOut }).click()
  await arriveAt(page, '/')
}

describe.each([
  ['with JavaScript', true, { password: enterByPassword, mail: enterByMail }],
  [
    'with JavaScript switched off',
    false,
    { password: enterByPassword, mail: enterByMail, google: enterByGoogle },
  ],
] as const)('%s', (_, javaScript, ways) => {
  test.each(Object.entries(ways))('by %s one is in, out and back', async (way, enter) => {
    const page = await server.visitor({ javaScript })
    const problems = await watchProblems(page)
    const email = newEmail()
    if (way === 'password') {
      await signUp(page, email, 'en')
      await open(page, '/dashboard')
      await leave(page)
    }
    for (const _time of ['in', 'and back']) {
      await comeByTheDesk(page)
      await enter(page, email)
      await arriveAt(page, asked)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await leave(page)
    }
    await comeByTheDesk(page)
    expect(problems).toEqual([])
    await page.context().close()
  })
})
