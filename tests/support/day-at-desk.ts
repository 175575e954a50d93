import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { Services } from '../../app/config'
import { type Desk, newDesk } from '../../app/domain/desks/desks'
import { claimSiteDesk } from '../../app/domain/desks/site-desk'
import { newId } from '../../app/domain/text/ids'
import type { Language } from '../../app/domain/text/languages'
import type { Ticket } from '../../app/domain/tickets/tickets'
import { localizedPath } from '../../app/i18n/addresses'
import type { DemoPerson } from '../../development/demo-people'
import { ensureAccount } from '../../development/seed'
import { startApp, withoutLimits } from './app'
import { arriveAt, hydrated, newAddress, open } from './browser-server'
import { letter } from './letters'
import { sendBySmtp, withOwnDns } from './mail-in'
import { type MailServer, startMailServer } from './mail-server'
import { watchProblems } from './problems'

export const minute = 60_000
export const hour = 60 * minute

export const ada: DemoPerson = {
  uid: 'day-ada',
  email: 'ada@desk.example',
  password: 'kettle-on-the-stove',
  displayName: 'Ada Lovelace',
}

export const ben: DemoPerson = {
  uid: 'day-ben',
  email: 'ben@guest.example',
  password: 'kettle-on-the-stove',
  displayName: 'Ben Kühn',
}

export const signature = 'Ada Lovelace\nBakery on the square'

export interface DayAtDesk {
  services: Services
  desk: Desk
  mails: MailServer
  /** What the pages of this day complained of. */
  problems: string[][]
  /** Where the desk gets e-mails. */
  address: string
  now(): Date
  visitor(language: Language, more?: BrowserContextOptions): Promise<Page>
  /** A browser in which this member is signed in. */
  member(person: DemoPerson, language: Language, more?: BrowserContextOptions): Promise<Page>
  /** Lets time pass, and what is due happen. */
  later(milliseconds: number): Promise<void>
  /** Hands an e-mail over by SMTP; answers its id. */
  send(from: string, shape: Parameters<typeof letter>[0], to?: string): Promise<string>
  ticketOf(email: string): Promise<Ticket>
  /** The last e-mail to an address. */
  mailTo(email: string): MailServer['received'][number]
  close(): Promise<void>
}

/** The empty desk of Ada, with whom Ben works, from ten in the morning (UTC) on. */
export async function beginDay(): Promise<DayAtDesk> {
  const mails = await startMailServer()
  let ahead = untilTen(Date.now() + hour)
  const now = () => new Date(Date.now() + ahead)
  const app = await startApp({
    environment: {
      PUBLIC_ORIGIN: 'http://127.0.0.1:0',
      TRUST_PROXY: '1',
      MAIL_IN: 'smtp://127.0.0.1:0',
      MAIL_IN_DOMAIN: 'in.example.com',
      SMTP_URL: mails.url,
    },
    now,
    arrange: (services) => withOwnDns(withoutLimits.arrange(services)),
  })
  const { services } = app
  const desk = await openDesk(services, now())
  const browser: Browser = await chromium.connect(inject('browser'))
  const problems: string[][] = []
  const address = `${desk.publicKey}@in.example.com`

  async function visitor(language: Language, more: BrowserContextOptions = {}) {
    const context = await browser.newContext({
      baseURL: app.origin,
      locale: { en: 'en-GB', de: 'de-DE' }[language],
      reducedMotion: 'reduce',
      extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
      ...more,
    })
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    problems.push(await watchProblems(page))
    return page
  }

  return {
    services,
    desk,
    mails,
    problems,
    address,
    now,
    visitor,
    async member({ email, password }, language, more) {
      const page = await visitor(language, more)
      await open(page, localizedPath('/login', language))
      await page.locator('input[name=email]').fill(email)
      await page.locator('input[name=password]').fill(password)
      await page.locator('#login .deeds .button').click()
      await arriveAt(page, localizedPath('/dashboard', language))
      await hydrated(page)
      return page
    },
    async later(milliseconds) {
      ahead += milliseconds
      await app.runDue()
    },
    async send(from, shape, to = address) {
      const id = `<${randomUUID()}@guest.example>`
      const headers = { From: from, To: to, 'Message-ID': id, ...shape.headers }
      const raw = letter({ ...shape, headers })
      const sender = /[\w.-]+@[\w.-]+/.exec(from)?.[0] ?? ''
      // A sender tries again where a busy machine could not prove it in time.
      const tried = () => sendBySmtp(app.smtpPort ?? 0, { from: sender, to: [to], raw })
      await expect.poll(async () => (await tried()).at(-1)).toMatch(/^250 /)
      return id
    },
    async ticketOf(email) {
      const [ticket] = await services.tickets.listOfVisitor(desk.id, email, 1)
      if (!ticket) throw new Error(`Nothing of ${email}`)
      return ticket
    },
    mailTo(email) {
      const mail = mails.received.filter(({ to }) => to.includes(email)).at(-1)
      if (!mail) throw new Error(`No e-mail to ${email}`)
      return mail
    },
    async close() {
      await browser.close()
      await app.close()
      await mails.close()
    },
  }
}

/** Milliseconds until the first 10:00 UTC after a time: from then on a session lasts until the next morning. */
function untilTen(time: number): number {
  const ten = new Date(time)
  ten.setUTCHours(10, 0, 0, 0)
  if (ten.getTime() < time) ten.setUTCDate(ten.getUTCDate() + 1)
  return ten.getTime() - Date.now()
}

async function openDesk(services: Services, now: Date): Promise<Desk> {
  const { host, projectId } = inject('authEmulator')
  for (const person of [ada, ben]) await ensureAccount(services, { host, projectId }, person, now)
  const named = { ...newDesk(ada.uid, now), name: 'Bakery', attendedAt: now }
  const desk = await services.desks.ensure(named)
  await claimSiteDesk(services, { email: ada.email }, { ...ada, emailVerified: true })
  const at = { joinedAt: now, chosenAt: now }
  const joining = { deskId: desk.id, uid: ben.uid, kind: 'colleague', ...at } as const
  await services.members.join({ ...joining, name: ben.displayName, reader: newId(now) })
  await services.members.rename(ada.uid, ada.displayName)
  await services.members.saveChoices(desk.id, ada.uid, {
    signature: { en: signature, de: signature },
  })
  // Ben alone gets letters, about tickets that are his.
  const [now_, off] = ['now', 'off'] as const
  await services.accounts.setNotifications(ada.uid, {
    events: { ticket: off, message: off, feedback: off, order: off },
  })
  await services.accounts.setNotifications(ben.uid, {
    events: { ticket: now_, message: now_, feedback: off, order: off },
    whose: { ticket: 'mine', message: 'mine' },
  })
  await services.desks.putGuideAway(desk.id, now)
  const text = { en: 'We are open from eight to six.', de: 'Wir haben von acht bis sechs offen.' }
  const reply = { id: newId(now), deskId: desk.id, createKey: newId(now), shortcut: 'hours', text }
  await services.savedReplies.add({ ...reply, createdAt: now, updatedAt: now }, 1)
  return desk
}
