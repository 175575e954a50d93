import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sectionAddress } from '~/domain/desks/sections'
import { localizedPath } from '../../app/i18n/addresses'
import {
  hydrated,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { en } from '../support/locales'
import { watchProblems } from '../support/problems'

let server: TestServer
let owner: Page
let problems: string[]

beforeAll(async () => {
  server = await openTestServer(async ({ legal }) => {
    await legal.change(() => ({ details: { texts: {} } }))
  })
  owner = await server.visitor()
  problems = await watchProblems(owner)
  await signUp(owner, newEmail(), 'en')
})
afterAll(() => server.close())

/** Opens a page and does something there before its script has come; then the page hydrates. */
async function beforeHydration(
  address: string,
  act: () => Promise<unknown>,
  actMeanwhile = async () => {},
) {
  const waiting: Route[] = []
  let isWaiting = true
  await owner.route('**/assets/*.js', async (route) => {
    if (isWaiting) waiting.push(route)
    else await route.continue()
  })
  await open(owner, address)
  await act()
  isWaiting = false
  await Promise.all(waiting.map((route) => route.continue()))
  await owner.unroute('**/assets/*.js')
  await actMeanwhile()
  await hydrated(owner)
}

const terms = '/dashboard/company?text=terms&in=en'
const typed = '# Prices\n\nAsk at the counter.'
const preview = () => owner.getByRole('complementary', { name: en.company.preview })
const text = () => owner.locator('textarea[name=text]')

/** Holds the tasks that React posts to itself, of which hydration is the first. */
function holdTasks() {
  const { postMessage } = MessagePort.prototype
  const held = new Promise<() => void>((resolve) => {
    MessagePort.prototype.postMessage = function (...given: [unknown]) {
      MessagePort.prototype.postMessage = postMessage
      resolve(() => postMessage.apply(this, given))
    }
  })
  Object.assign(window, { held })
}

/** Follows a link to a part of the page, as a person does, while React waits. */
async function leapThenGoOn(target: string) {
  const goOn = await (window as unknown as { held: Promise<() => void> }).held
  document.querySelector<HTMLElement>(`.skip[href="${target}"]`)?.click()
  goOn()
}

/** A field that loses focus changes before the next one has it. */
async function moveFocusThenGoOn() {
  const goOn = await (window as unknown as { held: Promise<() => void> }).held
  document.querySelector<HTMLElement>('[name=summaryEn]')?.focus()
  goOn()
}

describe('What was typed before the page hydrated', () => {
  test('reaches the preview of a text, and of a product', async () => {
    problems.length = 0
    await beforeHydration(terms, () => text().fill(typed))
    await preview().getByText('Ask at the counter.').waitFor()
    expect(await text().inputValue()).toBe(typed)
    const title = owner.locator('input[name=titleEn]')
    await beforeHydration('/dashboard/shelf/product', () => title.fill('Poppy-seed cake'))
    await owner
      .getByRole('complementary', { name: en.shelf.card })
      .getByText('Poppy-seed cake')
      .waitFor()
    expect(problems).toEqual([])
  })

  test('stays in a section of the settings', async () => {
    problems.length = 0
    const field = owner.locator('textarea[name=awayEn]')
    await beforeHydration(sectionAddress('away'), () => field.fill('Back on Monday.'))
    await owner.waitForLoadState('networkidle')
    expect(await field.inputValue()).toBe('Back on Monday.')
    expect(problems).toEqual([])
  })

  test('stays where focus moves on while the page hydrates', async () => {
    const title = owner.locator('input[name=titleEn]')
    await beforeHydration(
      '/dashboard/shelf/product',
      async () => {
        await title.fill('Poppy-seed cake')
        await owner.evaluate(holdTasks)
      },
      () => owner.evaluate(moveFocusThenGoOn),
    )
    const focused = () => owner.evaluate(() => document.activeElement?.getAttribute('name'))
    expect(await focused()).toBe('summaryEn')
    expect(await title.inputValue()).toBe('Poppy-seed cake')
  })
})

describe('A form sent before the page hydrated', () => {
  test.each(['en', 'de'] as const)(
    'is answered by a notice, never by markup, in %s',
    async (language) => {
      const room = localizedPath(sectionAddress('away'), language)
      await owner.route('**/assets/*.js', (route) => route.abort())
      await open(owner, room)
      await owner.locator('textarea[name=awayEn]').fill('Back on Monday.')
      await owner.unroute('**/assets/*.js')
      const [, answered] = await Promise.all([
        owner.locator('#away button[type=submit], form:has([name=awayEn]) button').first().click(),
        owner.waitForEvent('domcontentloaded'),
      ])
      await hydrated(answered)
      expect(await owner.locator('noscript').count()).toBeGreaterThan(0)
      expect(await owner.locator('body').innerText()).not.toMatch(/<\/?\w/)
    },
  )
})

describe('A link to a part of the page, followed while the page hydrates', () => {
  test('keeps what was typed, and the page works', async () => {
    const title = owner.locator('input[name=titleEn]')
    const shown = (words: string) =>
      owner.getByRole('complementary', { name: en.shelf.card }).getByText(words).waitFor()
    await beforeHydration(
      '/dashboard/shelf/product',
      async () => {
        await title.fill('Poppy-seed cake')
        await owner.evaluate(holdTasks)
      },
      () => owner.evaluate(leapThenGoOn, '#main'),
    )
    await shown('Poppy-seed cake')
    await title.fill('Rye bread')
    await shown('Rye bread')
  })

  test('The part that was linked to has the focus after hydration', async () => {
    await beforeHydration(
      sectionAddress('hours'),
      () => owner.evaluate(holdTasks),
      () => owner.evaluate(leapThenGoOn, '#save-hours'),
    )
    await owner.waitForLoadState('networkidle')
    expect(await owner.evaluate(() => document.activeElement?.id)).toBe('save-hours')
  })
})
