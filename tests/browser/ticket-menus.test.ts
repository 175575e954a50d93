import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { largestFile } from '../../app/domain/files/attachments'
import { moveTicket } from '../../app/domain/tickets/conversations'
import { addTags } from '../../app/domain/tickets/organising'
import type { Ticket } from '../../app/domain/tickets/tickets'
import { hearsKeys, open } from '../support/browser-server'
import { type DemoDesk, openDemoDesk } from '../support/demo-desk'
import { en } from '../support/locales'

let desk: DemoDesk
beforeAll(async () => {
  desk = await openDemoDesk()
})
afterAll(() => desk.server.close())

const { organise, tags } = en.tickets
const { priorityIs } = en.ledger
const elif = 'Elif Aydın'

const menu = (page: Page, name: string) =>
  page.locator('.facts .menu').filter({ has: page.locator(`summary[title="${name}"]`) })
const find = async ({ deskId, number }: Ticket) => {
  const ticket = await desk.services.tickets.find({ deskId, number })
  return { priority: ticket?.priority, tags: ticket?.tags, state: ticket?.state }
}
const assigneeOf = async ({ deskId, number }: Ticket) =>
  (await desk.services.tickets.find({ deskId, number }))?.assignee

describe.each([true, false])('A menu of a ticket, with scripts: %s', (javaScript) => {
  let page: Page
  let ticket: Ticket
  beforeAll(async () => {
    const signedIn = await desk.signIn('en')
    ticket = await desk.begin('Do you deliver?')
    const state = await signedIn.context().storageState()
    page = await desk.server.visitor({ javaScript })
    await page.context().addCookies(state.cookies)
    await signedIn.context().close()
    await open(page, `/dashboard/tickets?ticket=${ticket.number}`)
    if (javaScript) await hearsKeys(page)
    await page.locator('#body').fill('Half an answer')
  })

  const isKept = async () => {
    await expect.poll(() => page.locator('.ticket .over[open]').count()).toBe(0)
    expect(await page.locator('#body').inputValue()).toBe('Half an answer')
  }

  test('gives it to a member at one press, and marks whose it is', async () => {
    const assignee = menu(page, en.history.whose.choice)
    await assignee.locator('summary').click()
    await assignee.getByRole('button', { name: elif }).click()
    await assignee.locator('.tag', { hasText: elif }).waitFor()
    expect(await assigneeOf(ticket)).toBe('demo-elif')
    expect(await assignee.locator('[aria-current]').textContent()).toBe(elif)
    await isKept()
  })

  test('sets its priority at one press', async () => {
    const priority = menu(page, en.tickets.priority)
    await priority.locator('summary').click()
    const choice = priority.getByRole('button', { name: priorityIs.high, exact: true })
    await choice.click()
    await priority.locator('.chip', { hasText: priorityIs.high }).waitFor()
    expect((await find(ticket)).priority).toBe('high')
    await isKept()
  })

  test('The menu of tags adds those that commas part, and its field is empty again', async () => {
    const tagging = menu(page, tags)
    await tagging.locator('summary').click()
    await tagging.locator('#tags').fill(' Torte,,torte, Eilig ')
    await tagging.locator('[value=tag]').click()
    await page.locator('.facts').getByRole('link', { name: 'Eilig' }).waitFor()
    expect((await find(ticket)).tags).toEqual(['Torte', 'Eilig'])
    await isKept()
    await expect.poll(() => page.locator('#tags').inputValue()).toBe('')
  })

  test('The menu of tags takes one away at one press', async () => {
    const tagging = menu(page, tags)
    await tagging.locator('summary').click()
    const name = organise.untag.replace('{{tag}}', 'Torte')
    await tagging.getByRole('button', { name }).click()
    await page.locator('.facts').getByRole('link', { name: 'Torte' }).waitFor({ state: 'detached' })
    expect((await find(ticket)).tags).toEqual(['Eilig'])
    await isKept()
  })

  test('The menu of tags sets one that the desk has at one press', async () => {
    const tagging = menu(page, tags)
    await tagging.locator('summary').click()
    await tagging.getByRole('button', { name: 'Office', exact: true }).click()
    await page.locator('.facts').getByRole('link', { name: 'Office' }).waitFor()
    expect((await find(ticket)).tags).toEqual(['Eilig', 'Office'])
    await isKept()
  })

  test('opens again where its tags are refused', async () => {
    const tagging = menu(page, tags)
    await tagging.locator('summary').click()
    await tagging.locator('#tags').fill('x'.repeat(31))
    await tagging.locator('[value=tag]').click()
    await tagging.getByText(en.tickets.errors.tags).waitFor()
    expect(await tagging.locator('#tags').isVisible()).toBe(true)
    expect(await page.locator('#body').inputValue()).toBe('Half an answer')
  })
})

