import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  arriveAt,
  hydrated,
  newEmail,
  open,
  openTestServer,
  shownToast,
  signUp,
  stopTime,
  type TestServer,
} from '../support/browser-server'
import { openDemoDesk } from '../support/demo-desk'
import { de, en } from '../support/locales'
import { watchProblems } from '../support/problems'

describe('What was done is said', () => {
  let server: TestServer
  let owner: Page
  let problems: string[]
  const email = newEmail()

  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.visitor()
    problems = await watchProblems(owner)
    await stopTime(owner)
    await signUp(owner, email, 'en')
    const visitor = await server.visitor({ javaScript: false })
    for (const question of ['Do you sell beans?', 'Is there cake today?']) {
      await open(visitor, '/chat')
      await visitor.locator('#body').fill(question)
      await visitor.getByRole('button', { name: en.chat.send }).click()
      await arriveAt(visitor, /t=/)
    }
  })
  afterAll(() => server.close())

  const toasts = () => owner.locator('.toast')

  /** Until what was done is drawn, and then its effects. */
  const drawn = () =>
    owner.evaluate(async () => {
      for (let message = 0; message < 3; message += 1) {
        await new Promise((arrived) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = arrived
          port2.postMessage('')
        })
      }
    })

  /** Rests on the one toast once it stands still: it slides in. */
  async function restOn() {
    await toasts().hover()
    await drawn()
  }

  /** Where it is, and how wide. */
  async function middle() {
    const box = await toasts().boundingBox()
    if (!box) throw new Error('The toast is not to be seen')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width }
  }

  /** Raises toasts as an error that nobody caught does. */
  async function fail(messages: string[]) {
    await owner.evaluate((all) => {
      for (const message of all) Promise.reject(new Error(message))
    }, messages)
    await shownToast(owner, messages.at(-1) ?? '')
  }

  test('by a toast in the top right corner, which a click closes', async () => {
    await open(owner, '/dashboard/settings/replies')
    await owner.getByLabel(en.replies.shortcut, { exact: true }).fill('hi')
    await owner.getByLabel('Text in English').fill('Hello!')
    await owner.getByRole('button', { name: en.replies.add }).click()
    const toast = await shownToast(owner, en.notices.replyAdded)
    await expect
      .poll(async () => {
        const box = await toast.boundingBox()
        const width = owner.viewportSize()?.width ?? 0
        return box && box.y < 60 && width - (box.x + box.width) < 60
      })
      .toBe(true)
    await toast.click()
    // In a second, what has closed leaves the page.
    await owner.clock.runFor(1_000)
    await expect.poll(() => toasts().count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('by the latest alone, where one step follows another', async () => {
    await open(owner, '/dashboard/settings/replies')
    await hydrated(owner)
    for (const shortcut of ['bye', 'soon']) {
      await owner.getByLabel(en.replies.shortcut, { exact: true }).fill(shortcut)
      await owner.getByLabel('Text in English').fill('See you soon!')
      await owner.getByRole('button', { name: en.replies.add }).click()
      await owner.locator('.replies', { hasText: `/${shortcut}` }).waitFor()
    }
    await owner.clock.runFor(1_000)
    await expect.poll(() => toasts().count()).toBe(1)
  })

  test('and so is what nothing caught: in its own words, or in ours for a code that has some', async () => {
    await open(owner, '/dashboard')
    await hydrated(owner)
    await owner.evaluate(() => {
      reportError(new Error('The scale is broken'))
      reportError({ code: 'permission-denied' })
      Promise.reject({ code: 'auth/user-not-found', message: 'internal words' })
      Promise.reject()
    })
    for (const text of [
      'The scale is broken',
      en.errors.permission.denied,
      en.errors.auth.userNotFound,
      en.errors.general,
    ]) {
      await shownToast(owner, text)
    }
    expect(await toasts().count()).toBe(4)
  })

  test('below the buttons beside a room’s heading', async () => {
    await open(owner, '/dashboard/shelf')
    await hydrated(owner)
    await fail(['Something failed.'])
    const head = await owner.locator('.shelf-head').boundingBox()
    const below = (head?.y ?? 0) + (head?.height ?? 0)
    await expect.poll(async () => (await middle()).y > below).toBe(true)
  })

  test('above what stands below a heading without buttons', async () => {
    await open(owner, '/dashboard/company')
    await hydrated(owner)
    await fail(['Something failed, and this sentence goes over two lines.'])
    const part = await owner.locator('.two-parts').boundingBox()
    await drawn()
    const box = await toasts().boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(part?.y ?? 0)
  })

  test('for five seconds, which stand still while the pointer rests on it', async () => {
    await open(owner, '/dashboard')
    await owner.locator('.figures').waitFor()
    await hydrated(owner)
    await fail(['first'])
    await restOn()
    await owner.clock.runFor(10_000)
    expect(await toasts().count()).toBe(1)
    await owner.mouse.move(10, 600)
    await drawn()
    await owner.clock.runFor(2_000)
    expect(await toasts().count()).toBe(1)
    await owner.clock.runFor(4_000)
    await expect.poll(() => toasts().count()).toBe(0)
  })

  test('which stand still too while the window has lost the focus', async () => {
    await fail(['second'])
    await owner.evaluate(() => window.dispatchEvent(new Event('blur')))
    await drawn()
    await owner.clock.runFor(10_000)
    expect(await toasts().count()).toBe(1)
    await owner.evaluate(() => window.dispatchEvent(new Event('focus')))
    await drawn()
    await owner.clock.runFor(6_000)
    await expect.poll(() => toasts().count()).toBe(0)
  })

  test('until it is dragged over more than 0.6 of its width, and not before', async () => {
    await fail(['third'])
    const drag = async (share: number) => {
      await restOn()
      const { x, y, width } = await middle()
      await owner.mouse.down()
      await owner.mouse.move(x - width * share, y, { steps: 5 })
      await owner.mouse.up()
      await owner.clock.runFor(1_000)
    }
    for (const share of [0.05, 0.3, 0.5]) {
      await drag(share)
      expect(await toasts().count(), `dragged over ${share} of its width`).toBe(1)
    }
    await drag(0.65)
    await expect.poll(() => toasts().count()).toBe(0)
  })

  test('and at most twenty show at once', async () => {
    await fail(Array.from({ length: 23 }, (_, index) => `many ${index}`))
    await expect
      .poll(() => owner.locator('[data-sonner-toast][data-visible=true]').count())
      .toBe(20)
  })

  test('by a banner where no script runs', async () => {
    const page = await server.visitor({ javaScript: false, language: 'de' })
    await open(page, '/de/login')
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill('kettle-on-the-stove')
    await page.locator('input[name=password]').press('Enter')
    await arriveAt(page, '/de/dashboard')
    await open(page, '/de/dashboard/tickets')
    const [number] = /\d+/.exec(await page.locator('.ledger a').first().innerText()) ?? []
    await open(page, `/de/dashboard/tickets?ticket=${number}`)
    await page.getByRole('button', { name: de.tickets.solve, exact: true }).click()
    const said = (text: string) => page.locator('.banner', { hasText: text })
    await said(`Ticket ${number} ist erledigt.`).waitFor()
    await page.reload()
    expect(await said(`Ticket ${number} ist erledigt.`).count()).toBe(0)
    await page.getByRole('button', { name: de.layout.signOut }).click()
    await arriveAt(page, '/de')
    await said(de.notices.signedOut).waitFor()
  })
})

test('What was done with an order is said below its receipt, where the window has room', async () => {
  const desk = await openDemoDesk()
  const page = await desk.signIn('en')
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/dashboard/orders?order=1009')
  await hydrated(page)
  await page.locator('.step [value=paid]').click()
  const toast = await shownToast(page, en.notices.orderPaid)
  const receipt = page.locator('.receipt-paper')
  const edges = async () => {
    const [paper, card] = [await receipt.boundingBox(), await toast.boundingBox()]
    if (!paper || !card) throw new Error('The receipt or the toast is not to be seen')
    return { paper: paper.y + paper.height, top: card.y, bottom: card.y + card.height }
  }
  await expect
    .poll(async () => {
      const { paper, top, bottom } = await edges()
      return top > paper && bottom < 900 && bottom > 860
    })
    .toBe(true)
  await desk.server.close()
})

test('What was undone of an order is said above its next step, which stays at the foot of a phone', async () => {
  const desk = await openDemoDesk()
  const page = await desk.signIn('en')
  await page.setViewportSize({ width: 320, height: 568 })
  await open(page, '/dashboard/orders?order=1010')
  await hydrated(page)
  const step = page.locator('.step-bar button')
  for (const _ of ['once', 'again', 'a third time']) {
    await step.click()
    await shownToast(page, en.notices.orderReady)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.locator('.toast [value=undo]').click()
    const said = await shownToast(page, en.notices.orderUndone)
    await step.filter({ hasText: en.orders.markReady }).waitFor()
    const gap = async () => {
      const [toast, button] = [await said.boundingBox(), await step.boundingBox()]
      if (!toast || !button) throw new Error('The toast or the step is not to be seen')
      return button.y - toast.y - toast.height
    }
    await expect.poll(gap).toBeGreaterThan(0)
    await expect.poll(gap).toBeLessThan(48)
  }
  await desk.server.close()
})

test.each([
  [1440, 900],
  [390, 844],
])(
  'What was done with a ticket is said above its composer, under menus, at %i pixels',
  async (width, height) => {
    const desk = await openDemoDesk()
    const page = await desk.signIn('en')
    await page.setViewportSize({ width, height })
    const { number } = await desk.begin('Do you deliver?')
    await stopTime(page)
    await open(page, `/dashboard/tickets?ticket=${number}`)
    await hydrated(page)
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox()
      if (!box) throw new Error(`${selector} is not to be seen`)
      return box
    }
    const isSaidAbove = async () => {
      // The one before it slides out.
      await page.clock.runFor(100)
      const [toast, composer] = [await boxOf('.toast'), await boxOf('#reply')]
      const gap = composer.y - toast.y - toast.height
      return gap >= 0 && gap < 24 && toast.x >= 0 && toast.x - composer.x < 24
    }
    await page.locator('#reply [value=take]').click()
    await shownToast(page, en.notices.taken.replace('{{number}}', String(number)))
    await expect.poll(isSaidAbove).toBe(true)
    await page.locator('.snooze summary').click()
    const { x, y } = await boxOf('.toast')
    const above = ([left, top]: [number, number]) =>
      document.elementFromPoint(left, top)?.closest('.presets') !== null
    expect(await page.evaluate(above, [x + 20, y + 10] as [number, number])).toBe(true)
    await page.locator('.snooze .presets button').first().click()
    await shownToast(page, `Ticket ${number} is snoozed until `)
    await expect.poll(isSaidAbove).toBe(true)
    if (width > 1000) expect((await boxOf('.toast')).height).toBeLessThan(60)
    await page.mouse.move(10, 10)
    await page.clock.runFor(12_000)
    expect(await page.locator('.toast [value=undo]').count()).toBe(1)
    await page.clock.runFor(9_000)
    await expect.poll(() => page.locator('.toast').count()).toBe(0)
    await desk.server.close()
  },
)
