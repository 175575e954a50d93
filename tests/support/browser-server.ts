import { randomBytes, randomUUID } from 'node:crypto'
import { chromium, type Locator, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { z } from 'zod'
import type { Services } from '../../app/config'
import { findSiteDesk } from '../../app/domain/desks/site-desk'
import type { Language } from '../../app/domain/text/languages'
import { moveTicket, replyAsOwner } from '../../app/domain/tickets/conversations'
import type { Ticket } from '../../app/domain/tickets/tickets'
import { localizedPath } from '../../app/i18n/addresses'
import { callEmulator } from '../../development/auth-emulator'
import { type App, startApp } from './app'
import { addAxe } from './axe'
import { verifyAddress } from './identity-operator'
import type { Line } from './line'

const mails = z.object({ oobCodes: z.array(z.object({ email: z.string(), oobCode: z.string() })) })

/** Fills the store before anybody comes. */
export type Prepare = (services: Services, serverSecret: string) => Promise<void>

export interface Person {
  javaScript?: boolean
  language?: Language
  /** What leads to the server; the direct way, if not said. */
  line?: Line
  /** Whether things move; most tests ask for less motion, which takes less of the processor. */
  motion?: boolean
  /** Whether axe is in each page, whatever scripts its policy allows. */
  axe?: boolean
}

export interface TestServer {
  origin: string
  /** Somebody with a browser of their own: cookies, storage, line and address are shared with nobody. */
  visitor(person?: Person): Promise<Page>
  /** The newest ticket at the site's own desk, or at the one with this public key. Throws if there is none. */
  newestTicket(deskKey?: string): Promise<Ticket>
  /** The owner answers it, in no browser. */
  answerNewest(body: string, deskKey?: string): Promise<void>
  /** It closes, as it does a week after it was done. */
  closeNewest(): Promise<void>
  /** What was said in it, as the desk has it. */
  saidInNewest(): Promise<string[]>
  /** The address in the last mail that asks to confirm this e-mail address. Throws if there was none. */
  confirmationLink(email: string, language: Language): Promise<string>
  close(): Promise<void>
}

/**
 * The built app with nobody's attempts counted, since tests are quicker than people. Its identity
 * service is the run's auth emulator, if no other is given by its host and port.
 */
export async function openServer(
  prepare?: Prepare,
  identityHost?: string,
  environment: Record<string, string> = {},
): Promise<App> {
  const app = await startApp({
    environment: {
      PUBLIC_ORIGIN: 'http://127.0.0.1:0',
      // The browsers of a test say where they are, as a proxy would: not all of them are at one place.
      TRUST_PROXY: '1',
      ...(identityHost && { FIREBASE_AUTH_EMULATOR_HOST: identityHost }),
      ...environment,
    },
    timers: true,
  })
  await prepare?.(app.services, app.secret)
  return app
}

/** The server, and the run's browser for everybody who comes to it. */
export async function openTestServer(
  prepare?: Prepare,
  identityHost?: string,
  environment?: Record<string, string>,
): Promise<TestServer> {
  const app = await openServer(prepare, identityHost, environment)
  const browser = await chromium.connect(inject('browser'))
  const { origin, services } = app
  const { desks, tickets } = services

  async function newestTicket(deskKey?: string) {
    const desk = await (deskKey
      ? desks.findByPublicKey(deskKey, new Date())
      : findSiteDesk(services))
    const newest = await tickets.list(desk?.id ?? '', { order: 'newest' }, 1)
    const [{ number } = { number: 0 }] = newest.tickets
    const ticket = await tickets.find({ deskId: desk?.id ?? '', number })
    if (!ticket) throw new Error('There is no ticket')
    return ticket
  }

  return {
    origin,
    newestTicket,
    async answerNewest(body, deskKey) {
      const { deskId, number } = await newestTicket(deskKey)
      const writing = { clientKey: randomUUID(), body, locale: 'en' } as const
      await replyAsOwner(services, { deskId, number }, writing, new Date())
    },
    async closeNewest() {
      const { deskId, number } = await newestTicket()
      await moveTicket(services, { deskId, number }, 'close', new Date())
    },
    async saidInNewest() {
      const messages = await tickets.messages(await newestTicket(), 0, 50)
      return messages.map(({ body }) => body)
    },
    async visitor({ javaScript = true, language = 'en', line, motion = false, axe = false } = {}) {
      const context = await browser.newContext({
        baseURL: origin,
        javaScriptEnabled: javaScript,
        locale: { en: 'en-GB', de: 'de-DE' }[language],
        reducedMotion: motion ? 'no-preference' : 'reduce',
        proxy: line?.proxy,
        bypassCSP: axe,
        extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
      })
      context.setDefaultTimeout(90_000)
      if (axe) await addAxe(context)
      return context.newPage()
    },
    async confirmationLink(email, language) {
      const emulator = inject('authEmulator')
      const path = '/emulator/v1/projects/{project}/oobCodes'
      const { oobCodes } = mails.parse(await callEmulator(emulator, 'GET', path))
      const mail = oobCodes.findLast((each) => each.email === email)
      if (!mail) throw new Error(`No mail asks ${email} to confirm the address`)
      const query = new URLSearchParams({
        mode: 'verifyEmail',
        oobCode: mail.oobCode,
        lang: language,
      })
      return `${origin}${localizedPath('/verify-email', language)}?${query}`
    },
    async close() {
      await browser.close()
      await app.close()
    },
  }
}

let places = 0

/** The address of a line in a neighbourhood of its own. */
export function newAddress(): string {
  places += 1
  return `10.${places >> 8}.${places & 255}.1`
}

/** An address that nobody has signed up with. */
export function newEmail(): string {
  return `owner-${randomBytes(6).toString('hex')}@example.com`
}

/** Opens an address. Not the load event: a page without scripts goes on loading while its frame does. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'domcontentloaded' })
}

/** Waits until the page is another one; an address without a fragment means any part of it. */
export async function arriveAt(
  page: Page,
  address: string | RegExp | ((url: URL) => boolean),
): Promise<void> {
  const isThere = ({ href }: URL) => {
    const { href: wanted, hash } = new URL(String(address), href)
    return wanted === (hash ? href : href.split('#', 1)[0])
  }
  await page.waitForURL(typeof address === 'string' ? isThere : address, {
    waitUntil: 'domcontentloaded',
  })
}

/**
 * From now on no news of the desk reaches this browser. With it, a page reads its data again by itself, and
 * notices that its session has ended before the next step of a test does.
 */
export async function withoutNews(page: Page): Promise<void> {
  await page.context().route(/\/live(\?|$)/, (route) => route.fulfill({ status: 204 }))
}

/**
 * Time stands still in a tab from now on, an hour ahead of others; `page.clock` lets it pass. How long
 * the steps of a test take does not count then.
 */
export async function stopTime(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 3_600_000)
}

