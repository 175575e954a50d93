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
import { de } from '../support/locales'
import { authenticator } from '../support/second-factor'

const password = 'kettle-on-the-stove'

describe('A second factor with JavaScript switched off, in German', () => {
  const email = newEmail()
  let server: TestServer
  let owner: Page
  let app: ReturnType<typeof authenticator>
  let recoveryCodes: string[]

  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.visitor({ javaScript: false, language: 'de' })
    await signUp(owner, email, 'de', false)
    await open(owner, await server.confirmationLink(email, 'de'))
    await owner.getByRole('button', { name: de.verify.confirm }).click()
    await arriveAt(owner, /\/de\/verify-email\?done/)
  })
  afterAll(() => server.close())

  /** Another browser, with the password. */
  async function comeElsewhere(): Promise<Page> {
    const page = await server.visitor({ javaScript: false, language: 'de' })
    await open(page, '/de/login')
    await page.getByLabel(de.login.email).fill(email)
    await page.getByLabel(de.login.password).fill(password)
    await page.getByRole('button', { name: de.login.submit, exact: true }).click()
    await page.getByRole('heading', { name: de.login.secondHeading }).waitFor()
    return page
  }

  async function give(page: Page, code: string) {
    await page.getByLabel(de.proof.code, { exact: true }).fill(code)
    await page.getByRole('button', { name: de.login.submit, exact: true }).click()
  }

  test('A second factor is set up in Profile with the key on the page', async () => {
    await open(owner, '/de/dashboard/profile')
    await owner.getByRole('button', { name: de.profile.factorBegin }).click()
    await owner.getByRole('img', { name: de.profile.factorPicture }).waitFor()
    app = authenticator(await owner.locator('#second-factor code').innerText())
    await owner.getByLabel(de.proof.code, { exact: true }).fill(app(new Date()))
    await owner.getByRole('button', { name: de.profile.factorTurnOn }).click()
    await owner.getByRole('heading', { name: de.profile.codesHeading }).waitFor()
    recoveryCodes = await owner.locator('.recovery-codes code').allInnerTexts()
    expect(recoveryCodes).toHaveLength(10)
  })

  test('Recovery codes are printed with nothing else on the sheet', async () => {
    await owner.emulateMedia({ media: 'print' })
    const printed = await owner.locator('body').innerText()
    for (const code of recoveryCodes) expect(printed).toContain(code)
    expect(printed).not.toContain(de.profile.nameHeading)
    await owner.emulateMedia({ media: 'screen' })
    await owner.getByRole('link', { name: de.profile.codesDone }).click()
    await owner.getByRole('button', { name: de.profile.factorTurnOff }).waitFor()
  })

  test('Another browser is asked for a code, and a wrong one opens nothing', async () => {
    const page = await comeElsewhere()
    await give(page, '12')
    await page.getByText(de.auth.wrongSecondFactor).waitFor()
    expect(await page.getByLabel(de.proof.code, { exact: true }).inputValue()).toBe('12')
    // The next one: each counts once, and a clock may be half a minute ahead.
    await give(page, app(new Date(Date.now() + 30_000)))
    await arriveAt(page, '/de/dashboard')
  })

  test('A recovery code signs in without the app', async () => {
    const page = await comeElsewhere()
    await page.getByText(de.login.secondLost).click()
    await give(page, recoveryCodes[0] ?? '')
    await arriveAt(page, '/de/dashboard')
  })
})
