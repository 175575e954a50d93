import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '../../app/config'
import { rateTicket } from '../../app/domain/feedback/feedback'
import { arrive, noteTyping } from '../../app/domain/live/presence'
import { recordPayment } from '../../app/domain/shop/order-payment'
import { newId } from '../../app/domain/text/ids'
import { type Language, languages } from '../../app/domain/text/languages'
import { assignTicket } from '../../app/domain/tickets/assigning'
import {
  markSeen,
  moveTicket,
  noteAsOwner,
  replyAsOwner,
  writeAsVisitor,
} from '../../app/domain/tickets/conversations'
import { setPriority } from '../../app/domain/tickets/organising'
import type { Ticket } from '../../app/domain/tickets/tickets'
import { localizedPath } from '../../app/i18n/addresses'
import { placeDemo } from '../../development/demo-orders'
import { demoColleagues } from '../../development/demo-people'
import { awaitedLater } from '../support/awaited-later'
import { hydrated, newEmail, open, signUp } from '../support/browser-server'
import { type DemoDesk, openDemoDesk, rendered, saying } from '../support/demo-desk'
import { en } from '../support/locales'

let desk: DemoDesk
let services: Services
let colleague = ''
let paid = 0
const now = () => new Date()

beforeAll(async () => {
  desk = await openDemoDesk()
  services = desk.services
  colleague = desk.colleague
  const { id, number } = await order('house-coffee')
  await recordPayment(services.orders, { id }, undefined, now())
  paid = number
})
afterAll(() => desk.server.close())

/** What is shown while news comes: the page's own ticket, and the desk. */
interface Scene {
  ticket: Ticket
  at: string
}

