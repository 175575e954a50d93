import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newId } from '../../app/domain/text/ids'
import { languages } from '../../app/domain/text/languages'
import { startTicket, writeAsVisitor } from '../../app/domain/tickets/conversations'
import { localizedPath } from '../../app/i18n/addresses'
import { seedOrders } from '../../development/demo-orders'
import { demoOwner } from '../../development/demo-people'
import { seedDemo } from '../../development/seed'
import {
  arriveAt,
  hydrated,
  open,
  openTestServer,
  type TestServer,
} from '../support/browser-server'
import { deskRooms } from '../support/desk-rooms'
import { words } from '../support/locales'

const phone = { width: 360, height: 640 }
const smallPhone = { ...phone, width: 320 }

/** Too long for one line of a small phone. */
const longAddress = 'rechtsabteilung.beschwerden@versicherungsbuero.example'

/** Too long for one line of a phone. */
const longName = 'Rechtsabteilung des Versicherungsbüros von Wolkenstein-Schmidtbauer'

let server: TestServer

beforeAll(async () => {
  const { host, projectId } = inject('authEmulator')
  server = await openTestServer(async (services, serverSecret) => {
    const now = new Date()
    await seedDemo(services, host, projectId, now)
    await seedOrders(services, serverSecret, demoOwner.uid, now)
    const [own] = await services.members.desksOf(demoOwner.uid)
    const deskId = own?.desk.id ?? ''
    for (const said of [
      { name: longName, email: longAddress, body: 'Guten Tag, wir bitten um Rückruf.' },
      {
        name: 'Lars Langer',
        email: 'lars@example.com',
        body: 'Wann rufen Sie zurück?\n'.repeat(9),
      },
    ]) {
      const of = { startKey: newId(now), secretHash: said.email, locale: 'de' } as const
      await startTicket(services, { deskId, ...of, ...said }, now)
    }
    const last = { clientKey: newId(now), body: 'Bitte!', locale: 'de' } as const
    await writeAsVisitor(services, 'lars@example.com', last, now)
  })
})
afterAll(() => server.close())

