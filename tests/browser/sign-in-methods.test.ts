import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActionKind } from '../../app/domain/identity/identity'
import { findViolations } from '../support/axe'
import {
  arriveAt,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { de } from '../support/locales'
import { lastCode } from '../support/mailed-codes'

describe('Ways in with JavaScript switched off, in German', () => {
  const email = newEmail()
  const asked = '/de/dashboard/tickets?state=solved'
  let server: TestServer
  let owner: Page
  let phone: Page

  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.visitor({ javaScript: false, language: 'de' })
    phone = await server.visitor({ javaScript: false, language: 'de' })
    await signUp(owner, email, 'de')
  })
  afterAll(() => server.close())

  /** The address as the identity service writes it into its mails: always the English one. */
  async function linkInMail(mode: string, kind: ActionKind): Promise<string> {
    const oobCode = await lastCode(email, kind)
    const query = new URLSearchParams({ mode, oobCode, apiKey: 'AIza', lang: 'de' })
    query.set('continueUrl', server.origin + asked)
    return `${server.origin}/verify-email?${query}`
  }

  async function readable(page: Page): Promise<void> {
    const violations = await findViolations(page)
    expect(violations.map(({ id, html }) => `${id}: ${html}`)).toEqual([])
  }

  test('somebody who forgot the password asks for a mail, without the form being in the way', async () => {
    await open(phone, asked)
    await arriveAt(phone, /\/de\/login\?redirect=/)
    await phone.getByLabel(de.login.email).fill(email)
    await phone.getByRole('button', { name: de.login.forgot }).click()
    await phone.getByRole('heading', { name: de.login.forgotHeading }).waitFor()
    expect(await phone.getByLabel(de.login.email).inputValue()).toBe(email)
    await phone.getByLabel(de.login.email).press('Enter')
    await arriveAt(phone, /\/de\/login\?sent=reset/)
    await phone.getByText(de.login.sentReset).waitFor()
  })

  test('the mail’s link opens in German; looking at it changes nothing', async () => {
    const link = await linkInMail('resetPassword', 'PASSWORD_RESET')
    expect((await phone.request.get(link)).status()).toBe(200)
    await open(phone, link)
    await arriveAt(phone, /\/de\/verify-email\?/)
    expect(phone.url()).not.toContain('apiKey')
    await phone.getByRole('heading', { name: de.verify.link.resetPassword.heading }).waitFor()
    expect(await phone.getByLabel(de.login.email).inputValue()).toBe(email)
  })

  test('an easy password is refused beside its field, a good one signs everybody out', async () => {
    const field = phone.getByLabel(de.verify.link.resetPassword.password)
    await field.fill('Passwort123')
    await phone.getByRole('button', { name: de.verify.link.resetPassword.submit }).click()
    await phone.getByText(de.auth.password.common).waitFor()
    await field.and(phone.locator(':focus')).waitFor()
    await field.fill('vier Eulen im Schrank')
    await phone.getByRole('button', { name: de.verify.link.resetPassword.submit }).click()
    await arriveAt(phone, /\/de\/verify-email\?done=resetPassword/)
    await phone.getByText(de.verify.link.resetPassword.done).waitFor()
    await open(owner, '/de/dashboard')
    expect(new URL(owner.url()).pathname).toBe('/de/login')
  })

  test('the new password leads to the page that was asked for at first', async () => {
    await phone.locator('main').getByRole('link', { name: de.verify.signIn }).click()
    await phone.getByLabel(de.login.email).fill(email)
    await phone.getByLabel(de.login.password).fill('vier Eulen im Schrank')
    await phone.getByRole('button', { name: de.login.submit, exact: true }).click()
    await arriveAt(phone, asked)
  })

  test('a sign-in link is asked for with an empty password field', async () => {
    await owner.getByLabel(de.login.email).fill(email)
    await owner.getByRole('button', { name: de.login.sendLink }).click()
    await arriveAt(owner, /\/de\/login\?sent=link/)
    await owner.getByText(de.login.sentLink).waitFor()
  })

  test('elsewhere the link asks for the address, and takes no other', async () => {
    const stranger = await server.visitor({ javaScript: false, language: 'de' })
    await open(stranger, await linkInMail('signIn', 'EMAIL_SIGNIN'))
    await stranger.getByLabel(de.login.email).fill('jemand@example.com')
    await stranger
      .locator('main')
      .getByRole('button', { name: de.verify.link.signIn.submit })
      .click()
    await stranger.getByText(de.errors.email.notTheLinks).waitFor()
    expect(await stranger.getByLabel(de.login.email).inputValue()).toBe('jemand@example.com')
    await stranger.context().close()
  })

  test('in the browser that asked, one press signs in and leads on', async () => {
    const link = await linkInMail('signIn', 'EMAIL_SIGNIN')
    await open(owner, link)
    await owner.getByText(de.verify.link.signIn.text.replace('{{email}}', email)).waitFor()
    await owner.locator('main').getByRole('button', { name: de.verify.link.signIn.submit }).click()
    await arriveAt(owner, asked)
    await open(phone, link)
    await phone.getByText(de.auth.invalidActionCode).waitFor()
    await phone.getByRole('button', { name: de.login.sendLink }).waitFor()
  })

  test('every page on the way is fit for a screen reader', async () => {
    const reader = await server.visitor({ language: 'de', axe: true })
    for (const address of [
      '/de/login',
      '/de/login?forgot=',
      '/de/login?sent=link',
      '/de/login?problem=user-cancelled',
      '/de/verify-email?mode=resetPassword&oobCode=used&lang=de',
      '/de/verify-email?mode=signIn&oobCode=used&lang=de',
      '/de/verify-email?done=recoverEmail&lang=de',
    ]) {
      await open(reader, address)
      await readable(reader)
    }
    await reader.context().close()
  })
})
