import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  arriveAt,
  hydrated,
  open,
  openTestServer,
  saidAfter,
  type TestServer,
} from '../support/browser-server'
import { captchaService, responseTo, siteKey } from '../support/captcha-service'
import { type FaultServer, startFaultServer } from '../support/fault-server'
import { de, en } from '../support/locales'
import { watchProblems } from '../support/problems'

const email = 'ada@example.com'
const password = 'kettle-on-the-stove'

/** Stands in for Google's script: answers for an action, and writes down which. */
const standIn = `
  window.grecaptcha = { enterprise: {
    ready: (begin) => begin(),
    execute: async (key, { action }) => 'response to ' + action,
  } }
`

let faults: FaultServer
let server: TestServer
/** A server whose identity service demands nothing. */
let calmService: FaultServer
let calm: TestServer
let page: Page
let problems: string[]
/** The addresses of Google's that the page asked for. */
let google: string[]
/** What the page sent to the server. */
let forms: Record<string, string>[]

beforeAll(async () => {
  // A server asks at its start, and remembers for a minute that nothing was said.
  faults = await startFaultServer()
  faults.answer(captchaService('ENFORCE'))
  calmService = await startFaultServer()
  calmService.answer(captchaService('OFF'))
  server = await openTestServer(undefined, faults.host)
  calm = await openTestServer(undefined, calmService.host)
})
afterAll(async () => {
  await server.close()
  await calm.close()
  await faults.close()
  await calmService.close()
})
afterEach(() => page.context().close())

async function visit({ javaScript = true, to = server } = {}) {
  page = await to.visitor({ javaScript })
  problems = await watchProblems(page)
  google = []
  forms = []
  page.on('request', (request) => {
    if (/google\.com|gstatic/.test(request.url())) google.push(request.url())
    const form = request.method() === 'POST' && request.postData()
    if (form) forms.push(Object.fromEntries(new URLSearchParams(form)))
  })
  await page.route('https://www.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: standIn }),
  )
}

async function fillIn(path: string) {
  await open(page, path)
  await page.waitForLoadState('networkidle')
  expect(google).toEqual([])
  await page.locator('input[name=email]').fill(email)
  const field = page.locator('input[name=password]')
  if (await field.count()) await field.fill(password)
}

const script = `https://www.google.com/recaptcha/enterprise.js?render=${siteKey}`

/** The form went twice, the second time with a response for this action; Google was asked once. */
function expectRetry(action: string) {
  expect(google).toEqual([script])
  expect(forms).toHaveLength(2)
  const [first, second] = forms
  expect(first).toMatchObject({ email })
  expect(second).toEqual({ ...first, captcha: responseTo(action) })
  const refusals = problems.filter((problem) => !problem.includes('status of 400'))
  expect(refusals).toEqual([])
}

test('A page from before the service demands captchas sends its form again by itself', async () => {
  await visit({ to: calm })
  await fillIn('/login')
  calmService.answer(captchaService('ENFORCE'))
  await page.getByRole('button', { name: en.login.submit, exact: true }).click()
  await arriveAt(page, '/dashboard')
  expect(google).toEqual([script])
  expect(forms).toHaveLength(2)
  expect(forms[1]).toMatchObject({ email, password: '', captcha: responseTo('signInWithPassword') })
  calmService.answer(captchaService('OFF'))
})