describe.each([
  // A room is the same with scripts as without, so that each is checked in one language.
  ['with scripts', true, 'en'],
  ['without scripts', false, 'de'],
] as const)('On a phone (360×640), %s', (_, javaScript, language) => {
  test('every room of the desk shows the bar of five, and it covers nothing', async () => {
    const page = await ownerOnPhone(javaScript, language)
    for (const { path } of [...deskRooms, { path: '/dashboard/tickets?ticket=1' }]) {
      await open(page, localizedPath(path, language))
      const inBar = page.locator('.places > a, .places > .rest > summary')
      expect(await inBar.count(), path).toBe(5)
      for (const each of await inBar.all()) {
        const { x, y, width, height } = await boxOf(each)
        expect(height, path).toBeGreaterThanOrEqual(44)
        expect(x, path).toBeGreaterThanOrEqual(0)
        expect(x + width, path).toBeLessThanOrEqual(phone.width)
        expect(y + height, path).toBeLessThanOrEqual(phone.height)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(
        phone.width,
      )
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      // Boxes may lie between two pixels.
      expect(await coveredAtTheEnd(page), path).toBeLessThanOrEqual(1)
    }
    await page.context().close()
  })

  test('a ticket’s composer and Send are in sight wherever one reads, and above a keyboard', async () => {
    const page = await ownerOnPhone(javaScript, 'en')
    await open(page, '/dashboard/tickets?state=all')
    await page.locator('.ledger a', { hasText: 'Sam Okafor' }).click()
    await arriveAt(page, /ticket=/)
    await page.locator('#reply').waitFor()
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    expect(await height()).toBeGreaterThan(phone.height)
    for (const at of [0, (await height()) / 2, await height()]) {
      await page.evaluate((top) => window.scrollTo(0, top), at)
      expect(await isReachable(page, '#reply textarea'), `textarea at ${at}`).toBe(true)
      expect(await isReachable(page, '#reply button[value=reply]'), `Send at ${at}`).toBe(true)
    }
    // One line until there is something to send.
    const [typed, send] = await Promise.all(
      ['#reply textarea', '#reply button[value=reply]'].map((each) => boxOf(page.locator(each))),
    )
    expect(send?.y).toBeCloseTo(typed?.y ?? 0, 0)
    // The rest of the form opens with the words, and leaves the last of what was said in sight.
    const attach = page.locator('#reply .tools summary', { hasText: words.en.thread.files.label })
    expect(await attach.isVisible()).toBe(false)
    await page.locator('#reply textarea').focus()
    expect(await attach.isVisible()).toBe(true)
    // The viewport says that a keyboard makes the page smaller.
    expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain(
      'interactive-widget=resizes-content',
    )
    // Half of what a keyboard leaves belongs to the conversation.
    await page.setViewportSize({ ...phone, height: 430 })
    expect((await boxOf(page.locator('#reply'))).y).toBeGreaterThan(215)
    await page.setViewportSize({ ...phone, height: 300 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    expect(await isReachable(page, '#reply textarea')).toBe(true)
    expect(await isReachable(page, '#reply button[value=reply]')).toBe(true)
    await page.locator('#reply textarea').fill(`On my way ${javaScript}`)
    await page.locator('#reply button[value=reply]').click()
    await page.locator('.message', { hasText: `On my way ${javaScript}` }).waitFor()
    // What was opened for one message is folded for the next.
    await page.setViewportSize(phone)
    await page.locator('#reply textarea').fill(`Almost there ${javaScript}`)
    await attach.click()
    await page.locator('#reply button[value=reply]').click()
    await page.locator('.message', { hasText: `Almost there ${javaScript}` }).waitFor()
    await expect.poll(() => page.locator('#reply details[open]').count()).toBe(0)
    // Without scripts the notice and its undo stand at the top until the next page.
    await page.reload()
    // The times to snooze until are a sheet, and what they are for has the rest of the window.
    const summary = page.locator('.snooze summary')
    await summary.click()
    expect(await isReachable(page, '#reply button[value=snooze]')).toBe(true)
    expect(await isReachable(page, '.ticket-head h2')).toBe(true)
    expect((await boxOf(summary)).y).toBeGreaterThan(phone.height * 0.3)
    await summary.click()
    expect(await isReachable(page, '#reply textarea')).toBe(true)
    await page.context().close()
  })
})

test('On a phone a ticket opens at its newest message', async () => {
  const page = await ownerOnPhone(true, 'en')
  await open(page, '/dashboard/tickets?state=all')
  await hydrated(page)
  await page.locator('.ledger a', { hasText: 'Sam Okafor' }).click()
  await page.locator('#reply').waitFor()
  expect(await page.locator('.message').count()).toBeGreaterThan(3)
  await expect.poll(() => isReachable(page, '.message:last-child .by')).toBe(true)
  await page.context().close()
})

test('On a phone the newest message stays in sight while one answers', async () => {
  const page = await ownerOnPhone(true, 'en')
  await open(page, '/dashboard/tickets?state=all')
  await hydrated(page)
  await page.locator('.ledger a', { hasText: 'Sam Okafor' }).click()
  await page.locator('#reply').waitFor()
  const newest = () => isReachable(page, '.message:last-child .by')
  // The list's link scrolls, too, and what follows the end hears of a scroll with the next frame.
  await expect
    .poll(async () => {
      await page.evaluate(scrolledToEnd)
      return newest()
    })
    .toBe(true)
  await page.locator('#reply textarea').focus()
  await expect.poll(newest).toBe(true)
  await page.setViewportSize({ ...phone, height: 300 })
  await expect.poll(newest).toBe(true)
  await page.locator('#reply textarea').fill('Thirteen is fine, too.')
  await page.locator('#reply button[value=reply]').click()
  await page.locator('.message', { hasText: 'Thirteen is fine' }).waitFor()
  await expect.poll(newest).toBe(true)
  await page.context().close()
})

test('On a phone a long reply leaves the message that it answers in sight', async () => {
  const page = await ownerOnPhone(true, 'en')
  await open(page, '/dashboard/tickets?state=all')
  await hydrated(page)
  // What follows the end of a ticket comes late on a slow line.
  let follow = () => {}
  const later = new Promise<void>((done) => {
    follow = done
  })
  await page.route(/ticket-signs/, (route) => later.then(() => route.continue()))
  const ticket = page.locator('.ledger a', { hasText: 'Lars Langer' })
  await ticket.click()
  await page.locator('#reply').waitFor()
  const message = () => isReachable(page, '.message:last-child .words')
  await expect.poll(message).toBe(true)
  await page.locator('#reply textarea').focus()
  expect(await message()).toBe(false)
  follow()
  await expect.poll(message).toBe(true)
  // Letter by letter, as the field grows line by line.
  await page.keyboard.type('We will call you at nine.\n'.repeat(9))
  await expect.poll(message).toBe(true)
  // The tab keeps what is not sent.
  await page.locator('.ticket .back').click()
  await ticket.click()
  await page.locator('#reply').waitFor()
  await expect.poll(() => page.locator('#reply textarea').inputValue()).toContain('at nine')
  await expect.poll(message).toBe(true)
  await page.reload()
  await hydrated(page)
  await expect.poll(() => page.locator('#reply textarea').inputValue()).toContain('at nine')
  await expect.poll(message).toBe(true)
  await page.context().close()
})

test('On a phone without scripts a draft that was kept stands below the conversation', async () => {
  const page = await ownerOnPhone(false, 'en')
  await open(page, '/dashboard/tickets?state=all')
  await page.locator('.ledger a', { hasText: 'Rechtsabteilung' }).click()
  await page.locator('#reply textarea').fill('We will call you at nine.\n'.repeat(9))
  await page.locator('#reply :is([value=take], [value=give])').click()
  await page.locator('#reply .banner').waitFor()
  expect(await page.locator('#reply textarea').inputValue()).toContain('at nine')
  expect(await isReachable(page, '.message .words')).toBe(true)
  expect(await isReachable(page, '#reply .banner')).toBe(true)
  await page.context().close()
})

test.each([true, false])(
  'On a phone the first press of a button below the words counts, with scripts: %s',
  async (javaScript) => {
    const page = await ownerOnPhone(javaScript, 'en')
    for (const name of ['Rechtsabteilung', 'Lena Hoffmann', 'Sam Okafor']) {
      await open(page, '/dashboard/tickets?state=all')
      if (javaScript) await hydrated(page)
      await page.locator('.ledger a', { hasText: name }).click()
      const button = page.locator('#reply :is([value=take], [value=give])')
      await button.waitFor()
      const { x, y } = await boxOf(button)
      await page.mouse.move(x + 10, y + 10)
      // The form unfolds as soon as a button has the focus.
      await page.mouse.down()
      expect((await boxOf(button)).y).toBeCloseTo(y, 0)
      const other = (await button.getAttribute('value')) === 'take' ? 'give' : 'take'
      await page.mouse.up()
      await page.locator(`#reply [value=${other}]`).waitFor()
    }
    await page.context().close()
  },
)

test('On a phone what is opened in a ticket lies over it, and moves nothing', async () => {
  const page = await ownerOnPhone(false, 'en')
  await open(page, '/dashboard/tickets?ticket=6')
  const places = () =>
    page
      .locator('.message, #reply, .visitor, #reply .acts')
      .evaluateAll((parts) => parts.map((each) => Math.round(each.getBoundingClientRect().top)))
  for (const fold of [
    '.facts li:nth-child(2) .menu',
    '.facts li:nth-child(3) .menu',
    '.facts li:last-child .menu',
    '.ticket-head > details:first-of-type',
    '.ticket-head > details:last-of-type',
    '.snooze',
    '.visitor',
  ]) {
    await page.evaluate(() => window.scrollTo(0, 0))
    const before = await places()
    const summary = page.locator(`${fold} > summary`)
    await summary.click()
    expect(await places(), fold).toEqual(before)
    const within = page.locator(`${fold} > :not(summary)`)
    expect((await boxOf(within)).height, fold).toBeGreaterThan(100)
    await summary.click()
  }
  await page.context().close()
})

test.each(languages)(
  'On a small phone the head of a ticket is short in %s, and what it cuts is whole in its folds',
  async (language) => {
    const page = await ownerOnPhone(false, language)
    await page.setViewportSize(smallPhone)
    await open(page, localizedPath('/dashboard/tickets?state=all', language))
    await page.locator('.ledger a', { hasText: 'Rechtsabteilung' }).click()
    await page.locator('.ticket-head').waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    const { y: head } = await boxOf(page.locator('.ticket-head'))
    const { y: first } = await boxOf(page.locator('.thread'))
    expect(first - head).toBeLessThan(142)
    const { tickets, ledger } = words[language]
    for (const [fold, part] of [
      ['.visitor', longAddress],
      ['.facts li:nth-child(3) .menu', ledger.priorityIs.high],
      ['.facts li:last-child .menu', tickets.organise.addTag],
      ['.ticket-head > details:last-of-type', tickets.merge.show],
    ] as const) {
      const summary = page.locator(`${fold} > summary`)
      const { width, height } = await boxOf(summary)
      expect(Math.min(width, height), fold).toBeGreaterThanOrEqual(40)
      await summary.click()
      await page.locator(`${fold} > :not(summary)`).getByText(part).first().waitFor()
      if (fold === '.visitor') expect(await page.locator('.visitor h3').innerText()).toBe(longName)
      await summary.click()
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(smallPhone.width)
    await page.locator('.ticket-head > details:last-of-type > summary').click()
    await page.getByRole('link', { name: tickets.print }).click()
    await page.locator('.sheet').waitFor()
    await page.goBack()
    await page.locator('.ticket-head').getByRole('link', { name: tickets.back }).click()
    await page.locator('.ledger').waitFor()
    await page.context().close()
  },
)

test('On a phone the page of a wrong number leads back to the list', async () => {
  const page = await ownerOnPhone(false, 'en')
  for (const [path, back] of [
    ['/dashboard/tickets?ticket=999', words.en.tickets.back],
    ['/dashboard/orders?order=999', words.en.orders.back],
  ] as const) {
    await page.goto(server.origin + path)
    await page.getByRole('link', { name: back }).click()
    await page.locator('.ledger').waitFor()
  }
  await page.context().close()
})

test.each(languages)(
  'On a small phone every list to choose from is as wide as its longest choice in %s',
  async (language) => {
    const page = await ownerOnPhone(false, language)
    await page.setViewportSize(smallPhone)
    const rooms = ['tickets?order=newest', 'feedback', 'orders'].map((room) => `/dashboard/${room}`)
    for (const path of ['/shop', ...rooms]) {
      await open(page, localizedPath(path, language))
      expect(await page.locator('main select').count(), path).toBeGreaterThan(0)
      expect(await page.evaluate(cutChoices), path).toEqual([])
    }
    await page.context().close()
  },
)

test.each(languages)(
  'On a small phone what is done with a ticket, or with several, is in one line in %s',
  async (language) => {
    const page = await ownerOnPhone(false, language)
    await page.setViewportSize(smallPhone)
    const linesOf = async (selector: string) => {
      const boxes = await Promise.all((await page.locator(selector).all()).map(boxOf))
      expect(boxes.length, selector).toBeGreaterThan(1)
      return new Set(boxes.map(({ y, height }) => Math.round((y + height / 2) / 10))).size
    }
    await open(page, localizedPath('/dashboard/tickets', language))
    await page.locator('.pick').first().click()
    expect(await linesOf('.several > *')).toBe(1)
    // Where it goes on beyond the edge, a shade there tells.
    const shade = await page
      .locator('.several')
      .evaluate((each) => getComputedStyle(each).backgroundAttachment)
    expect(shade).toBe('local, local, scroll, scroll')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(smallPhone.width)
    expect(await linesOf('.ticked > *')).toBe(1)
    await page.locator('.ledger a').first().click()
    await page.locator('#reply textarea').focus()
    for (const tools of await page.locator('.tools').all())
      expect(await tools.evaluate((each) => each.clientHeight)).toBeLessThan(60)
    await page.locator('.snooze summary').click()
    // The two stand below each other, whole.
    const menu = await boxOf(page.locator('.snooze .presets'))
    const [day, time] = await Promise.all((await page.locator('.snooze input').all()).map(boxOf))
    for (const box of [day, time])
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(menu.x + menu.width)
    expect((day?.y ?? 0) + (day?.height ?? 0)).toBeLessThanOrEqual(time?.y ?? 0)
    await page.context().close()
  },
)

test('On a small phone the line above a room stays one line while nobody is there', async () => {
  const page = await ownerOnPhone(false, 'de')
  await page.setViewportSize(smallPhone)
  const turn = async () => {
    await page.locator('.at-desk summary').click()
    await page.locator('.at-desk button').click()
    await page.locator('.at-desk:not([open])').waitFor()
  }
  const { height } = await boxOf(page.locator('.rail'))
  await turn()
  expect((await boxOf(page.locator('.rail'))).height).toBe(height)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(smallPhone.width)
  await turn()
  await page.context().close()
})

test('On a small phone a closed ticket’s note is as wide as what it has for it', async () => {
  const page = await ownerOnPhone(false, 'de')
  await page.setViewportSize(smallPhone)
  await open(page, '/de/dashboard/tickets?ticket=1')
  const [note, tools] = [page.locator('#reply textarea'), page.locator('#reply .tools').first()]
  expect((await boxOf(note)).width).toBeCloseTo((await boxOf(tools)).width, 0)
  await page.context().close()
})

test.each(['done', 'held'])(
  'On a small phone the tab of the list is in sight: %s',
  async (state) => {
    const page = await ownerOnPhone(false, 'de')
    await page.setViewportSize(smallPhone)
    await open(page, `/de/dashboard/tickets?state=${state}`)
    const tabs = page.locator('.states').last()
    const [strip, tab] = [await boxOf(tabs), await boxOf(tabs.locator('[aria-current]'))]
    expect(tab.x).toBeGreaterThanOrEqual(strip.x)
    // Boxes may lie between two pixels.
    expect(tab.x + tab.width).toBeLessThanOrEqual(strip.x + strip.width + 1)
    await page.context().close()
  },
)

test('On a small phone an address breaks between its parts alone', async () => {
  const page = await ownerOnPhone(false, 'de')
  await page.setViewportSize(smallPhone)
  const { number } = await server.newestTicket()
  await open(page, `/de/dashboard/tickets?ticket=${number}`)
  const shown = await page.evaluate(shownAddresses)
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.flatMap(({ broken }) => broken)).toEqual([])
  // One that fits a line is on one.
  await open(page, '/de/dashboard/settings/delete?step=confirm')
  const own = page.locator('.address', { hasText: demoOwner.email })
  expect((await boxOf(own.first())).height).toBeLessThan(30)
  await page.context().close()
})

test.each(languages)('The foot of a page is low on a small phone in %s', async (language) => {
  const page = await server.visitor({ javaScript: false, language })
  await page.setViewportSize(smallPhone)
  await open(page, localizedPath('/', language))
  const foot = await boxOf(page.locator('.site-footer'))
  expect(foot.height).toBeLessThanOrEqual(160)
  const links = await Promise.all((await page.locator('.site-footer a').all()).map(boxOf))
  expect(links.length).toBeGreaterThanOrEqual(5)
  for (const { height } of links) expect(height).toBeGreaterThanOrEqual(24)
  await page.context().close()
})

test.each([
  [phone.width, true],
  [1440, false],
])('At %i px a text of the home page stands below its heading: %s', async (width, isBelow) => {
  const page = await server.visitor({ javaScript: false })
  await page.setViewportSize({ width, height: 900 })
  await open(page, '/')
  for (const [part, text] of [
    ['hours', '.place'],
    ['questions', 'details:last-child'],
    ['about', '.prose'],
  ] as const) {
    const row = page.locator(`[aria-labelledby=part-${part}]`)
    const heading = await boxOf(row.locator('h2'))
    const { x, y } = await boxOf(row.locator(text))
    expect(x < heading.x + heading.width, part).toBe(isBelow)
    if (isBelow) expect(y, part).toBeGreaterThanOrEqual(heading.y + heading.height)
  }
  await page.context().close()
})

test('A line of an order keeps its number beside its title on a small phone', async () => {
  const page = await ownerOnPhone(false, 'de')
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, '/de/dashboard/orders?order=1005')
    const tops = await page
      .locator('.bill .line th')
      .first()
      .evaluate((cell) => {
        const text = cell.firstChild as Text
        const topOf = (at: number) => {
          const range = document.createRange()
          range.setStart(text, at)
          range.setEnd(text, at + 1)
          return range.getBoundingClientRect().top
        }
        const word = text.data.search(/\p{L}/u)
        const end = word + text.data.slice(word).search(/[\s,]/)
        return [0, word, end - 1].map(topOf)
      })
    expect(new Set(tops).size, `${width}`).toBe(1)
  }
  await page.context().close()
})

test.each([
  [true, false],
  [false, true],
])('With scripts %s a phone says at once whom a note notifies: %s', async (scripts, isShown) => {
  const page = await ownerOnPhone(scripts, 'en')
  await open(page, '/dashboard/tickets?ticket=1')
  if (scripts) await hydrated(page)
  expect(await page.locator('.reply .upper > small').isVisible()).toBe(isShown)
  await page.context().close()
})

test('A product’s name and price are in sight on a phone, whatever its picture', async () => {
  const page = await server.visitor({ javaScript: false })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/shop?item=house-coffee')
  // A photo that is higher than wide.
  await page
    .locator('.images img')
    .first()
    .evaluate((picture) => {
      picture.classList.add('photo')
      picture.setAttribute('height', '600')
    })
  const { y, height } = await boxOf(page.locator('.item .price strong'))
  expect(y + height).toBeLessThanOrEqual(664)
  await page.context().close()
})

test('A toast on a phone lies over no heading, bar, step or composer', async () => {
  const page = await ownerOnPhone(true, 'en')
  const places = [
    '/dashboard',
    '/dashboard/settings/replies',
    '/dashboard/tickets?ticket=1',
    '/dashboard/orders?order=1005',
  ]
  for (const path of places) {
    await open(page, path)
    await hydrated(page)
    // Its fields hydrate before what reports a failure listens.
    const fail = () => void Promise.reject(new Error('The scale is broken'))
    await expect
      .poll(async () => {
        await page.evaluate(fail)
        return page.locator('.toast').count()
      })
      .toBeGreaterThan(0)
    const apart = 'h1, .ticket-head, .places, .reply, .step-bar'
    const covered = () => page.locator('.toast').first().evaluate(coveredBy, apart)
    await expect.poll(covered, { message: path }).toEqual([])
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(covered, { message: `${path}, at its end` }).toEqual([])
  }
  await page.context().close()
})

test('A toast on a phone is in sight wherever the ticket before it was scrolled to', async () => {
  const page = await ownerOnPhone(true, 'en')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/dashboard/tickets?ticket=4')
  await hydrated(page)
  const undo = page.locator('.toast [value=undo]')
  await page.locator('#reply [value=solve]').click()
  await undo.click()
  await arriveAt(page, /ticket=4/)
  await page.locator('.toast:not(:has(button))').waitFor()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await page.locator('.snooze summary').click()
  await page.locator('.snooze .presets button').first().click()
  await arriveAt(page, /ticket=(?!4)/)
  await undo.click()
  await arriveAt(page, /ticket=4/)
  await page.context().close()
})

/** Scrolls to the end of the page, and waits for two frames. */
function scrolledToEnd() {
  window.scrollTo(0, document.documentElement.scrollHeight)
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}

/** What of these a toast lies over, or that it is not within the window. */
function coveredBy(toast: Element, selector: string) {
  const box = toast.getBoundingClientRect()
  const isOver = (other: DOMRect) =>
    other.width > 1 &&
    box.left < other.right &&
    other.left < box.right &&
    box.top < other.bottom &&
    other.top < box.bottom
  const outside = box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth
  return [...document.querySelectorAll(selector)]
    .filter((each) => isOver(each.getBoundingClientRect()))
    .map((each) => each.className || each.tagName)
    .concat(outside ? ['outside'] : [])
}

/** The choices of the page's lists that their list has no room for. */
function cutChoices() {
  return [...document.querySelectorAll('select')]
    .filter((select) => select.checkVisibility())
    .flatMap((select) => {
      const natural = select.cloneNode() as HTMLSelectElement
      natural.style.cssText = 'position: absolute; inset: 0 auto auto 0; width: max-content'
      select.after(natural)
      const cut = [...select.options].filter(({ text }) => {
        natural.replaceChildren(new Option(text))
        return natural.offsetWidth > select.offsetWidth
      })
      natural.remove()
      return cut.map(({ text }) => `${select.name}: ${text}`)
    })
}

/** The addresses that are to be seen, each with those of its parts that take more than one line. */
function shownAddresses() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const shown: { broken: string[] }[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    if (!node.parentElement?.checkVisibility()) continue
    if (node.parentElement.closest('head, script, style, textarea')) continue
    for (const { 0: word, index } of text.matchAll(/\S*[@/]\S+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      shown.push({ broken: lines.size > 1 ? [word] : [] })
    }
  }
  return shown
}

test('the menus of the desk close on Escape, and on a press beside them', async () => {
  const page = await ownerOnPhone(true, 'en')
  await open(page, '/dashboard')
  await hydrated(page)
  // In the gutter, where no link is.
  const beside = () => page.mouse.click(4, phone.height / 2)
  for (const menu of ['.rest', '.at-desk']) {
    const summary = page.locator(`${menu} > summary`)
    const opened = page.locator(`${menu}[open]`)
    for (const close of [() => page.keyboard.press('Escape'), beside]) {
      await summary.click()
      await opened.waitFor()
      await close()
      await opened.waitFor({ state: 'detached' })
    }
    await summary.click()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    expect(await summary.evaluate((each) => each === document.activeElement)).toBe(true)
  }
  await page.context().close()
})

test.each(
  languages.flatMap((language) => [true, false].map((scripts) => [language, scripts] as const)),
)(
  'The form of a first question is in sight on a phone as a whole, in %s, with scripts: %s',
  async (language, javaScript) => {
    const page = await server.visitor({ javaScript, language })
    // What a browser’s own bars leave of 390×844.
    await page.setViewportSize({ width: 390, height: javaScript ? 664 : 844 })
    await open(page, localizedPath('/chat', language))
    for (const each of ['#body', '#name', '#email', '.attach label', '.composer .button'])
      expect(await isReachable(page, each), each).toBe(true)
    await page.setViewportSize({ width: 320, height: 568 })
    for (const each of ['h1', '.state', '#body'])
      expect(await isReachable(page, each), each).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.context().close()
  },
)

test.each([true, false])(
  'On a phone what was said has the most room of a chat, with scripts: %s',
  async (javaScript) => {
    const page = await server.visitor({ javaScript })
    await page.setViewportSize({ width: 390, height: 640 })
    await open(page, '/chat')
    await page.locator('#body').fill('Do you have the wool scarf in green?')
    await page.locator('.composer .button').click()
    await arriveAt(page, /t=/)
    const said = page.locator(javaScript ? '.scroll' : '.log-frame')
    expect((await boxOf(said)).height).toBeGreaterThan(300)
    for (const each of ['#body', '.composer .button', '.attach label', '.more > summary'])
      expect(await isReachable(page, each), each).toBe(true)
    // Above a keyboard.
    await page.setViewportSize({ width: 390, height: 320 })
    await page.locator('#body').focus()
    for (const each of ['#body', '.composer .button'])
      expect(await isReachable(page, each), each).toBe(true)
    await page.context().close()
  },
)

test.each(
  languages.flatMap((language) => [true, false].map((scripts) => [language, scripts] as const)),
)(
  'The head of a chat on the narrowest phones is one line with the state below, which covers no day, in %s, with scripts: %s',
  async (language, javaScript) => {
    const page = await server.visitor({ javaScript, language })
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page, localizedPath('/chat', language))
    await page.locator('#body').fill('Do you have the wool scarf in green?')
    await page.locator('.composer .button').click()
    await arriveAt(page, /t=/)
    const heading = await boxOf(page.locator('h1'))
    const afresh = await boxOf(page.locator('.afresh'))
    expect(afresh.y).toBeLessThan(heading.y + heading.height / 2)
    const shown = javaScript ? page : page.frameLocator('.log-frame')
    const state = await boxOf(shown.locator(javaScript ? '.state' : '.availability').last())
    expect(state.x).toBe(heading.x)
    expect((await boxOf(shown.locator('li.day time'))).y).toBeGreaterThan(state.y + state.height)
    await page.context().close()
  },
)

