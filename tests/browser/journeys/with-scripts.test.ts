import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awaitedLater } from '../../support/awaited-later'
import {
  arriveAt,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../../support/browser-server'
import { type Line, layLine } from '../../support/line'
import { en } from '../../support/locales'
import { watchProblems } from '../../support/problems'

describe('The counter with JavaScript, in English', () => {
  let server: TestServer
  let line: Line
  let visitor: Page
  let owner: Page
  const problems: string[][] = []

  beforeAll(async () => {
    server = await openTestServer()
    line = await layLine(server.origin)
    visitor = await server.visitor({ line, motion: true })
    owner = await server.visitor({ motion: true })
    problems.push(await watchProblems(visitor), await watchProblems(owner))
  })
  afterAll(async () => {
    await server.close()
    await line.close()
  })

  /** A page that was loaded anew has another birth. */
  const birth = (page: Page) => page.evaluate(() => performance.timeOrigin)

  /** What was sent is there once more, hidden, until the answer to it has come. */
  const message = (page: Page, text: string) =>
    page.locator('.message:not([hidden])').filter({ hasText: text })

  async function write(text: string) {
    await visitor.locator('#body').fill(text)
    await visitor.getByRole('button', { name: en.chat.send, exact: true }).click()
    await message(visitor, text).waitFor()
  }

  async function answer(text: string) {
    await owner.locator('#body').fill(text)
    await owner.getByRole('button', { name: en.tickets.sendReply, exact: true }).click()
    await message(owner, text).waitFor()
  }

  test('an error of a page fails the test', async () => {
    const page = await server.visitor()
    const noticed = await watchProblems(page)
    await open(page, '/chat')
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('script'), { textContent: '1' }))
    })
    await expect.poll(() => noticed.join()).toContain('script-src-elem forbids inline')
    await page.context().close()
  })

  test('the desk notices without reloading that somebody waits', async () => {
    await signUp(owner, newEmail(), 'en')
    await owner.getByRole('link', { name: en.verify.onward }).click()
    await owner.getByRole('heading', { name: en.overview.waitingHeading_zero }).waitFor()
    const born = await birth(owner)
    await open(visitor, '/chat')
    await visitor.getByLabel(en.chat.name).fill('Oliver Grant')
    await write('Do you send whole beans to Scotland?')
    // What was sent is shown at once, on the page that it then leaves.
    await arriveAt(visitor, /\/chat\?.*t=/)
    await owner.getByRole('heading', { name: en.overview.waitingHeading_one }).waitFor()
    await owner.getByRole('link', { name: 'Oliver Grant' }).waitFor()
    expect(await birth(owner)).toBe(born)
  })

  test('a room that hydrates to other markup fails the test', async () => {
    const page = await owner.context().newPage()
    const noticed = await watchProblems(page)
    await page.route('**/dashboard/tickets', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/<h1([^>]*)>/, '<h1$1>Other ')
      await route.fulfill({ response, body })
    })
    await open(page, '/dashboard/tickets')
    await expect.poll(() => noticed.join()).toMatch(/React error #4(18|25)/)
    await page.close()
  })

  test('the visitor learns that the question was read, and the answer comes by itself', async () => {
    const born = await birth(visitor)
    const status = message(visitor, 'whole beans').locator('.status')
    expect(await status.textContent()).toBe(en.thread.sent)
    await owner.getByRole('link', { name: 'Oliver Grant' }).click()
    await message(owner, 'whole beans').waitFor()
    await status.getByText(en.thread.seen).waitFor()
    await answer('Within the EU only, I am sorry to say.')
    await message(visitor, 'Within the EU only').waitFor()
    await visitor.locator('#word').getByText(en.chat.waiting).waitFor()
    await message(owner, 'Within the EU').locator('.status').getByText(en.thread.seen).waitFor()
    expect(await birth(visitor)).toBe(born)
  })

  test('the visitor sends without leaving the page, and the field is empty then', async () => {
    const born = await birth(visitor)
    await write('What a pity. Thank you!')
    await expect.poll(() => visitor.locator('#body').inputValue()).toBe('')
    await message(owner, 'What a pity').waitFor()
    await visitor.locator('#body').fill('Until spring, then.')
    await visitor.locator('#body').press('Control+Enter')
    await message(owner, 'Until spring').waitFor()
    await message(visitor, 'Until spring').waitFor()
    expect(await birth(visitor)).toBe(born)
  })

  test('the owner’s draft survives events, and is cleared once it is sent', async () => {
    const field = owner.locator('#body')
    await field.fill('I will put two bags aside')
    await write('One more thing: is Nordlicht roasted again?')
    await message(owner, 'Nordlicht').waitFor()
    expect(await field.inputValue()).toBe('I will put two bags aside')
    await field.press('End')
    await field.pressSequentially(' for you.')
    await owner.getByRole('button', { name: en.tickets.sendReply, exact: true }).click()
    await message(visitor, 'I will put two bags aside for you.').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    await answer('And yes, it is roasted again.')
    await message(visitor, 'it is roasted again').waitFor()
    expect(await message(visitor, 'two bags').count()).toBe(1)
  })

  test('text typed while a message is on its way stays in the field', async () => {
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await owner.route('**/dashboard/**', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await owner.locator('#body').fill('On a slow line.')
    const sent = awaitedLater(
      owner.waitForRequest((request) => request.url().includes('/dashboard/')),
    )
    await owner.getByRole('button', { name: en.tickets.sendReply, exact: true }).click()
    await sent
    await owner.locator('#body').press('End')
    await owner.locator('#body').pressSequentially(' The next thought')
    const key = await owner.locator('input[name=key]').inputValue()
    letThrough()
    await expect.poll(() => owner.locator('input[name=key]').inputValue()).not.toBe(key)
    expect(await owner.locator('#body').inputValue()).toBe('The next thought')
    await owner.unroute('**/dashboard/**')
    await owner.locator('#body').fill('')
  })

  test('a note stays at the desk', async () => {
    await owner.locator('#body').fill('Ask the printer about seams.')
    await owner.getByRole('button', { name: en.tickets.addNote }).click()
    await owner.locator('.note').waitFor()
    await answer('Anything else?')
    await message(visitor, 'Anything else?').waitFor()
    expect(await visitor.content()).not.toContain('seams')
  })

  test('after a cut line each message of either side is there once', async () => {
    const before = await visitor.locator('.message').count()
    const heard = problems[0]?.length
    line.cut()
    await answer('First while the line is cut.')
    await answer('Second while the line is cut.')
    await visitor.locator('#body').fill('Sent in a tunnel.')
    await visitor.getByRole('button', { name: en.chat.send, exact: true }).click()
    await visitor.locator('#unsent').getByText(en.chat.outbox.waiting).waitFor()
    expect(await visitor.locator('#log .message').count()).toBe(before)

    line.mend()
    await message(visitor, 'Second while the line is cut.').waitFor()
    await message(owner, 'Sent in a tunnel.').waitFor()
    await message(visitor, 'Sent in a tunnel.').waitFor()
    await answer('Here you are again.')
    await message(visitor, 'Here you are again.').waitFor()
    expect(await visitor.locator('.message').count()).toBe(before + 4)
    // A browser says itself that a line is cut.
    problems[0]?.splice(heard ?? 0)
  })

  test('the visitor reads at once that the ticket is solved, and opens it by writing', async () => {
    await owner.getByRole('button', { name: en.tickets.solve, exact: true }).click()
    await visitor.locator('#word').getByText(en.chat.done).waitFor()
    await write('No, that was all. Thank you!')
    await owner.locator('.ledger a').click()
    await owner.locator('.tag').getByText(en.tickets.state.open).waitFor()
    await visitor.locator('#word').getByText(en.chat['in-progress']).waitFor()
  })

  test('the visitor is asked how it was without loading the page, while it is done', async () => {
    const born = await birth(visitor)
    const question = visitor.getByRole('group', { name: en.rating.question })
    expect(await question.isVisible()).toBe(false)
    await owner.getByRole('button', { name: en.tickets.solve, exact: true }).click()
    await question.waitFor()
    const spoken = await visitor.locator('#told').textContent()
    expect(spoken).toBe(`${en.chat.done}. ${en.rating.question}`)
    await write('Oh, and good night.')
    await question.waitFor({ state: 'hidden' })
    await owner.locator('.ledger a').click()
    await owner.locator('.tag').getByText(en.tickets.state.open).waitFor()
    await owner.getByRole('button', { name: en.tickets.solve, exact: true }).click()
    await question.waitFor()
    expect(await birth(visitor)).toBe(born)
    await write('Good night again.')
    await owner.locator('.ledger a').click()
    // What has yet to arrive would move the buttons from under the mouse.
    await message(owner, 'Good night again.').waitFor()
    await owner.locator('.tag').getByText(en.tickets.state.open).waitFor()
    await visitor.locator('#word').getByText(en.chat['in-progress']).waitFor()
  })

  test('a closed ticket is continued by a new one', async () => {
    const before = visitor.url()
    await server.closeNewest()
    await visitor.locator('#word').getByText(en.chat.done).waitFor()
    await write('May I ask about tea, too?')
    await visitor.getByText(en.chat.number.replace('{{number}}', '2')).waitFor()
    expect(visitor.url()).not.toBe(before)
    await owner.getByRole('link', { name: 'May I ask about tea' }).first().click()
    await owner.getByText(en.tickets.follows).waitFor()
  })

  test('the language switch of the desk keeps the text in the field', async () => {
    await owner.locator('#body').fill('Tea is in the')
    await owner.getByRole('link', { name: 'Deutsch' }).click()
    await arriveAt(owner, /\/de\/dashboard\/tickets/)
    expect(await owner.locator('#body').inputValue()).toBe('Tea is in the')
    await owner.locator('#body').press('End')
    await owner.locator('#body').pressSequentially(' other cupboard.')
    await owner.locator('button[value=reply]').click()
    await message(visitor, 'Tea is in the other cupboard.').waitFor()
    await owner.getByRole('link', { name: 'English' }).click()
    await owner.getByRole('heading', { name: '2 · Oliver Grant' }).waitFor()
  })

  test('every page runs without a complaint', async () => {
    const ticket = new URL(visitor.url()).search
    for (const prefix of ['', '/de']) {
      for (const path of ['', '/chat', `/chat${ticket}`, '/login', '/signup', '/no-such-page']) {
        await visitor.goto(prefix + path || '/')
      }
      for (const path of ['/verify-email', '/dashboard', '/dashboard/tickets?ticket=2']) {
        await owner.goto(prefix + path)
        await owner.waitForLoadState('networkidle')
      }
    }
  })

  test('no page had anything to complain of', () => {
    expect(problems.flat()).toEqual([])
  })
})