/** Whatever a page of the desk hears of. Those that change nothing there, as in a held ticket, say so. */
const news: Record<string, (scene: Scene, page: Page) => Promise<boolean | undefined>> = {
  'a new ticket': async ({ at }) => Boolean(await desk.begin('Another guest', at)),
  'a message in the ticket': async ({ ticket }) => {
    const added = await writeAsVisitor(services, ticket.secretHash, saying('Hello?'), now())
    return added.kind === 'added'
  },
  'a colleague who opens it': async ({ ticket }) => {
    await arrive(services, refOf(ticket), { uid: colleague }, newId(now()), now())
    return undefined
  },
  'a colleague who types': async ({ ticket }) => {
    await noteTyping(services, refOf(ticket), { uid: colleague }, true, now())
    return undefined
  },
  'a colleague’s note': async ({ ticket }) => {
    const added = await noteAsOwner(services, ofColleague(ticket), saying('A regular'), now())
    return added.kind === 'added'
  },
  'a colleague’s answer': async ({ ticket }) => {
    const writing = { ...saying('We do'), reader: colleague }
    return (await replyAsOwner(services, ofColleague(ticket), writing, now())).kind === 'added'
  },
  'a colleague who takes it': async ({ ticket }) => {
    return (await assignTicket(services, ofColleague(ticket), colleague, now())).kind === 'moved'
  },
  'another priority': async ({ ticket }) => {
    return (await setPriority(services, ofColleague(ticket), 'high', now())).kind === 'moved'
  },
  'what a colleague has read': async ({ ticket: { deskId, number } }) => {
    const ticket = await services.tickets.find({ deskId, number })
    if (ticket) await markSeen(services, { reader: demoColleagues[1]?.uid ?? '' }, ticket)
    return undefined
  },
  'a rating': async ({ at }) => {
    const rated = await desk.begin('Thank you', at)
    await moveTicket(services, ofColleague(rated), 'solve', now())
    await rateTicket(services, rated.secretHash, { rating: 4, comment: '', locale: 'en' }, now())
    return true
  },
  'an order': async ({ at }) => {
    await order('set-up-hour')
    return at === desk.deskId
  },
  'a look at another tab': async ({ at }, page) => {
    const look = (hidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await look(true)
    const line = awaitedLater(page.waitForResponse(/\/live/))
    await desk.begin('While nobody looks', at)
    await look(false)
    await line
    return true
  },
}

const refOf = ({ deskId, id, number }: Ticket) => ({ deskId, ticketId: id, number })
const ofColleague = ({ deskId, number }: Ticket) => ({ deskId, number, byUid: colleague })

function order(product: string) {
  const address = { name: 'K', street: 'Weg 1', postcode: '10405', city: 'Berlin', country: 'DE' }
  const [checkoutKey, secret] = [newId(now()), newId(now())]
  const buyer = { email: 'k@example.com', address, language: 'en' as const, checkoutKey, secret }
  return placeDemo(services, { [product]: 1 }, now(), buyer)
}

/** What a form of the desk answers: how to get it, and what is to stay. */
interface Answer {
  path: (number: number) => string
  ask: (page: Page, ticket: Ticket) => Promise<void>
  shown: (page: Page) => Locator
  /** Of a desk that is new. */
  ofNewcomer?: boolean
  held?: boolean
}

const thread = (number: number) => `/dashboard/tickets?ticket=${number}`
const press = (page: Page, intent: string) =>
  page.locator(`main button[value="${intent}"]:visible`).first().click()
const unfold = (page: Page) => page.locator('.ticket-head > details:last-of-type > summary').click()
const tick = (page: Page, number: number) =>
  page.locator(`input[name=chosen][value="${number}"]`).check()

const answers: Record<string, Answer> = {
  'an error beside a field': {
    path: thread,
    ask: async (page) => {
      await unfold(page)
      await page.locator('#mergeWith').fill('abc')
      await press(page, 'merge')
    },
    shown: (page) => page.locator('#mergeWith-error'),
  },
  'the review of a merge': {
    path: thread,
    ask: async (page) => {
      const { number } = await desk.begin('The same guest')
      await unfold(page)
      await page.locator('#mergeWith').fill(String(number))
      await press(page, 'merge')
    },
    shown: (page) => page.locator('.merge'),
  },
  'a split that cannot be': {
    path: thread,
    ask: async (page) => {
      await unfold(page)
      await page.locator('#splitFrom option').evaluate((each) => each.setAttribute('value', '999'))
      await press(page, 'split')
    },
    shown: (page) => page.locator('#splitFrom-error'),
  },
  'a snooze without a day': {
    path: thread,
    ask: async (page) => {
      await page.locator('.snooze > summary').click()
      await press(page, 'snooze')
    },
    shown: (page) => page.locator('#date-error'),
  },
  'an empty reply': {
    path: thread,
    ask: (page) => press(page, 'reply'),
    shown: (page) => page.locator('#body-error'),
  },
  'that a colleague has answered meanwhile': {
    path: thread,
    ask: async (page, ticket) => {
      const writing = { ...saying('Ours'), reader: colleague }
      await replyAsOwner(services, ofColleague(ticket), writing, now())
      await page.reload({ waitUntil: 'domcontentloaded' })
      await hydrated(page)
      await page.locator('#body').fill('Mine')
      // At once, as the page reads again what its stream has announced.
      await page.locator('#reply').evaluate((form) => {
        form.querySelector('[name=seen]')?.setAttribute('value', '1')
        form
          .querySelector<HTMLElement>('button[value=reply]:not([hidden], .visually-hidden)')
          ?.click()
      })
    },
    shown: (page) => page.locator('#reply .banner.bad'),
  },
  'that one is too few to merge': {
    path: () => '/dashboard/tickets?state=all',
    ask: async (page, { number }) => {
      await tick(page, number)
      await press(page, 'bulk-merge')
    },
    shown: (page) => page.locator('.list .error'),
  },
  'the review of a merge of two that are ticked': {
    path: () => '/dashboard/tickets',
    ask: async (page, { number }) => {
      const { number: other } = await desk.begin('The same guest')
      for (const each of [number, other]) await tick(page, each)
      await press(page, 'bulk-merge')
    },
    shown: (page) => page.locator('.list .merge'),
  },
  'what became of those ticked': {
    path: thread,
    ask: async (page) => {
      const { number } = await desk.begin('Done soon')
      await page.locator('#body').fill('Half a reply')
      await tick(page, number)
      await press(page, 'bulk-solve')
    },
    shown: (page) => page.locator('.list .banner'),
  },
  'the question before one is erased': {
    path: thread,
    held: true,
    ask: (page) => press(page, 'erase'),
    shown: (page) => page.locator('.ticket .merge'),
  },
  'the question before several are erased': {
    path: () => '/dashboard/tickets?state=held',
    held: true,
    ask: async (page, { number }) => {
      await tick(page, number)
      await press(page, 'bulk-erase')
    },
    shown: (page) => page.locator('.list .hold'),
  },
  'the review of a refund': {
    path: () => `/dashboard/orders?list=all&order=${paid}`,
    ask: async (page) => {
      await page.locator('.ending summary').first().click()
      await press(page, 'refund-all')
    },
    shown: (page) => page.locator('.review'),
  },
  'that a refund has nothing': {
    path: () => `/dashboard/orders?list=all&order=${paid}`,
    ask: async (page) => {
      await page.locator('.ending summary').first().click()
      await press(page, 'refund')
    },
    shown: (page) => page.locator('.sale [data-problem]'),
  },
  'an error beside a field of an order': {
    path: () => `/dashboard/orders?list=all&order=${paid}`,
    ask: async (page) => {
      await page.locator('.step summary').click()
      await page.locator('#tracking').fill('1234')
      await press(page, 'sent')
    },
    shown: (page) => page.locator('.step .field .error'),
  },
  'that an order has moved on meanwhile': {
    path: () => `/dashboard/orders?list=all&order=${paid}`,
    ask: async (page) => {
      await page
        .locator('.step [value=sent]')
        .evaluate((each) => each.setAttribute('value', 'paid'))
      await press(page, 'paid')
    },
    shown: (page) => page.locator('.sale [data-problem]'),
  },
  'an error of the overview': {
    path: () => '/dashboard',
    ofNewcomer: true,
    ask: async (page) => {
      await page.locator('#name-desk [name=name]').fill(' ')
      await page.locator('#name-desk button').click()
    },
    shown: (page) => page.locator('#name-error'),
  },
  'an error of the feedback room': {
    path: () => '/dashboard/feedback',
    ask: async (page) => {
      await page.locator('.ask summary').click()
      const field = page.locator('#question input:not([type=hidden])').first()
      await field.evaluate((each) => each.removeAttribute('maxlength'))
      await field.fill('?'.repeat(201))
      await press(page, 'save-question')
    },
    shown: (page) => page.locator('.ask .field .error'),
  },
}

describe('An answer to a form of the desk', () => {
  const pages = {} as Record<Language, { owner: Page; newcomer: Page; newDeskId: string }>
  beforeAll(async () => {
    for (const language of languages) {
      const owner = await desk.signIn(language)
      const newcomer = await desk.server.visitor({ language })
      const email = newEmail()
      await signUp(newcomer, email, language)
      await open(newcomer, localizedPath('/dashboard', language))
      const { uid = '' } = (await services.accounts.findByEmail(email)) ?? {}
      const [own] = await services.members.desksOf(uid)
      pages[language] = { owner, newcomer, newDeskId: own?.desk.id ?? '' }
    }
  })

  const inTurn = Object.entries(answers).map(([name, answer], index) => {
    return { name, answer, language: languages[index % languages.length] ?? 'en' }
  })
  test.each(inTurn)('stays, whatever happens: $name ($language)', async ({ answer, language }) => {
    const { path, ask, shown, ofNewcomer, held } = answer
    const { owner, newcomer, newDeskId } = pages[language]
    const page = ofNewcomer ? newcomer : owner
    const at = ofNewcomer ? newDeskId : desk.deskId
    const ticket = await desk.begin('Do you deliver?', at)
    if (held) await moveTicket(services, ofColleague(ticket), 'block', now())
    const listening = awaitedLater(page.waitForResponse(/\/live(\?|$)/))
    await open(page, localizedPath(path(ticket.number), language))
    await hydrated(page)
    await listening
    await ask(page, ticket)
    await shown(page).waitFor()
    await expect.poll(() => focused(page)).not.toMatch(/^BODY/)
    await rendered(page)
    const before = await shown(page).innerText()
    const focus = await focused(page)
    for (const [kind, happens] of Object.entries(news)) {
      const read = awaitedLater(page.waitForResponse(/\.data/))
      if ((await happens({ ticket, at }, page)) && concerns(path(ticket.number), kind)) await read
      await rendered(page)
      expect(await shown(page).count(), kind).toBe(1)
      expect(await shown(page).innerText(), kind).toBe(before)
      expect(await focused(page), kind).toBe(focus)
    }
  })

  test('stays when its list of errors leads to a field', async () => {
    const { owner } = pages.en
    await open(owner, '/dashboard/company?details')
    await hydrated(owner)
    await owner.getByLabel(en.company.street, { exact: true }).fill('')
    await owner.getByRole('button', { name: en.company.saveDetails }).click()
    const problem = owner.locator('main [data-problem]')
    await problem.getByRole('link').first().click()
    await owner.waitForURL(/#/)
    await rendered(owner)
    expect(await problem.count()).toBe(1)
    expect(await owner.locator('main [aria-invalid=true]').count()).toBe(1)
  })
})

/** Whether a room is read again at this news: that of orders at none about tickets, and the reverse. */
function concerns(path: string, kind: string): boolean {
  if (kind === 'a look at another tab') return true
  const isOrder = kind === 'an order'
  if (path.startsWith('/dashboard/orders')) return isOrder
  return !(isOrder && path.startsWith('/dashboard/feedback'))
}

/** What has the focus, so that news cannot take it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { tagName, id, className } = document.activeElement ?? document.body
    return `${tagName} ${id} ${className}`
  })
