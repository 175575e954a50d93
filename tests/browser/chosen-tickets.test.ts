import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hearsKeys, hydrated, open } from '../support/browser-server'
import { type DemoDesk, openDemoDesk } from '../support/demo-desk'
import { de } from '../support/locales'

const { bulk, errors } = de.tickets

let desk: DemoDesk
let page: Page
/** Of tickets in the list. */
let numbers: number[]
beforeAll(async () => {
  desk = await openDemoDesk()
  page = await desk.signIn('de')
})
afterAll(() => desk.server.close())

const wide = { width: 1440, height: 900 }

beforeEach(async () => {
  await page.setViewportSize(wide)
  numbers = [(await desk.begin('Eins')).number, (await desk.begin('Zwei')).number]
  await openList()
})

async function openList() {
  await open(page, '/de/dashboard/tickets')
  await hydrated(page)
}

const box = (number = 0) => page.locator(`.pick input[value="${number}"]`)
const ticked = () => page.locator('.pick :checked').count()
const press = (intent: string) => page.locator(`.bulk [value=${intent}]`).click()
/** Of two, or of as many. */
const said = (notice: 'bulkTagged' | 'bulkUndone' | 'bulkTaken', count = 2) =>
  de.notices[`${notice}_${count === 1 ? 'one' : 'other'}`].replace('{{count}}', String(count))
const notice = (text: string) => page.locator('.toast', { hasText: text })
const find = (number = 0) => desk.services.tickets.find({ deskId: desk.deskId, number })

const tagging = () =>
  page.locator('.bulk .menu').filter({ has: page.locator(`summary[title="${bulk.tag}"]`) })

async function tick() {
  for (const number of numbers) await box(number).check()
}

test('Tickets that are ticked are counted, and all or none are ticked in place', async () => {
  await tick()
  const bar = page.locator('.ticked')
  const count = bar.locator('span')
  expect(await count.innerText()).toBe(bulk.count_other.replace('{{count}}', '2'))
  const all = await page.locator('.pick').count()
  await bar.getByText(bulk.all, { exact: true }).click()
  expect(await ticked()).toBe(all)
  expect(await count.innerText()).toBe(bulk.count_other.replace('{{count}}', String(all)))
  await bar.getByText(bulk.none, { exact: true }).click()
  expect(await ticked()).toBe(0)
  expect(await page.locator('.bulk').isVisible()).toBe(false)
  expect(new URL(page.url()).searchParams.has('chosen')).toBe(false)
})