/** Where time stands still, lets so little pass until a toast shows that its own has hardly begun. */
export async function shownToast(page: Page, text: string): Promise<Locator> {
  const toast = page.locator('.toast', { hasText: text })
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return toast.isVisible()
    })
    .toBe(true)
  return toast
}

/** Does what a notice is to follow. It stays for five seconds, and a look at it may come later than that. */
export async function saidAfter(
  page: Page,
  notice: string,
  act: () => Promise<void>,
): Promise<void> {
  // The same notice of the step before may still be there.
  await page.locator('.toast').evaluateAll((earlier) => {
    for (const toast of earlier) toast.setAttribute('data-earlier', '')
  })
  const said = page.locator('.toast:not([data-earlier])', { hasText: notice })
  await Promise.all([said.waitFor(), act()])
}

/**
 * Returns how to read what this tab's pages, from the next one on, have copied last. The run's browser
 * has one clipboard for everybody, in which another test's words may be by then.
 */
export async function noteCopies(page: Page): Promise<() => string | undefined> {
  let copied: string | undefined
  await page.context().grantPermissions(['clipboard-write'])
  await page.exposeFunction('noteCopy', (text: string) => {
    copied = text
  })
  await page.addInitScript(() => {
    const { noteCopy } = window as unknown as { noteCopy(text: string): Promise<void> }
    const write = navigator.clipboard?.writeText
    if (!write) return
    navigator.clipboard.writeText = async (text) => {
      await write.call(navigator.clipboard, text)
      await noteCopy(text)
    }
  })
  return () => copied
}

/**
 * Waits until a form listens, of the room where it has any, which hydrates after the frame: before that,
 * it is sent as without scripts.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const inRoom = document.querySelectorAll('main form')
    return [...(inRoom.length > 0 ? inRoom : document.forms)].some((form) =>
      Object.keys(form).some((key) => key.startsWith('__')),
    )
  })
}

/** Resolves once the tickets hear keys: then their help offers to turn them off. */
export function hearsKeys(page: Page): Promise<void> {
  return page.locator('#keys input').waitFor({ state: 'attached' })
}

/**
 * Opens an account with the form, and leads to the page that says where the e-mail went; once it is
 * confirmed, that page says so.
 */
export async function signUp(
  page: Page,
  email: string,
  language: Language,
  confirmed = true,
): Promise<void> {
  await open(page, localizedPath('/signup', language))
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill('kettle-on-the-stove')
  await page.locator('#signup button').click()
  await arriveAt(page, localizedPath('/verify-email', language))
  if (!confirmed) return
  await verifyAddress(email)
  await page.reload()
}