describe('In a ticket with scripts', () => {
  let page: Page
  beforeAll(async () => {
    page = await desk.signIn('en')
  })

  async function openTicket(): Promise<Ticket> {
    const ticket = await desk.begin('Do you deliver?')
    await openPage(ticket)
    return ticket
  }

  const focused = () => page.evaluate(() => document.activeElement?.textContent)

  async function openPage({ number }: Ticket) {
    await open(page, `/dashboard/tickets?ticket=${number}`)
    await hearsKeys(page)
  }

  test('Enter in the field of tags saves them, and releases nothing', async () => {
    const ticket = await desk.begin('Buy followers')
    await moveTicket(desk.services, ticket, 'block', new Date())
    await openPage(ticket)
    await menu(page, tags).locator('summary').click()
    await page.locator('#tags').fill('Werbung')
    await page.locator('#tags').press('Enter')
    await page.locator('.facts').getByRole('link', { name: 'Werbung' }).waitFor()
    expect(await find(ticket)).toMatchObject({ state: 'held', tags: ['Werbung'] })
  })

  test('Enter in the field of copies goes on in the answer, and opens no menu', async () => {
    const ticket = await openTicket()
    await page.locator('#body').fill('Half an answer')
    await page.locator('.cc summary').click()
    await page.keyboard.type('chef@example.com')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('body')
    expect(await menu(page, tags).getAttribute('open')).toBe(null)
    expect(await page.locator('[name=cc]').inputValue()).toBe('chef@example.com')
    await page.keyboard.press('Control+Enter')
    await page.locator('.message', { hasText: 'Half an answer' }).waitFor()
    expect((await find(ticket)).tags).toEqual([])
  })

  test('The menu of tags has those that contain what one types', async () => {
    const ticket = await openTicket()
    const tagging = menu(page, tags)
    await tagging.locator('summary').click()
    await tagging.locator('.chips :focus').waitFor()
    await page.keyboard.type('Best')
    await expect
      .poll(() => tagging.locator('.chips .chip').allTextContents())
      .toEqual(['Bestellung'])
    await tagging.getByRole('button', { name: 'Bestellung' }).click()
    await page.locator('.facts').getByRole('link', { name: 'Bestellung' }).waitFor()
    expect((await find(ticket)).tags).toEqual(['Bestellung'])
    await expect.poll(() => page.locator('#tags').inputValue()).toBe('')
    expect(await tagging.locator('[name=addTag]').count()).toBeGreaterThan(1)
  })

  test('Files that cannot be sent are named once they are chosen, and left out', async () => {
    await openTicket()
    const { size, empty, program, many } = en.files
    const file = (name: string, length = 1) => {
      return { name, mimeType: 'text/plain', buffer: Buffer.alloc(length, name) }
    }
    const why = page.locator('.chosen-place .error')
    const chosen = page.locator('.chosen .name')
    const refused = [file('film.mp4', largestFile + 1), file('setup.exe'), file('empty.txt', 0)]
    await page.locator('#files').setInputFiles([file('rye.txt'), ...refused])
    await expect
      .poll(() => why.allTextContents())
      .toEqual([
        size.replace('{{name}}', 'film.mp4'),
        program.replace('{{name}}', 'setup.exe'),
        empty.replace('{{name}}', 'empty.txt'),
      ])
    expect(await chosen.allTextContents()).toEqual(['rye.txt'])
    const six = ['1', '2', '3', '4', '5', '6'].map((each) => file(`${each}.txt`))
    await page.locator('#files').setInputFiles(six)
    await expect.poll(() => why.allTextContents()).toEqual([many])
    expect(await chosen.count()).toBe(5)
    await page.locator('#body').fill('Five files')
    await page.locator('#reply [value=reply]').click()
    await page.locator('.message', { hasText: 'Five files' }).getByText('5.txt').waitFor()
    expect(await why.count()).toBe(0)
  })

  test('A file that is refused stands there once, with the reason', async () => {
    await openTicket()
    const file = {
      name: 'setup.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('MZ\0'),
    }
    await page.locator('#files').setInputFiles(file)
    await page.locator('#body').fill('See the file')
    await page.locator('#reply [value=reply]').click()
    await page.locator('.attaching .error', { hasText: file.name }).waitFor()
    expect(await page.locator('.chosen li').count()).toBe(1)
    expect((await page.locator('#files').boundingBox())?.width).toBeLessThan(2)
    expect(await page.locator('#files-hint').isVisible()).toBe(false)
    await page.locator('.chosen button').click()
    await page.locator('#reply [value=reply]').click()
    await page.locator('.message', { hasText: 'See the file' }).waitFor()
  })

  test('the focus is on the menu in which something was chosen', async () => {
    await openTicket()
    const priority = menu(page, en.tickets.priority)
    await priority.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe(priorityIs.normal)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await priority.locator('.chip', { hasText: priorityIs.high }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe(
      en.tickets.priority,
    )
  })

  test('a menu that opens has the focus in its field, or on its first choice', async () => {
    const ticket = await openTicket()
    await menu(page, tags).locator('summary').click()
    await page.locator('.choices :focus').waitFor()
    await page.keyboard.type('Siesta')
    expect(await page.locator('#tags').inputValue()).toBe('Siesta')
    await page.locator('.snooze > summary').click()
    const first = await page.locator('.snooze button').first().textContent()
    await expect.poll(focused).toBe(first)
    await page.keyboard.type('Siesta')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('Siesta')
    expect(await page.locator('.snooze').getAttribute('open')).toBe('')
    expect(await page.locator('#body').inputValue()).toBe('')
    expect(await find(ticket)).toMatchObject({ state: 'open' })
    expect(await assigneeOf(ticket)).toBeUndefined()
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await page.keyboard.type('Siesta')
    expect(await page.locator('#body').inputValue()).toBe('Siesta')
  })

  test('Arrows, Home and End lead through the choices of a menu, and Escape back to it', async () => {
    await openTicket()
    const priority = menu(page, en.tickets.priority)
    await priority.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe(priorityIs.normal)
    const { high, normal, low } = priorityIs
    for (const [key, choice] of [
      ['ArrowDown', low],
      ['ArrowDown', high],
      ['ArrowUp', low],
      ['ArrowUp', normal],
      ['Home', high],
      ['End', low],
    ] as const) {
      await page.keyboard.press(key)
      expect(await focused(), key).toBe(choice)
    }
    await page.keyboard.press('Escape')
    expect(await priority.getAttribute('open')).toBeNull()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe(
      en.tickets.priority,
    )
  })

  test('Arrows in a menu leave a field with a date to its own', async () => {
    await openTicket()
    await page.locator('.snooze > summary').click()
    await page.locator('#date').focus()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('date')
    await page.keyboard.press('Escape')
    expect(await page.locator('.snooze').getAttribute('open')).toBeNull()
  })

  test('Cc has the focus in its field once it opens, and names whom it goes to once it is closed', async () => {
    await openTicket()
    const cc = page.locator('.cc')
    const { add, others } = en.tickets.cc
    await page.locator('#body').focus()
    await cc.locator('summary').click()
    await page.keyboard.type('ida@example.com, jo@example.com; kim@example.com')
    expect(await cc.locator('.named').isVisible()).toBe(false)
    await cc.locator('summary').click()
    const named = `${add}: ida@example.com ${others.replace('{{count}}', '2')}`
    await expect.poll(() => cc.locator('summary').textContent()).toBe(named)
    expect(await cc.locator('.named').isVisible()).toBe(true)
    await page.locator('#body').fill('A copy for you all')
    await page.locator('#reply [value=reply]').click()
    await page.locator('.message.own', { hasText: 'A copy for you all' }).waitFor()
    await expect.poll(() => cc.locator('summary').textContent()).toBe(add)
    expect(await page.locator('#cc').inputValue()).toBe('')
  })

  test('an error at Cc goes once the address is changed', async () => {
    await openTicket()
    await page.locator('#body').fill('A copy for Ida')
    await page.locator('.cc summary').click()
    await page.locator('#cc').fill('ida@')
    await page.locator('#reply [value=reply]').click()
    await page.locator('#cc-error').waitFor()
    await page.locator('#cc').pressSequentially('e')
    await expect.poll(() => page.locator('#cc-error').count()).toBe(0)
    expect(await page.locator('#cc').getAttribute('aria-invalid')).toBeNull()
  })

  test('tags that are being typed stay when a colleague sets others', async () => {
    const ticket = await openTicket()
    await menu(page, tags).locator('summary').click()
    await page.locator('#tags').fill('Torte')
    await addTags(desk.services, { ...ticket, byUid: desk.colleague }, ['Eilig'], new Date())
    await page.locator('.facts').getByRole('link', { name: 'Eilig' }).waitFor()
    expect(await page.locator('#tags').inputValue()).toBe('Torte')
  })

  test('the palette assigns and sets the priority, by what is done', async () => {
    const ticket = await openTicket()
    const assign = en.history.whose.assign.replace('{{name}}', elif)
    await page.keyboard.press('Control+k')
    // The word alone finds nothing else.
    await page.keyboard.type('aydın')
    await page.locator('.palette [aria-selected=true]').getByText(assign, { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => assigneeOf(ticket)).toBe('demo-elif')
  })

  test.each([
    [1440, 900],
    [1280, 800],
  ])(
    'what is rare stays in a window of %i × %i, with a shade where it goes on',
    async (width, height) => {
      await page.setViewportSize({ width, height })
      await openTicket()
      await page.evaluate(() => window.scrollTo(0, 0))
      await page.locator('.ticket-head > details:last-of-type > summary').click()
      const rare = page.locator('.rare')
      const box = await rare.boundingBox()
      expect(box?.height).toBeGreaterThan(height - 160)
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
      const shade = await rare.evaluate((each) => getComputedStyle(each).backgroundAttachment)
      expect(shade).toContain('local, local, scroll, scroll')
      await page.keyboard.press('Escape')
    },
  )

  test.each([320, 390, 800, 1280, 1440])('menus fit a window of %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 800 })
    await openTicket()
    for (const name of [en.history.whose.choice, en.tickets.priority, tags]) {
      await page.evaluate(() => window.scrollTo(0, 0))
      await menu(page, name).locator('summary').click()
      const panel = menu(page, name).locator('.choices')
      const box = await panel.boundingBox()
      expect(box?.x, name).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(width)
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(800)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.keyboard.press('Escape')
      expect(await panel.isVisible(), name).toBe(false)
    }
  })
})