test('Tickets between two ticks are ticked by Shift, with a press, with Space and with X', async () => {
  await hearsKeys(page)
  const all = await page
    .locator('.pick input')
    .evaluateAll((boxes) => boxes.map((each) => Number((each as HTMLInputElement).value)))
  const rows = () =>
    page
      .locator('.pick :checked')
      .evaluateAll((boxes) => boxes.map((each) => Number((each as HTMLInputElement).value)))
  const none = () => page.locator('.ticked').getByText(bulk.none, { exact: true }).click()
  expect(all.length).toBeGreaterThan(5)
  await box(all[1]).click()
  await box(all[4]).click({ modifiers: ['Shift'] })
  expect(await rows()).toEqual(all.slice(1, 5))
  await box(all[2]).click({ modifiers: ['Shift'] })
  expect(await rows()).toEqual(all.slice(1, 2))
  await none()
  // Beside the box, on what belongs to it.
  await box(all[3]).click()
  const label = box(all[0]).locator('..')
  await label.click({ modifiers: ['Shift'], position: { x: 2, y: 4 } })
  expect(await rows()).toEqual(all.slice(0, 4))
  expect(await page.locator('.ticked span').innerText()).toBe(
    bulk.count_other.replace('{{count}}', '4'),
  )
  await none()
  await box(all[2]).focus()
  await page.keyboard.press('Space')
  await box(all[4]).focus()
  await page.keyboard.press('Shift+Space')
  expect(await rows()).toEqual(all.slice(2, 5))
  await none()
  await page.locator('.ledger a').first().click()
  await page.locator('.ticket-head h2', { hasText: `${all[0]} · ` }).waitFor()
  await hearsKeys(page)
  for (const key of ['x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
  await expect.poll(rows).toEqual(all.slice(0, 3))
  await none()
})

test('Tickets that were tagged together leave no tick, and undoing takes the tags away', async () => {
  await tick()
  await tagging().locator('summary').click()
  await press('bulk-tag')
  await page.getByText(errors.tagsMissing).waitFor()
  expect([await ticked(), await page.locator('[name=bulkTags]').isVisible()]).toEqual([2, true])
  await page.locator('[name=bulkTags]').fill('Torte')
  await press('bulk-tag')
  await notice(said('bulkTagged')).waitFor()
  expect((await find(numbers[0]))?.tags).toEqual(['Torte'])
  await expect.poll(ticked).toBe(0)
  await box(numbers[0]).check()
  expect(await page.locator('[name=bulkTags]').isVisible()).toBe(false)
  expect(await page.locator('[name=bulkTags]').inputValue()).toBe('')
  await notice(said('bulkTagged')).locator('[value=undo]').click()
  await notice(said('bulkUndone')).waitFor()
  expect((await find(numbers[0]))?.tags).toEqual([])
  // What was ticked meanwhile is nothing of the undo's.
  expect(await ticked()).toBe(1)
})

test.each([
  [1440, 900],
  [390, 844],
])('A menu for several opens in sight at %i pixels, and moves no line', async (width, height) => {
  await page.setViewportSize({ width, height })
  await openList()
  await tick()
  const lines = () =>
    page.locator('.ledger li').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
  const before = await lines()
  for (const menu of await page.locator('.bulk .menu').all()) {
    await menu.locator('summary').click()
    expect(await menu.locator('.choices').evaluate(isInSight)).toBe(true)
    expect(await lines()).toEqual(before)
  }
  expect(await page.locator('.bulk [open]').count()).toBe(1)
})

test('Several tickets are given to a member at one press', async () => {
  await tick()
  const giving = page.locator('.bulk .menu', { hasText: bulk.assign })
  await giving.locator('summary').click()
  await giving.getByRole('button', { name: 'Elif Aydın' }).click()
  await notice(de.notices.bulkAssigned_other.replace('{{count}}', '2')).waitFor()
  expect((await find(numbers[1]))?.assignee).toBe('demo-elif')
  await expect.poll(ticked).toBe(0)
})

test('A refusal to merge one ticket is seen, and the tick stays', async () => {
  await box(numbers[0]).check()
  await press('bulk-merge')
  const sentence = page.locator('.list .error')
  await sentence.waitFor()
  expect([await sentence.innerText(), await ticked()]).toEqual([errors.merge.two, 1])
  expect(await sentence.evaluate(isInSight)).toBe(true)
})

test('A menu for several closes on Escape, and by a press beside it, which counts', async () => {
  await tick()
  const more = tagging().locator('summary')
  const panel = tagging().locator('.stack')
  await more.click()
  await page.locator('[name=bulkTags]').focus()
  await page.keyboard.press('Escape')
  expect(await panel.isVisible()).toBe(false)
  expect(await more.evaluate((each) => each === document.activeElement)).toBe(true)
  await more.click()
  await page.locator('.pick input').first().check()
  expect([await ticked(), await panel.isVisible()]).toEqual([3, false])
})

test('Enter in the field of tags for several tags them, as does a press on one, and ends nothing', async () => {
  await tick()
  await tagging().locator('summary').click()
  await page.locator('[name=bulkTags]').fill('Torte')
  await page.locator('[name=bulkTags]').press('Enter')
  await notice(said('bulkTagged')).waitFor()
  expect(await find(numbers[0])).toMatchObject({ state: 'open', tags: ['Torte'] })
  await expect.poll(ticked).toBe(0)
  expect(await page.locator('[name=bulkTags]').inputValue()).toBe('')
  await tick()
  await tagging().locator('summary').click()
  await tagging().getByRole('button', { name: 'Bestellung' }).click()
  await expect.poll(ticked).toBe(0)
  for (const number of numbers) expect((await find(number))?.tags).toEqual(['Torte', 'Bestellung'])
})

test('Enter in a field of the open ticket does nothing to those that are ticked', async () => {
  await page.locator('.ledger a').last().click()
  await page.waitForURL(/ticket=\d+/)
  await tick()
  await page.locator('.facts li:last-child summary').click()
  await page.locator('#tags').fill('Eilig')
  await page.locator('#tags').press('Enter')
  await page.locator('.facts').getByRole('link', { name: 'Eilig' }).waitFor()
  expect(await find(numbers[0])).toMatchObject({ state: 'open', tags: [] })
  expect(await ticked()).toBe(2)
})

/** Whether the element is in the window as a whole, with nothing above it; runs in the browser. */
function isInSight(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const heights = [top + 2, (3 * top + bottom) / 4, (top + bottom) / 2, bottom - 2]
  return [left + 30, (left + right) / 2, right - 30].every((x) =>
    heights.every((y) => element.contains(document.elementFromPoint(x, y))),
  )
}

test('Tickets are taken together at one press, and given back by one in the notice', async () => {
  await tick()
  await press('bulk-take')
  await notice(said('bulkTaken')).locator('[value=undo]').click()
  await notice(said('bulkUndone')).waitFor()
  expect((await find(numbers[1]))?.assignee).toBeUndefined()
})

describe.each([
  [320, 568],
  [390, 844],
])('On a phone of %i pixels', (width, height) => {
  test('a notice stands above the buttons for those ticked, and no line lies under them', async () => {
    await page.setViewportSize({ width, height })
    await openList()
    const last = page.locator('.ledger li').last()
    await last.scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await last.locator('.pick').click()
    const edges = async (selector: string) => {
      const { y = 0, height = 0 } = (await page.locator(selector).last().boundingBox()) ?? {}
      return { top: y, bottom: y + height }
    }
    const bar = await edges('.bulk')
    expect((await edges('.ledger li')).bottom).toBeLessThanOrEqual(bar.top + 1)
    await press('bulk-take')
    await notice(said('bulkTaken', 1)).waitFor()
    // A line, and one for what can be pressed.
    expect((await page.locator('.toast').boundingBox())?.height).toBeLessThan(80)
    await expect.poll(ticked).toBe(0)
    await box(numbers[0]).check()
    await expect
      .poll(async () => (await edges('.toast')).bottom - (await edges('.bulk')).top)
      .toBeLessThanOrEqual(0)
  })
})
