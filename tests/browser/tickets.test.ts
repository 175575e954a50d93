import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awaitedLater } from '../support/awaited-later'
import {
  hearsKeys,
  hydrated,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { de, en } from '../support/locales'

const replies = '/dashboard/settings/replies'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** Somebody begins a conversation at the site's own desk. */
async function ask(text: string, name: string, email = '') {
  const visitor = await server.visitor({ javaScript: false })
  await open(visitor, '/chat')
  await visitor.locator('#name').fill(name)
  await visitor.locator('#email').fill(email)
  await visitor.locator('#body').fill(text)
  const answered = awaitedLater(visitor.waitForEvent('domcontentloaded'))
  await visitor.getByRole('button', { name: en.chat.send }).click()
  await answered
  await visitor.context().close()
}

describe('Working on tickets without scripts, in German', () => {
  const { replies: repliesWords, tickets } = de
  let owner: Page

  beforeAll(async () => {
    owner = await server.visitor({ javaScript: false, language: 'de' })
    await signUp(owner, newEmail(), 'de')
    for (const name of ['Anna', 'Ben', 'Cleo']) await ask(`Hier ist ${name}.`, name)
  })

  /** Presses a button and waits for the page that comes. */
  async function press(name: string) {
    const answered = awaitedLater(owner.waitForEvent('domcontentloaded'))
    await owner.getByRole('button', { name, exact: true }).click()
    await answered
  }

  test('a saved reply is made, and put into an answer that was begun', async () => {
    await open(owner, `/de${replies}`)
    await owner.getByLabel(repliesWords.shortcut, { exact: true }).fill('hallo')
    await owner.getByLabel('Text auf Englisch').fill('Hello {visitor}, this is {ticket}.')
    await press(repliesWords.add)
    await owner.getByText('Hello {visitor}, this is {ticket}.').waitFor()
    await open(owner, '/de/dashboard/tickets?ticket=1')
    await owner.locator('#body').fill('Zuerst dies.')
    await owner.locator('#reply summary', { hasText: de.saved.heading }).click()
    await owner.locator('[name=saved]', { hasText: '/hallo' }).click()
    expect(await owner.locator('#body').inputValue()).toBe('Zuerst dies.\n\nHello Anna, this is 1.')
  })

  test('a ticket is put off, and the answer that was begun is still there', async () => {
    await owner.getByText(tickets.snooze.heading, { exact: true }).click()
    const answered = awaitedLater(owner.waitForEvent('domcontentloaded'))
    await owner.getByRole('button', { name: tickets.snooze.tomorrow }).click()
    await answered
    await owner.locator('.ticket-head .tag').getByText('zurück ').waitFor()
    expect(await owner.locator('#body').inputValue()).toContain('Zuerst dies.')
  })

  test('the Enter key in the field of tags saves them', async () => {
    await open(owner, '/de/dashboard/tickets?ticket=2')
    await owner.locator('.ticket').getByText(tickets.tags, { exact: true }).first().click()
    await owner.getByLabel(tickets.organise.addTag).fill('Kuchen, Eilig')
    const answered = awaitedLater(owner.waitForEvent('domcontentloaded'))
    await owner.getByLabel(tickets.organise.addTag).press('Enter')
    await answered
    await owner.locator('.facts').getByRole('link', { name: 'Eilig' }).click()
    await owner.locator('.ledger').getByRole('link', { name: 'Ben' }).waitFor()
    expect(await owner.locator('.ledger li').count()).toBe(1)
  })

  test('the end of a ticket leads to the next, and its notice undoes it', async () => {
    await open(owner, '/de/dashboard/tickets?ticket=2')
    await press(tickets.solve)
    await owner.getByRole('heading', { name: '3 · Cleo' }).waitFor()
    await owner.locator('.banner', { hasText: 'Ticket 2 ist erledigt.' }).waitFor()
    await press(de.layout.undo)
    await owner.getByRole('heading', { name: '2 · Ben' }).waitFor()
    await owner.locator('.ticket-head .tag').getByText(tickets.state.open).waitFor()
  })

  test('undoing keeps the reply that was begun for the next', async () => {
    await press(tickets.solve)
    await owner.getByRole('heading', { name: '3 · Cleo' }).waitFor()
    await owner.locator('#body').fill('Halb fertig')
    await press(de.layout.undo)
    await owner.locator('.banner', { hasText: 'Ticket 2 ist wieder offen.' }).waitFor()
    await owner.getByRole('heading', { name: '3 · Cleo' }).waitFor()
    expect(await owner.locator('#body').inputValue()).toBe('Halb fertig')
  })

  test('two tickets become one, after a step that shows both', async () => {
    await open(owner, '/de/dashboard/tickets?ticket=3')
    await owner.locator('.ticket-head').getByTitle(tickets.organise.heading).click()
    await owner.getByLabel(tickets.merge.with).fill('2')
    await press(tickets.merge.show)
    await owner.locator('.merge').getByText('Hier ist Cleo.').waitFor()
    await owner.locator('.merge').getByText('Hier ist Ben.').waitFor()
    await press('3 und 2 zusammenführen')
    await owner.getByRole('heading', { name: '2 · Ben' }).waitFor()
    expect(await owner.locator('.message').allTextContents()).toHaveLength(2)
    await owner.getByText(tickets.mergedFrom.replace('{{numbers}}', '3')).waitFor()
    expect(new URL(owner.url()).searchParams.get('ticket')).toBe('2')
    expect(await owner.locator('.merged').count()).toBe(0)
  })

  test('a guest who is blocked leads to what that means', async () => {
    await open(owner, '/de/dashboard/tickets?ticket=2')
    await owner.locator('.ticket-head').getByTitle(tickets.organise.heading).click()
    await press(tickets.block.submit)
    expect(new URL(owner.url()).hash).toBe('#held')
    await owner.locator('#held').getByText(de.history.hold.blocked).waitFor()
    await press(tickets.block.undo)
  })

  test('a long address names its ticket once, on the narrowest phone, in print and before a merge', async () => {
    const address =
      'johanna.schmidt-wolkenstein.buchhaltung@kaffeeroesterei-niederrhein.example.com'
    await ask('Hier ist jemand.', '', address)
    const wide = owner.viewportSize()
    await owner.setViewportSize({ width: 320, height: 640 })
    const fits = async (part: string) => {
      const width = await owner.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBe(320)
      const text = await owner.locator(part).first().textContent()
      expect(text?.split(address)).toHaveLength(2)
    }
    await open(owner, '/de/dashboard/tickets?ticket=4&print=1')
    await fits('.sheet header')
    await open(owner, '/de/dashboard/tickets?ticket=4')
    const head = await owner.locator('.ticket-head').textContent()
    expect(head).toContain(address)
    expect(await owner.locator('.ticket-facts').textContent()).not.toContain(address)
    expect(await owner.locator(`.ticket-head [href="mailto:${address}"]`).count()).toBe(1)
    await owner.locator('.ticket-head').getByTitle(tickets.organise.heading).click()
    await owner.getByLabel(tickets.merge.with).fill('1')
    await press(tickets.merge.show)
    await fits('.merge .side')
    const send = owner.getByRole('button', { name: tickets.sendReply, exact: true })
    const confirm = owner.locator('.merge [value=confirm-merge]')
    await confirm.scrollIntoViewIfNeeded()
    const [above, below] = [await confirm.boundingBox(), await send.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
    await owner.setViewportSize(wide ?? { width: 1280, height: 720 })
  })

  test('the buttons for many appear once one is ticked, and say what they could not do', async () => {
    await open(owner, '/de/dashboard/tickets?state=all')
    const many = owner.locator('.bulk')
    expect(await many.isVisible()).toBe(false)
    const solveAll = async () => {
      const boxes = await owner.locator('.pick input').all()
      for (const box of boxes) await box.check()
      await press(`${tickets.solve}: ${tickets.bulk.selected}`)
      expect(await owner.locator('main').innerText()).toContain(
        de.notices.bulkSolved_other.replace('{{count}}', String(boxes.length)),
      )
      expect(await owner.locator('.pick :checked').count()).toBe(0)
    }
    await solveAll()
    await press(de.layout.undo)
    expect(await owner.locator('main').innerText()).toContain(
      de.notices.bulkUndone_other.split('{{count}}')[0],
    )
    await solveAll()
    await owner.locator('.pick input').first().check()
    await press(`${tickets.solve}: ${tickets.bulk.selected}`)
    await owner.getByText('Unverändert').waitFor()
  })

  test('no help is offered for keys that need scripts', async () => {
    expect(await owner.locator('.keys').innerText()).toBe('')
  })
})

describe('Working on tickets with the keyboard', () => {
  const { replies: repliesWords, tickets } = en
  let owner: Page
  let desk: string

  beforeAll(async () => {
    owner = await server.visitor()
    await signUp(owner, newEmail(), 'en')
    await open(owner, '/dashboard')
    desk = new URL((await owner.locator('.share a').getAttribute('href')) ?? '', server.origin)
      .search
    for (const name of ['Dora', 'Emil']) {
      const visitor = await server.visitor({ javaScript: false })
      await open(visitor, `/chat${desk}`)
      await visitor.locator('#name').fill(name)
      await visitor.locator('#body').fill(`This is ${name}.`)
      const answered = awaitedLater(visitor.waitForEvent('domcontentloaded'))
      await visitor.getByRole('button', { name: en.chat.send }).click()
      await answered
      await visitor.context().close()
    }
    await open(owner, replies)
    await owner.getByLabel(repliesWords.shortcut, { exact: true }).fill('hi')
    await owner.getByLabel('Text in English').fill('Hello {visitor}!')
    await owner.getByRole('button', { name: repliesWords.add }).click()
    await owner.getByRole('link', { name: '/hi' }).waitFor()
    await owner.getByLabel(repliesWords.shortcut, { exact: true }).fill('bye')
    await owner.getByLabel('Text in English').fill('Goodbye!')
    await owner.getByRole('button', { name: repliesWords.add }).click()
    await owner.getByRole('link', { name: '/bye' }).waitFor()
    // In a wider window the first ticket opens by itself, before or after a key.
    await owner.setViewportSize({ width: 1279, height: 720 })
    await open(owner, '/dashboard/tickets')
    await hearsKeys(owner)
  })

  const heading = (text: string) => owner.getByRole('heading', { name: text }).waitFor()

  test('keys go through the list, and to the field', async () => {
    await owner.keyboard.press('j')
    await heading('1 · Dora')
    await owner.keyboard.press('j')
    await heading('2 · Emil')
    await owner.keyboard.press('k')
    await heading('1 · Dora')
    await owner.keyboard.press('r')
    await owner.keyboard.type('just rnsk/?')
    expect(await owner.locator('#body').inputValue()).toBe('just rnsk/?')
    await owner.locator('#body').fill('')
  })

  test('a press on a ticket reads that ticket, and neither rail nor list', async () => {
    const routesOf = (url: string) => new URL(url).searchParams.get('_routes')
    const asked = awaitedLater(owner.waitForRequest((request) => routesOf(request.url()) !== null))
    await owner.locator('.ledger a', { hasText: 'Emil' }).click()
    await heading('2 · Emil')
    expect(routesOf((await asked).url())?.split(',')).toEqual([
      'root',
      'routes/($lang)',
      'routes/($lang).dashboard.tickets._index',
    ])
    await owner.keyboard.press('k')
    await heading('1 · Dora')
  })

  test('a draft is there after a look at another ticket, and after a reload', async () => {
    const body = owner.locator('#body')
    await body.pressSequentially('Half an ans')
    await owner.keyboard.press('Escape')
    await owner.keyboard.press('j')
    await heading('2 · Emil')
    expect(await body.inputValue()).toBe('')
    await owner.keyboard.press('k')
    await heading('1 · Dora')
    await expect.poll(() => body.inputValue()).toBe('Half an ans')
    await owner.reload({ waitUntil: 'domcontentloaded' })
    await expect.poll(() => body.inputValue()).toBe('Half an ans')
    // The tab's draft comes back once more with the page's script.
    await hydrated(owner)
    await body.fill('')
  })

  test('a shortcut becomes its text at the cursor, and one undo takes it back', async () => {
    const sent: string[] = []
    owner.on('request', (request) => {
      // That somebody types is said every four seconds, and a draft is kept while they do.
      const isSign = request.url().includes('/live?') || request.postData()?.includes('draft')
      if (request.method() === 'POST' && !isSign) sent.push(request.url())
    })
    await owner.locator('#body').pressSequentially('Well. /hi ')
    expect(await owner.locator('#body').inputValue()).toBe('Well. Hello Dora!')
    await owner.keyboard.press('Control+z')
    expect(await owner.locator('#body').inputValue()).toBe('Well. /hi ')
    await owner.locator('#body').fill('')
    await owner.locator('#body').pressSequentially('/hi')
    await owner.keyboard.press('Enter')
    expect(await owner.locator('#body').inputValue()).toBe('Hello Dora!')
    await owner.locator('#body').fill('')
    await owner.locator('#reply summary', { hasText: en.saved.heading }).click()
    await owner.getByRole('button', { name: '/hi Hello Dora!' }).click()
    expect(await owner.locator('#body').inputValue()).toBe('Hello Dora!')
    expect(sent).toEqual([])
    await owner.keyboard.press('Control+Enter')
    await owner.locator('.message.own').getByText('Hello Dora!').waitFor()
  })

  test('a slash in an empty answer opens the menu of saved replies, and Escape gives it back', async () => {
    const body = owner.locator('#body')
    const menu = owner.locator('#reply .saved')
    const offered = () => menu.getByRole('button').allTextContents()
    await body.fill('')
    await body.press('/')
    expect(await menu.locator('input').evaluate((field) => field === document.activeElement)).toBe(
      true,
    )
    await owner.keyboard.type('good')
    await expect.poll(offered).toEqual(['/bye Goodbye! '])
    await owner.keyboard.press('Escape')
    expect(await body.inputValue()).toBe('/good')
    expect(await menu.getAttribute('open')).toBeNull()
    expect(await owner.evaluate(() => document.activeElement?.id)).toBe('body')
    await body.fill('')
    await owner.keyboard.type('/by')
    await owner.keyboard.press('ArrowDown')
    await owner.keyboard.press('Enter')
    expect(await body.inputValue()).toBe('Goodbye!')
    await body.fill('')
    await owner.keyboard.type('/hi ')
    expect(await body.inputValue()).toBe('Hello Dora!')
  })

  test('a slash lists the saved replies: arrows, Enter and Tab choose, Escape closes', async () => {
    const body = owner.locator('#body')
    const options = owner.locator('#suggestions [role=option]')
    const chosen = () => owner.locator('#suggestions [aria-selected=true]').textContent()
    await body.fill('Yes. ')
    await body.press('End')
    await body.press('/')
    await expect.poll(() => options.allTextContents()).toEqual(['/bye Goodbye!', '/hi Hello Dora!'])
    expect(await chosen()).toContain('/bye')
    const active = await body.getAttribute('aria-activedescendant')
    expect(await owner.locator(`#${active}`).textContent()).toContain('/bye')
    await body.press('ArrowDown')
    await expect.poll(chosen).toContain('/hi')
    await body.press('ArrowDown')
    await expect.poll(chosen).toContain('/bye')
    await body.press('Tab')
    expect(await body.inputValue()).toBe('Yes. Goodbye!')
    await expect.poll(() => options.count()).toBe(0)
    expect(await body.getAttribute('aria-activedescendant')).toBeNull()

    await body.fill('')
    await body.pressSequentially('Yes. /h')
    await expect.poll(() => options.count()).toBe(1)
    await body.press('Escape')
    await expect.poll(() => options.count()).toBe(0)
    await body.press('Enter')
    expect(await body.inputValue()).toBe('Yes. /h\n')
    await body.fill('')
    await body.pressSequentially('Yes. /h')
    await options.first().click()
    expect(await body.inputValue()).toBe('Yes. Hello Dora!')
    await body.fill('')
    await body.pressSequentially('and/or')
    expect(await options.count()).toBe(0)
    await body.fill('')
  })

  test('a note is kept and the ticket solved without the mouse', async () => {
    await owner.locator('.ticket-head h2').click()
    await owner.keyboard.press('n')
    await owner.keyboard.type('Only for me')
    const send = owner.locator('#reply [value=reply]')
    expect(await send.isVisible()).toBe(false)
    // What is written as a note never becomes a reply.
    await owner.keyboard.press('Escape')
    expect(await send.isVisible()).toBe(false)
    await owner.keyboard.press('z')
    const snooze = owner.locator('#reply .snooze')
    await expect.poll(() => snooze.getAttribute('open')).not.toBeNull()
    await owner.keyboard.press('Escape')
    expect(await snooze.getAttribute('open')).toBeNull()
    await owner.keyboard.press('n')
    await owner.keyboard.press('Control+Enter')
    await owner.locator('.message.note').getByText('Only for me').waitFor()
    await owner.locator('.ticket-head h2').click()
    await send.waitFor()
    await owner.keyboard.press('s')
    await heading('2 · Emil')
    await owner.locator('.toast', { hasText: 'Ticket 1 is done.' }).waitFor()
    // What comes meanwhile does not take the notice away.
    await owner.evaluate(() => window.dispatchEvent(new Event('focus')))
    await owner.keyboard.press('u')
    await heading('1 · Dora')
    await owner.locator('.ticket-head .tag').getByText(tickets.state.waiting).waitFor()
    await owner.locator('.ticket-head h2').click()
    await owner.keyboard.press('z')
    await owner.keyboard.press('Enter')
    await heading('2 · Emil')
  })

  test('a guest is blocked: the menu closes, what it means is in sight, and the answer stays', async () => {
    await owner.setViewportSize({ width: 390, height: 844 })
    await open(owner, '/dashboard/tickets?ticket=2')
    await hearsKeys(owner)
    const body = owner.locator('#body')
    await body.fill('Half an answer')
    await owner.locator('.ticket-head').getByTitle(tickets.organise.heading).click()
    await owner.getByRole('button', { name: tickets.block.submit }).click()
    const meaning = owner.locator('#held', { hasText: en.history.hold.blocked })
    await meaning.waitFor()
    expect(await owner.locator('.ticket-head [open]').count()).toBe(0)
    await expect.poll(() => meaning.evaluate((each) => each === document.activeElement)).toBe(true)
    const { top, bottom } = await meaning.evaluate((each) => each.getBoundingClientRect().toJSON())
    expect(top).toBeGreaterThan(0)
    expect(bottom).toBeLessThan(844)
    expect(await body.inputValue()).toBe('Half an answer')
    await owner.getByRole('button', { name: tickets.block.undo }).click()
    await meaning.waitFor({ state: 'detached' })
    await body.fill('')
    await owner.setViewportSize({ width: 1280, height: 720 })
    await owner.locator('.ticket-head h2').click()
  })

  test('the help says them, closes by Escape, and turns them off for good', async () => {
    await owner.keyboard.press('?')
    await owner.getByRole('dialog').getByText(tickets.keys.next).waitFor()
    await owner.keyboard.press('Escape')
    await owner.getByRole('dialog').waitFor({ state: 'hidden' })
    await owner.getByRole('button', { name: tickets.keys.heading }).click()
    await owner.getByLabel(tickets.keys.use).uncheck()
    await owner.locator('#keys').getByRole('button', { name: tickets.keys.close }).click()
    await owner.reload({ waitUntil: 'domcontentloaded' })
    await hearsKeys(owner)
    await owner.keyboard.press('?')
    await owner.keyboard.press('/')
    expect(await owner.getByRole('dialog').count()).toBe(0)
    expect(await owner.locator('#q').evaluate((field) => field === document.activeElement)).toBe(
      false,
    )
  })
})
