import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { awaitedLater } from '../support/awaited-later'
import {
  arriveAt,
  newEmail,
  open,
  openTestServer,
  signUp,
  stopTime,
  type TestServer,
} from '../support/browser-server'
import { de, en } from '../support/locales'

const {
  chat: { outbox },
  chat,
} = en

/** One pixel. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

describe('A conversation that is open in a browser', () => {
  let server: TestServer
  let owner: Page
  let visitor: Page
  let streams: Request[]

  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.visitor()
    await signUp(owner, newEmail(), 'en')
  })
  beforeEach(async () => {
    visitor = await server.visitor()
    streams = []
    visitor.context().on('request', (request) => {
      if (isStream(request)) streams.push(request)
    })
    await open(visitor, '/chat')
    await visitor.locator('#body').fill('Hello')
    await visitor.getByRole('button', { name: chat.send, exact: true }).click()
    await arriveAt(visitor, /\/chat\?t=/)
    await expect.poll(() => streams.length).toBe(1)
  })
  afterEach(() => visitor.context().close())
  afterAll(() => server.close())

  const messages = (page: Page) => page.locator('#log .message .words').allTextContents()

  function isStream(request: Request) {
    return request.method() === 'GET' && /\/live\?(?!.*as=poll)/.test(request.url())
  }

  /** A browser without a window shows all of its tabs: what it would say of one that is behind another. */
  async function setHidden(page: Page, hidden: boolean) {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  }

  test('shows uncaught errors: in their own words, or in ours', async () => {
    const line = visitor.locator('#told.banner')
    await visitor.evaluate(() => {
      Promise.reject(new Error('The scale is broken'))
    })
    await line.getByText('The scale is broken').waitFor()
    await visitor.evaluate(() => {
      Promise.reject()
    })
    await line.getByText(en.errors.general).waitFor()
    expect(await line.count()).toBe(1)
  })

  async function openTab() {
    const tab = await visitor.context().newPage()
    await open(tab, visitor.url())
    return tab
  }

  test('has one stream for all tabs, and another tab takes it over', async () => {
    const second = await openTab()
    const third = await openTab()
    await server.answerNewest('To all of you')
    for (const page of [visitor, second, third]) {
      await expect.poll(() => messages(page)).toEqual(['Hello', 'To all of you'])
    }
    expect(streams).toHaveLength(1)
    await visitor.close()
    await expect.poll(() => streams.length).toBe(2)
    await server.answerNewest('To those who are left')
    for (const page of [second, third]) {
      await expect
        .poll(() => messages(page))
        .toEqual(['Hello', 'To all of you', 'To those who are left'])
    }
  })

  test('has no stream while nobody looks, and then shows what came meanwhile', async () => {
    const closed = awaitedLater(visitor.waitForEvent('requestfailed', isStream))
    await setHidden(visitor, true)
    await closed
    await server.answerNewest('While you were away')
    expect(await messages(visitor)).toEqual(['Hello'])
    await setHidden(visitor, false)
    await expect.poll(() => messages(visitor)).toEqual(['Hello', 'While you were away'])
  })

  test('brings a tab up to date that missed something, though another one has the stream', async () => {
    const second = await openTab()
    // What a frozen tab would not hear.
    await second.evaluate(() => document.getElementById('m-1')?.remove())
    await server.answerNewest('An answer')
    await expect.poll(() => messages(second)).toEqual(['An answer'])
    await setHidden(second, true)
    await second.evaluate(() => document.getElementById('m-2')?.remove())
    await setHidden(second, false)
    await server.answerNewest('Another answer')
    await expect.poll(() => messages(second)).toContain('Another answer')
    await second.close()
  })

  test('polls where no stream comes through, and returns to a stream later', async () => {
    let cut = true
    await visitor.route(
      (url) => url.pathname === '/live' && !url.searchParams.has('as'),
      (route) => (cut ? route.abort() : route.continue()),
    )
    await visitor.reload()
    const asked = await visitor.waitForRequest(/as=poll/)
    expect((await asked.response())?.status()).toBe(200)
    const again = await visitor.waitForResponse(/as=poll/)
    expect(again.status()).toBe(304)
    await server.answerNewest('By a question')
    await expect.poll(() => messages(visitor)).toEqual(['Hello', 'By a question'])
    cut = false
    const before = streams.length
    await visitor.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => streams.length).toBe(before + 1)
    await server.answerNewest('By a stream')
    await expect.poll(() => messages(visitor)).toContain('By a stream')
  })

  test('shows who is typing, and announces each event once', async () => {
    const region = visitor.locator('#told')
    const { number } = await server.newestTicket()
    await open(owner, `/dashboard/tickets?ticket=${number}`)
    const type = () =>
      owner.evaluate((query) => navigator.sendBeacon(`/live?${query}`), `ticket=${number}&typing=1`)
    const typing = outbox.typing.replace('{{name}}', en.counter.unnamed)
    // It is shown for eight seconds.
    await Promise.all([visitor.locator('#typing').getByText(typing).waitFor(), type()])
    expect(await region.textContent()).toBe(typing)
    await owner.locator('#body').fill('Here you are')
    await owner.getByRole('button', { name: en.tickets.sendReply, exact: true }).click()
    await expect.poll(() => region.textContent()).toContain('Here you are')
    await visitor.locator('#typing').waitFor({ state: 'hidden' })
    await visitor.locator('#body').fill('Thank you')
    await visitor.getByRole('button', { name: chat.send, exact: true }).click()
    await visitor.locator('#log').getByText('Thank you').waitFor()
    // One's own words are not read out.
    expect(await region.textContent()).not.toContain('Thank you')
  })

  test('asks in German how it was once it is done, and says so to a screen reader', async () => {
    const guest = await server.visitor({ language: 'de' })
    await open(guest, '/de/chat')
    await guest.locator('#body').fill('Guten Tag')
    await guest.getByRole('button', { name: de.chat.send, exact: true }).click()
    await arriveAt(guest, /\/de\/chat\?t=/)
    const question = guest.getByRole('group', { name: de.rating.question })
    expect(await question.isVisible()).toBe(false)
    await open(owner, '/dashboard/tickets')
    await owner.getByRole('link', { name: 'Guten Tag' }).first().click()
    await owner.getByRole('button', { name: en.tickets.solve, exact: true }).click()
    await question.waitFor()
    const spoken = await guest.locator('#told').textContent()
    expect(spoken).toBe(`${de.chat.done}. ${de.rating.question}`)
    await owner.locator('.toast').getByRole('button', { name: en.layout.undo }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await guest.locator('#told').textContent()).toBe(`${de.chat.received}.`)
    await owner.getByRole('button', { name: en.tickets.solve, exact: true }).click()
    await question.waitFor()
    await guest.locator('.stars label').nth(3).click()
    await guest.getByRole('button', { name: de.rating.submit }).click()
    await guest.locator('.rate p.given').waitFor()
    await guest.waitForLoadState()
    expect(await guest.evaluate(() => scrollY)).toBe(0)
    const seen = await guest.locator('.rate p.given').boundingBox()
    const composer = await guest.locator('#composer').boundingBox()
    expect(seen && composer && seen.y + seen.height < composer.y).toBe(true)
    await guest.context().close()
  })

  test('asks without the error of before how it was, once it is done again', async () => {
    const rate = visitor.locator('.rate')
    const finish = async () => {
      await open(owner, `/dashboard/tickets?ticket=${(await server.newestTicket()).number}`)
      await owner.getByRole('button', { name: en.tickets.solve, exact: true }).click()
      await rate.waitFor()
    }
    await finish()
    await rate.getByRole('button', { name: en.rating.submit }).click()
    await rate.locator('.error').waitFor()
    await visitor.locator('#body').fill('One more thing')
    await visitor.locator('#body').press('Enter')
    await rate.waitFor({ state: 'hidden' })
    await finish()
    expect(await rate.locator('.error').count()).toBe(0)
    // Nor does it stand beside what was chosen after it.
    await rate.getByRole('button', { name: en.rating.submit }).click()
    await rate.locator('.error').waitFor()
    await rate.locator('.stars label').nth(3).click()
    expect(await rate.locator('.error').count()).toBe(0)
  })

  test('leaves the cursor in the field where its button sends', async () => {
    const body = visitor.locator('#body')
    for (const text of ['Once', 'and again']) {
      await body.fill(text)
      await visitor.getByRole('button', { name: chat.send, exact: true }).click()
      await visitor.locator('#log').getByText(text, { exact: true }).waitFor()
      expect(await body.evaluate((each) => each === document.activeElement)).toBe(true)
    }
  })

  test('A guest who returns is at the beginning of an answer that came meanwhile', async () => {
    await visitor.setViewportSize({ width: 390, height: 844 })
    const page = await openTab()
    await visitor.close()
    const back = page.getByRole('link', { name: chat.readAnswer })
    await open(page, '/chat?new')
    expect(await back.count()).toBe(0)
    const lines = Array.from({ length: 12 }, (_, line) => `Line ${line}`).join('\n')
    for (const number of [1, 2, 3]) await server.answerNewest(`Answer ${number}\n${lines}`)
    await page.reload()
    // The one filled button of the page.
    expect(await page.locator('.button:not(.second)').count()).toBe(1)
    expect(await back.count()).toBe(1)
    await open(page, '/chat')
    await arriveAt(page, /t=/)
    const tops = () =>
      page.evaluate(() => [
        (document.getElementById('new')?.getBoundingClientRect().top ?? 0) -
          (document.querySelector('.scroll')?.getBoundingClientRect().top ?? 0),
        scrollY,
      ])
    await expect.poll(async () => ((await tops())[0] ?? -1) >= 0).toBe(true)
    const [top, scrolled] = await tops()
    expect(top).toBeLessThan(24)
    expect(scrolled).toBe(0)
    expect(await page.locator('#new + #m-2').count()).toBe(1)
  })

  test('The form of a new question shows an answer in the conversation before as it comes', async () => {
    const page = await openTab()
    await visitor.close()
    const listens = awaitedLater(page.waitForRequest(/as=unseen/))
    await open(page, '/de/chat?new')
    await listens
    await page.locator('#body').fill('Another matter')
    const title = await page.title()
    const read = page.getByRole('link', { name: de.chat.readAnswer })
    expect(await read.count()).toBe(0)
    await server.answerNewest('Yes')
    await read.waitFor()
    expect(await page.title()).toBe(`(1) ${title}`)
    expect(await page.locator('#body').inputValue()).toBe('Another matter')
    // Its form is that of any beginning.
    expect(await page.evaluate(() => Object.values(sessionStorage).join())).toContain(
      'Another matter',
    )
    // Seen in another tab.
    await open(await openTab(), '/chat')
    await read.waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).toBe(title)
  })

  test('sends by Enter, breaks by Shift and Enter, and says so', async () => {
    await visitor.locator(`[data-keys="${chat.keys}"]`).waitFor()
    const body = visitor.locator('#body')
    await body.fill('One line')
    await body.press('Shift+Enter')
    await body.pressSequentially('and another')
    expect(await messages(visitor)).toEqual(['Hello'])
    await body.press('Enter')
    await expect.poll(() => messages(visitor)).toEqual(['Hello', 'One line\nand another'])
    expect(await body.inputValue()).toBe('')
  })

  test('scrolls within, and what one writes in stays where it is', async () => {
    await visitor.setViewportSize({ width: 390, height: 844 })
    const box = () => visitor.locator('#composer').boundingBox()
    const before = await box()
    expect((before?.y ?? 0) + (before?.height ?? 0)).toBeLessThanOrEqual(844)
    for (const number of [1, 2, 3, 4, 5, 6])
      await server.answerNewest(`Line ${number}\nwith some more\nbelow it`)
    const last = visitor.locator('#log .message').last()
    await last.getByText('Line 6').waitFor()
    expect(await box()).toEqual(before)
    const seen = await last.boundingBox()
    expect((seen?.y ?? 0) + (seen?.height ?? 0)).toBeLessThanOrEqual(before?.y ?? 0)
    // Somebody who has scrolled up to read is left alone.
    const scroll = visitor.locator('.scroll')
    await scroll.evaluate((element) => element.scrollTo(0, -element.scrollHeight))
    const top = await scroll.evaluate(({ scrollTop }) => scrollTop)
    await server.answerNewest('And a last word')
    await last.getByText('And a last word').waitFor()
    expect(await visitor.locator('#m-1').isVisible()).toBe(true)
    expect(await scroll.evaluate(({ scrollTop }) => scrollTop)).toBeLessThanOrEqual(top)
    expect(await visitor.getByText(chat.check).isVisible()).toBe(false)
  })

  test('offers the ways back beside the first message only until there is an answer', async () => {
    await visitor.reload()
    const ways = visitor.locator('.scroll .keep-link')
    await visitor
      .locator('.scroll details', { has: visitor.locator('.keep-link') })
      .locator('summary')
      .click()
    await ways.getByRole('button', { name: chat.copyLink }).waitFor()
    await server.answerNewest('Yes, we do.')
    await visitor.locator('#log').getByText('Yes, we do.').waitFor()
    await ways.waitFor({ state: 'hidden' })
    const more = visitor.locator('.more')
    await more.locator(':scope > summary').click()
    await more.getByText(chat.linkFolded).click()
    await more.getByRole('button', { name: chat.copyLink }).waitFor()
    await more.locator(':scope > summary').click()
    await more.locator('div').first().waitFor({ state: 'hidden' })
  })

  test.each([
    { width: 320, height: 640 },
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ])('lays over what was said at $width pixels what “More” opens', async (size) => {
    await visitor.setViewportSize(size)
    const places = () =>
      Promise.all(
        ['.chat-head', '.scroll', '#composer', '.more > summary'].map((part) =>
          visitor.locator(part).boundingBox(),
        ),
      )
    const before = await places()
    const summary = visitor.locator('.more > summary')
    const panel = visitor.locator('.more > div')
    await summary.click()
    const box = await panel.boundingBox()
    const form = await visitor.locator('#composer').boundingBox()
    expect(await places()).toEqual(before)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    // Nothing is cut off at the side, and all that can be done is in sight where there is room.
    expect(await panel.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    const needed = await panel.evaluate((each) => each.scrollHeight - each.clientHeight)
    if (size.height >= 800) expect(needed).toBe(0)
    await panel.locator('[value=erase]').click({ trial: true })
    await visitor.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect(await summary.evaluate((each) => each === document.activeElement)).toBe(true)
    await summary.click()
    await panel.waitFor()
    await visitor.mouse.click(2, size.height - 2)
    await panel.waitFor({ state: 'hidden' })
  })

  test('shows files before they are sent, however they come, and takes each out again', async () => {
    const names = () => visitor.locator('.chosen li').allTextContents()
    const bring = (kind: 'paste' | 'drop', name: string) =>
      visitor.locator('#body').evaluate(
        (element, [type, file]) => {
          const data = new DataTransfer()
          data.items.add(new File(['some text'], file as string, { type: 'text/plain' }))
          const also = { bubbles: true, cancelable: true }
          element.dispatchEvent(
            type === 'paste'
              ? new ClipboardEvent('paste', { clipboardData: data, ...also })
              : new DragEvent('drop', { dataTransfer: data, ...also }),
          )
        },
        [kind, name],
      )
    const picture = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') }
    await visitor.locator('#files').setInputFiles(picture)
    await visitor.locator('.chosen canvas').waitFor()
    await bring('paste', 'pasted.txt')
    await expect.poll(names).toEqual(['dot.png×', 'pasted.txt×'])
    await bring('drop', 'dropped.txt')
    await expect.poll(names).toEqual(['dot.png×', 'pasted.txt×', 'dropped.txt×'])
    await visitor.getByRole('button', { name: `${chat.removeFile} pasted.txt` }).click()
    await expect.poll(names).toEqual(['dot.png×', 'dropped.txt×'])
    await visitor.locator('#body').fill('With two files')
    await visitor.locator('#body').press('Enter')
    await visitor.locator('#log .files li').nth(1).waitFor()
    expect(await visitor.locator('#log .files a').allTextContents()).toEqual([
      'dot.png',
      'dropped.txt',
    ])
    expect(await visitor.locator('.chosen').count()).toBe(0)
  })

  test('says that its visitor is typing, at most every four seconds', async () => {
    const isSign = (request: Request) =>
      request.method() === 'POST' && request.url().includes('typing=1')
    const signs: string[] = []
    visitor.on('request', (request) => {
      if (isSign(request)) signs.push('sign')
    })
    await stopTime(visitor)
    await visitor.locator('#body').pressSequentially('Quite a few')
    await visitor.clock.runFor(3_999)
    await visitor.locator('#body').pressSequentially(' letters')
    await expect.poll(() => signs.length).toBe(1)
    await visitor.clock.runFor(1)
    await Promise.all([visitor.waitForRequest(isSign), visitor.locator('#body').press('!')])
    expect(signs).toHaveLength(2)
  })
})
