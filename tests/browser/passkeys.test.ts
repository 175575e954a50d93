import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '../../app/config'
import { invite as inviteAt } from '../../app/domain/members/inviting'
import { languages } from '../../app/domain/text/languages'
import { invitationSecret } from '../../app/http/links/invitation-link.server'
import { secretHash } from '../../app/http/links/ticket-link.server'
import { localizedPath } from '../../app/i18n/addresses'
import {
  arriveAt,
  newEmail,
  open,
  openTestServer,
  type Person,
  type TestServer,
} from '../support/browser-server'
import { words } from '../support/locales'

let server: TestServer
let services: Services
let secret: string

beforeAll(async () => {
  const keep = async (opened: Services, serverSecret: string) => {
    services = opened
    secret = serverSecret
  }
  server = await openTestServer(keep, undefined, {
    // Browsers make no passkeys for an address that is a number.
    PUBLIC_ORIGIN: 'http://localhost:0',
    ACCOUNTS: 'own',
    FIREBASE_API_KEY: '',
    FIREBASE_PROJECT_ID: '',
    FIREBASE_AUTH_EMULATOR_HOST: '',
    SITE_DESK: newEmail(),
    // Invitations by e-mail prove an address.
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
})
afterAll(() => server.close())

/** A browser whose device has a key for each site and a finger that is there at once. */
async function withDevice(person: Person) {
  const page = await server.visitor(person)
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await devices.send('WebAuthn.addVirtualAuthenticator', { options })
  return page
}

/** The page of an invitation of this address to the desk of another. */
async function invite(host: string, email: string): Promise<string> {
  const { uid: byUid = '' } = (await services.accounts.findByEmail(host)) ?? {}
  const [at] = await services.members.desksOf(byUid)
  const deskId = at?.desk.id ?? ''
  const createKey = randomUUID()
  const own = invitationSecret(secret, deskId, createKey)
  const invitation = { deskId, createKey, secretHash: secretHash(own), byUid, email }
  const kind = 'colleague'
  await inviteAt(services, { ...invitation, kind, language: 'en' }, new Date())
  return `/signup?invitation=${own}`
}

/** A new account in this browser, with a confirmed address. */
async function signUp(page: Page, email: string, to: (path: string) => string) {
  await open(page, to('/signup'))
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill('kettle-on-the-stove')
  await page.locator('#signup button').click()
  await arriveAt(page, /verify-email/)
  const identity = await services.identities.findByEmail(email)
  if (!identity) throw new Error('Nobody has signed up')
  await services.identities.change(identity.uid, () => ({ ...identity, emailVerified: true }))
  await page.reload()
}

describe.each(languages)('Passkeys in a browser, in %s', (language) => {
  const { login, profile, auth, notices } = words[language]
  const to = (path: string) => localizedPath(path, language)
  const email = newEmail()
  let page: Page
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  beforeAll(async () => {
    page = await withDevice({ language })
    await signUp(page, email, to)
  })

  test('A passkey is added in Profile by one press, under the name that its owner gives it', async () => {
    await open(page, to('/dashboard/profile'))
    await page.getByLabel(profile.passkeyName).fill('My kitchen')
    await press(profile.passkeyAdd)
    await page.getByText(notices.passkeyAdded).first().waitFor()
    expect(await page.locator('#passkeys li').innerText()).toContain('My kitchen')
  })

  test('A passkey is not made twice by the same device', async () => {
    await page.getByText(profile.passkeyAnother).click()
    await press(profile.passkeyAdd)
    await page.getByText(profile.passkey.there).waitFor()
    await press(profile.factorCancel)
    await page.getByText(profile.passkeyAnother).waitFor()
  })

  test('A passkey signs in by one press, and leads to the page that was asked for', async () => {
    await page.context().clearCookies()
    await open(page, to('/dashboard/feedback'))
    await arriveAt(page, /login/)
    await press(login.passkey)
    await arriveAt(page, to('/dashboard/feedback'))
  })

  test('A passkey that was removed signs nobody in, and the page says so', async () => {
    await open(page, to('/dashboard/profile'))
    await press(profile.passkeyRemoveNamed.replace('{{name}}', 'My kitchen'))
    await page.getByText(notices.passkeyRemoved).first().waitFor()
    await page.context().clearCookies()
    await open(page, to('/login'))
    await press(login.passkey)
    await page.getByText(auth.wrongPasskey).waitFor()
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill('kettle-on-the-stove')
    await press(login.submit)
    await arriveAt(page, to('/dashboard'))
  })

  test('A passkey joins on the page of an invitation, by one press after the name', async () => {
    const { invitation, errors } = words[language]
    const guest = newEmail()
    const invited = await withDevice({ language })
    await open(invited, to(await invite(email, guest)))
    await invited.getByRole('button', { name: invitation['sign-up'].passkey }).click()
    await invited.getByText(errors.name.missing).waitFor()
    await invited.locator('input[name=displayName]').fill('Ida Lund')
    await invited.getByRole('button', { name: invitation['sign-up'].passkey }).click()
    await arriveAt(invited, to('/dashboard'))
    await invited.getByText(notices.deskJoined).first().waitFor()
    await invited.context().clearCookies()
    await open(invited, to('/login'))
    await invited.getByRole('button', { name: login.passkey, exact: true }).click()
    await arriveAt(invited, to('/dashboard'))
  })

  test('A prompt that is cancelled keeps what was typed, and makes no account', async () => {
    const { invitation } = words[language]
    const guest = newEmail()
    const invited = await server.visitor({ language })
    // As a browser does after “Cancel”.
    await invited.addInitScript(() => {
      navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    const path = await invite(email, guest)
    await open(invited, to(path))
    await invited.locator('input[name=displayName]').fill('Ida Lund')
    await invited.locator('input[name=password]').fill('kettle-on-the-stove')
    await invited.getByRole('button', { name: invitation['sign-up'].passkey }).click()
    await invited.getByText(invitation['sign-up'].passkeyNone).waitFor()
    expect(await services.identities.findByEmail(guest)).toBeUndefined()
    expect(await invited.locator('input[name=displayName]').inputValue()).toBe('Ida Lund')
    await invited.locator('#signup button').first().click()
    await arriveAt(invited, to('/dashboard'))

    const plain = await server.visitor({ javaScript: false, language })
    await open(plain, to(await invite(email, newEmail())))
    const ways = plain.getByRole('button', { name: invitation['sign-up'].passkey })
    expect(await ways.count()).toBe(0)
    await plain.locator('input[name=displayName]').fill('Jon Lund')
    await plain.locator('input[name=password]').fill('kettle-on-the-stove')
    await plain.locator('#signup button').first().click()
    await arriveAt(plain, to('/dashboard'))
  })

  test('A passkey is offered neither without scripts nor by a browser that knows none', async () => {
    const plain = await server.visitor({ javaScript: false, language })
    const old = await server.visitor({ language })
    await old.addInitScript('delete window.PublicKeyCredential')
    for (const each of [plain, old]) {
      await open(each, to('/login'))
      await each.locator('input[name=email]').fill(email)
      await each.locator('input[name=password]').fill('kettle-on-the-stove')
      expect(await each.getByRole('button', { name: login.passkey }).count()).toBe(0)
      await each.getByRole('button', { name: login.submit, exact: true }).click()
      await arriveAt(each, to('/dashboard'))
      await open(each, to('/dashboard/profile'))
      await each.getByRole('heading', { name: profile.factorHeading }).waitFor()
      expect(await each.getByRole('heading', { name: profile.passkeysHeading }).count()).toBe(0)
    }
  })
})