async function ownerOnPhone(javaScript: boolean, language: 'en' | 'de') {
  const page = await server.visitor({ javaScript, language })
  await page.setViewportSize(phone)
  await open(page, localizedPath('/login', language))
  await page.locator('input[name=email]').fill(demoOwner.email)
  await page.locator('input[name=password]').fill(demoOwner.password)
  await page.locator('#login .deeds .button').click()
  await arriveAt(page, /dashboard/)
  return page
}

async function boxOf(each: ReturnType<Page['locator']>) {
  const box = await each.boundingBox()
  if (!box) throw new Error(`${each} is not to be seen`)
  return box
}

/** How far, in pixels, the last thing of the page lies below the bar's upper edge, scrolled to the end. */
function coveredAtTheEnd(page: Page) {
  return page.evaluate(() => {
    const top = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect().top ?? 0
    const main = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0
    return Math.floor(main - top('.places'))
  })
}

/** Whether a finger at its middle would touch it. */
function isReachable(page: Page, selector: string) {
  return page.locator(selector).evaluate((each) => {
    const { left, top, width, height } = each.getBoundingClientRect()
    const touched = document.elementFromPoint(left + width / 2, top + height / 2)
    return touched !== null && each.contains(touched) && top >= 0 && top + height <= innerHeight
  })
}