describe('Where the identity service demands a captcha', () => {
  test('the password signs in after one more try, and leads where it was to', async () => {
    await visit()
    await fillIn('/login?redirect=%2Fdashboard%2Ftickets')
    await page.getByRole('button', { name: en.login.submit, exact: true }).click()
    await arriveAt(page, '/dashboard/tickets')
    expectRetry('signInWithPassword')
    expect(forms[1]).toMatchObject({ password })
  })

  test('an account is opened after one more try', async () => {
    await visit()
    await fillIn('/de/signup')
    await page.getByRole('button', { name: de.signup.submit }).click()
    await arriveAt(page, '/de/verify-email')
    expectRetry('signUpPassword')
  })

  test.each([
    ['link', '/login', en.login.sendLink],
    ['reset', '/login?forgot=', en.login.sendReset],
  ])('the mail is sent after one more try: %s', async (kind, path, name) => {
    await visit()
    await fillIn(path)
    await page.getByRole('button', { name }).click()
    await arriveAt(page, `/login?sent=${kind}`)
    expectRetry('getOobCode')
    expect(forms[1]).toMatchObject({ intent: kind })
  })

  test('the password changes at the desk after one more try', async () => {
    await visit()
    await fillIn('/login')
    await page.getByRole('button', { name: en.login.submit, exact: true }).click()
    await arriveAt(page, '/dashboard')
    await page.getByRole('link', { name: en.settings.heading }).click()
    await page.getByRole('link', { name: en.settings.sections.password }).click()
    await page.locator('#currentPassword').fill(password)
    await page.locator('#newPassword').fill('a-kettle-that-whistles')
    google = []
    forms = []
    await saidAfter(page, en.notices.passwordChanged, () =>
      page.getByRole('button', { name: en.account.passwordSubmit }).click(),
    )
    expect(google).toEqual([script])
    expect(forms.map(({ captcha }) => captcha)).toEqual([
      undefined,
      responseTo('signInWithPassword'),
    ])
  })

  test('a line without Google’s script gets the page that says what else works', async () => {
    await visit()
    await page.route('https://www.google.com/**', (route) => route.abort())
    await fillIn('/login')
    await page.getByRole('button', { name: en.login.submit, exact: true }).click()
    await page.getByText(en.auth.invalidRecaptchaToken).waitFor()
    expect(forms.map(({ captcha }) => captcha)).toEqual([undefined, 'NO_RECAPTCHA'])
  })

  test('an error is shown beside its field, and the language switch keeps the text', async () => {
    await visit()
    await fillIn('/signup')
    await page.locator('input[name=password]').fill('Passwort123')
    await page.getByRole('button', { name: en.signup.submit }).click()
    await page.getByText(en.auth.password.common).waitFor()
    await page.locator('#password:focus').waitFor()
    expect(google).toEqual([])
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await arriveAt(page, /\/de\/signup/)
    expect(await page.evaluate(() => localStorage.getItem('i18n_redirected'))).toBe('de')
    expect(await page.locator('input[name=email]').inputValue()).toBe(email)
  })

  test('without scripts the page names the mail link', async () => {
    await visit({ javaScript: false })
    await fillIn('/de/login')
    await page.getByRole('button', { name: de.login.submit, exact: true }).click()
    await page.getByText(de.auth.missingRecaptchaToken).waitFor()
    await page.getByRole('button', { name: de.login.sendLink }).waitFor()
    expect(google).toEqual([])
  })
})

describe('Where the service demands a captcha only since the page came', () => {
  let service: FaultServer
  let late: TestServer
  beforeEach(async () => {
    service = await startFaultServer()
    service.answer(captchaService('OFF'))
    late = await openTestServer(undefined, service.host)
    await visit({ to: late })
  })
  afterEach(async () => {
    await late.close()
    await service.close()
  })

  const begin = () => service.answer(captchaService('ENFORCE'))

  test('a forgotten password’s form is sent again by itself, with a response', async () => {
    await fillIn('/de/login?forgot=')
    begin()
    const button = page.getByRole('button', { name: de.login.sendReset })
    await button.click()
    await arriveAt(page, '/de/login?sent=reset')
    expect(forms.at(-1)).toMatchObject({ email, captcha: responseTo('getOobCode') })
  })

  test('the desk loads the page that can bring one, and one press more changes the password', async () => {
    await fillIn('/login')
    await page.getByRole('button', { name: en.login.submit, exact: true }).click()
    await arriveAt(page, '/dashboard')
    await page.getByRole('link', { name: en.settings.heading }).click()
    await page.getByRole('link', { name: en.settings.sections.password }).click()
    const fill = async () => {
      await page.locator('#currentPassword').fill(password)
      await page.locator('#newPassword').fill('a-kettle-that-whistles')
    }
    await fill()
    begin()
    const button = page.getByRole('button', { name: en.account.passwordSubmit })
    await button.click()
    await page.locator('script#captcha').waitFor({ state: 'attached' })
    await page.getByText(en.auth.missingRecaptchaToken).waitFor()
    await hydrated(page)
    await fill()
    await saidAfter(page, en.notices.passwordChanged, () => button.click())
    expect(forms.at(-1)).toMatchObject({ captcha: responseTo('signInWithPassword') })
  })
})

test('where it demands none, nothing of Google’s is asked for', async () => {
  await visit({ to: calm })
  await fillIn('/login?forgot=')
  await page.getByRole('button', { name: en.login.sendReset }).click()
  await arriveAt(page, '/login?sent=reset')
  await fillIn('/login')
  await page.getByRole('button', { name: en.login.submit, exact: true }).click()
  await arriveAt(page, '/dashboard')
  await page.waitForLoadState('networkidle')
  expect(google).toEqual([])
  expect(forms.map(({ captcha }) => captcha)).toEqual([undefined, undefined])
})
