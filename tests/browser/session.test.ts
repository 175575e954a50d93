import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { awaitedLater } from '../support/awaited-later'
import {
  arriveAt,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { answerAsGoogle, standInForGoogle } from '../support/google-window'
import { signUpInBrowser } from '../support/identity-operator'
import { de, en } from '../support/locales'
import { watchProblems } from '../support/problems'
import { authenticator } from '../support/second-factor'

const words = { en, de }
const password = 'kettle-on-the-stove'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

describe('The Firebase browser SDK', () => {
  test('signs in, keeps the session in step, and signs out', async () => {
    const page = await server.visitor()
    const problems = await watchProblems(page)
    const email = newEmail()
    await signUpInBrowser(email, password)
    await serveSdk(page)
    await open(page, '/login')
    await page.addScriptTag({ url: '/sdk.js' })
    const emulator = `http://${inject('authEmulator').host}`
    const began = await page.evaluate(
      (given) => (window as unknown as SdkWindow).sdk.signIn(given),
      { email, password, emulator },
    )
    expect(began).toBe(204)
    await open(page, '/dashboard')
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    expect(
      await page.evaluate(() => fetch('/session', { method: 'DELETE' }).then((a) => a.status)),
    ).toBe(204)
    await open(page, '/dashboard')
    expect(page.url()).toBe(`${server.origin}/login?redirect=%2Fdashboard`)
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe.each(languages)('The Google button in %s', (language) => {
  const { login, auth: authWords } = words[language]
  const loginPath = localizedPath('/login', language)

  async function visit(path = loginPath) {
    const page = await server.visitor({ language })
    const problems = await watchProblems(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await standInForGoogle(page)
    await open(page, path)
    await page.waitForLoadState('networkidle')
    return { page, problems, asked, button: page.locator('#google'), error: page.locator('.error') }
  }

  test('loads nothing of Firebase before it is pressed, and signs in without leaving the page', async () => {
    const target = localizedPath('/dashboard/tickets', language)
    const path = `${loginPath}?redirect=${encodeURIComponent(target)}`
    const { page, problems, asked, button } = await visit(path)
    const before = asked.map((address) => address.replace(server.origin, ''))
    expect(
      before.filter(
        (each) =>
          !/^\/(icon\.svg|speculation-rules\.json|assets\/desk-[\w-]+\.css|browser\/google-[0-9a-f]+\.js)?$/.test(
            each,
          ),
      ),
    ).toEqual([path])
    const opened = awaitedLater(page.waitForEvent('popup'))
    await button.click()
    const popup = await opened
    expect(await button.textContent()).toBe(login.googleWait)
    expect(asked.join('\n')).toMatch(/\/browser\/google-popup-[0-9a-f]+\.js/)
    await popup.waitForURL(/providerId=google\.com/)
    await answerAsGoogle(page, popup, newEmail())
    await arriveAt(page, target)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('whose window is blocked says so and offers the way without one', async () => {
    const page = await server.visitor({ language })
    await standInForGoogle(page)
    await page.addInitScript('window.open = () => null')
    await open(page, loginPath)
    await page.locator('#google').click()
    await page.locator('.error').getByText(authWords.popupBlocked).waitFor()
    expect(await page.locator('#google').textContent()).toBe(login.googleHere)
    await leavesForGoogle(page)
    await page.context().close()
  })

  test('whose window is closed says so', async () => {
    const { page, button, error } = await visit()
    await page.clock.install()
    const opened = awaitedLater(page.waitForEvent('popup'))
    await button.click()
    await (await opened).close()
    // Firebase looks every two seconds, and then gives an answer eight more to arrive.
    await page.clock.runFor(12_000)
    await error.getByText(authWords.popupClosedByUser).waitFor()
    expect(await button.textContent()).toBe(login.googleHere)
    await page.context().close()
  })

  test('on a line that is cut says so', async () => {
    const { page, button, error } = await visit()
    await page.context().setOffline(true)
    await button.click()
    await error.getByText(authWords.networkRequestFailed).waitFor()
    await page.context().setOffline(false)
    await leavesForGoogle(page)
    await page.context().close()
  })

  /** Presses the button once more: now it sends its form, as without scripts. */
  async function leavesForGoogle(page: Page) {
    const sent = awaitedLater(page.waitForRequest((request) => request.isNavigationRequest()))
    await page.locator('#google').click()
    const request = await sent
    expect(new URL(request.url()).pathname).toBe(loginPath)
    expect(request.postData()).toBe('intent=google')
  }
})

describe('Two tabs of one browser', () => {
  let context: BrowserContext
  let first: Page
  let second: Page

  beforeAll(async () => {
    first = await server.visitor()
    context = first.context()
    await signUp(first, newEmail(), 'en')
    second = await context.newPage()
    // The live line would tell as well, a little later.
    for (const page of [first, second]) await page.route('**/live*', (route) => route.abort())
  })
  afterAll(() => context.close())

  test('leave the desk together', async () => {
    for (const page of [first, second]) {
      await page.goto('/dashboard/tickets')
      await page.waitForLoadState('networkidle')
    }
    // A tab behind another one is drawn, and can be pressed, once a second at most.
    await first.bringToFront()
    await first.getByRole('button', { name: en.layout.signOut }).click()
    await arriveAt(second, '/login?redirect=%2Fdashboard%2Ftickets')
    await arriveAt(first, '/')
  })

  test('keep the text in a tab whose account has signed out, and show that', async () => {
    const email = newEmail()
    await signUp(first, email, 'en')
    await first.goto('/dashboard')
    await first.waitForLoadState('networkidle')
    await arriveAt(second, '/dashboard/tickets')
    await second.goto('/dashboard')
    await second.waitForLoadState('networkidle')
    await second.locator('#name').fill('A name that is being typed')
    await first.bringToFront()
    await first.getByRole('button', { name: en.layout.signOut }).click()
    await arriveAt(first, '/')
    await second.getByRole('alert').getByText(`In another tab, ${email}`).waitFor()
    await signUp(first, newEmail(), 'en')
    expect(await second.locator('#name').inputValue()).toBe('A name that is being typed')
    await second.locator('#name-desk').evaluate((form: HTMLFormElement) => form.requestSubmit())
    await second.getByRole('heading', { name: en.errors.given['other-account'].title }).waitFor()
    expect(await second.locator('textarea').inputValue()).toBe('A name that is being typed')
    // Where the next test begins: at the door of the tickets.
    await second.goto('/dashboard/tickets')
    await second.waitForLoadState('networkidle')
    await first.goto('/dashboard')
    await first.waitForLoadState('networkidle')
    await first.getByRole('button', { name: en.layout.signOut }).click()
    await arriveAt(second, '/login?redirect=%2Fdashboard%2Ftickets')
    await arriveAt(first, '/')
  })

  test('come in together', async () => {
    await standInForGoogle(first)
    await open(first, '/login')
    await first.waitForLoadState('networkidle')
    await second.waitForLoadState('networkidle')
    const opened = awaitedLater(first.waitForEvent('popup'))
    await first.locator('#google').click()
    await answerAsGoogle(first, await opened, newEmail())
    await arriveAt(second, '/dashboard/tickets')
    await arriveAt(first, '/dashboard')
  })
})

test('The Google button leads an account with a second factor to the page that asks for it', async () => {
  const email = newEmail()
  async function comeByGoogle() {
    const page = await server.visitor()
    await standInForGoogle(page)
    await open(page, '/login')
    await page.waitForLoadState('networkidle')
    const opened = awaitedLater(page.waitForEvent('popup'))
    await page.locator('#google').click()
    await answerAsGoogle(page, await opened, email)
    return page
  }
  const first = await comeByGoogle()
  await arriveAt(first, '/dashboard')
  await open(first, '/dashboard/profile')
  await first.getByRole('button', { name: en.profile.factorBegin }).click()
  const app = authenticator(await first.locator('#second-factor code').innerText())
  const code = first.getByLabel(en.proof.code, { exact: true })
  await code.fill(app(new Date()))
  await first.getByRole('button', { name: en.profile.factorTurnOn }).click()
  await first.getByRole('heading', { name: en.profile.codesHeading }).waitFor()

  const second = await comeByGoogle()
  await arriveAt(second, '/login?second=&redirect=%2Fdashboard')
  await second.getByLabel(en.proof.code, { exact: true }).fill(app(new Date(Date.now() + 30_000)))
  await second.getByRole('button', { name: en.login.submit, exact: true }).click()
  await arriveAt(second, '/dashboard')
  for (const page of [first, second]) await page.context().close()
})

interface SdkWindow {
  sdk: { signIn(given: { email: string; password: string; emulator: string }): Promise<number> }
}

/** The SDK as somebody else's page would use it, at an address of this site. */
async function serveSdk(page: Page) {
  const { outputFiles } = await build({
    stdin: { contents: sdk, resolveDir: process.cwd() },
    bundle: true,
    format: 'iife',
    write: false,
  })
  await page.route('**/sdk.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]?.text }),
  )
}

const sdk = `
  import { initializeApp } from 'firebase/app'
  import { connectAuthEmulator, getAuth, signInWithEmailAndPassword } from 'firebase/auth'

  window.sdk = {
    async signIn({ email, password, emulator }) {
      const auth = getAuth(initializeApp({ apiKey: 'demo-key' }))
      connectAuthEmulator(auth, emulator, { disableWarnings: true })
      const { user } = await signInWithEmailAndPassword(auth, email, password)
      const answer = await fetch('/session', {
        method: 'POST',
        headers: {
          Authorization: 'Bearer ' + (await user.getIdToken()),
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ refreshToken: user.refreshToken }),
      })
      return answer.status
    },
  }
`
