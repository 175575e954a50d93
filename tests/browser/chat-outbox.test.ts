import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page, type Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  arriveAt,
  newEmail,
  open,
  openTestServer,
  signUp,
  stopTime,
  type TestServer,
} from '../support/browser-server'
import { engines, findChromium } from '../support/chromium'
import { hostile } from '../support/guest-files'
import { type Line, layLine } from '../support/line'
import { en } from '../support/locales'

const {
  chat: { outbox },
  chat,
  errors,
} = en

describe('What a visitor writes', () => {
  let server: TestServer
  let line: Line
  let owner: Page
  /** In a conversation of its own, with a line that can be cut. */
  let visitor: Page

  beforeAll(async () => {
    server = await openTestServer()
    line = await layLine(server.origin)
    owner = await server.visitor()
    await signUp(owner, newEmail(), 'en')
  })
  beforeEach(async () => {
    line.mend()
    await visitor?.context().close()
    visitor = await server.visitor({ line })
    await stopTime(visitor)
    await begin(visitor, 'Hello')
  })
  afterAll(async () => {
    await server.close()
    await line.close()
  })

  /** Lets the pause before the next try pass, whichever of the first four it is. */
  const letPass = (page: Page) => page.clock.fastForward(10_000)

  const conversation = /\/chat\?t=/
  const messages = (page: Page) => page.locator('#log .message .words').allTextContents()
  const unsent = (page: Page) => page.locator('#unsent .message:visible')
  const body = (page: Page) => page.locator('#body')

  async function write(page: Page, text: string) {
    await body(page).fill(text)
    await page.getByRole('button', { name: chat.send, exact: true }).click()
  }

  async function begin(page: Page, text: string) {
    const response = await page.goto('/chat', { waitUntil: 'domcontentloaded' })
    expect(response?.status()).toBe(200)
    await write(page, text)
    await arriveAt(page, conversation)
    await page.locator('#log').getByText(text).waitFor()
    return page
  }

  const received = () => server.saidInNewest()

  /** Answers posts in place of the server, so many of them. */
  async function answer(page: Page, times: number, how: (route: Route) => Promise<void>) {
    let left = times
    await page.route('**/chat*', (route) =>
      route.request().method() === 'POST' && left-- > 0 ? how(route) : route.fallback(),
    )
  }

  test('without a connection survives a reload, and is sent once and in order later', async () => {
    await answer(visitor, Number.POSITIVE_INFINITY, (route) => route.abort())
    for (const text of ['One', 'Two', 'Three']) await write(visitor, text)
    await unsent(visitor).getByText(outbox.waiting).nth(2).waitFor()
    expect(await body(visitor).inputValue()).toBe('')
    await visitor.reload()
    await expect
      .poll(() => unsent(visitor).locator('.words').allTextContents())
      .toEqual(['One', 'Two', 'Three'])
    await unsent(visitor).getByText(outbox.waiting).nth(2).waitFor()
    await visitor.unroute('**/chat*')
    await letPass(visitor)
    await expect.poll(() => messages(visitor)).toEqual(['Hello', 'One', 'Two', 'Three'])
    expect(await unsent(visitor).count()).toBe(0)
    expect(await messages(visitor)).toEqual(await received())
  })

  test('is sent at once when the browser says that the line is back', async () => {
    let tries = 0
    visitor.on('requestfailed', (request) => {
      if (request.method() === 'POST' && request.url().includes('/chat?')) tries += 1
    })
    line.cut()
    await write(visitor, 'From the tunnel')
    await expect.poll(() => tries).toBe(1)
    await unsent(visitor).getByText(outbox.waiting).waitFor()
    line.mend()
    await visitor.evaluate(() => dispatchEvent(new Event('online')))
    await visitor.locator('#log').getByText('From the tunnel').waitFor()
  })

  test('counts once when it was taken and the answer was lost', async () => {
    line.mute()
    await write(visitor, 'Did you hear me?')
    await expect.poll(received).toEqual(['Hello', 'Did you hear me?'])
    line.cut()
    await unsent(visitor).getByText(outbox.waiting).waitFor()
    line.mend()
    await letPass(visitor)
    await expect.poll(() => messages(visitor)).toEqual(['Hello', 'Did you hear me?'])
    await expect.poll(() => unsent(visitor).count()).toBe(0)
    expect(await received()).toEqual(['Hello', 'Did you hear me?'])
  })

  test('shows at once as on its way, and the next thought can be typed meanwhile', async () => {
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await answer(visitor, 1, async (route) => {
      await held
      await route.continue()
    })
    await write(visitor, 'On a slow line')
    await unsent(visitor).getByText(outbox.sending).waitFor()
    expect(await unsent(visitor).getByRole('button').count()).toBe(0)
    await body(visitor).pressSequentially('The next thought')
    letThrough()
    await expect.poll(() => messages(visitor)).toEqual(['Hello', 'On a slow line'])
    await expect.poll(() => unsent(visitor).count()).toBe(0)
    expect(await body(visitor).inputValue()).toBe('The next thought')
    expect(await body(visitor).evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('as a first message is kept as well, and what is typed meanwhile comes along', async () => {
    const page = await server.visitor()
    await stopTime(page)
    await open(page, '/chat')
    await answer(page, Number.POSITIVE_INFINITY, (route) => route.abort())
    await write(page, 'First words')
    await write(page, 'Second words')
    await unsent(page).getByText(outbox.waiting).nth(1).waitFor()
    await page.reload()
    await unsent(page).getByText(outbox.waiting).nth(1).waitFor()
    await body(page).fill('Third w')
    await page.unroute('**/chat*')
    await letPass(page)
    await arriveAt(page, conversation)
    await expect.poll(() => messages(page)).toEqual(['First words', 'Second words'])
    expect(await body(page).inputValue()).toBe('Third w')
    await page.locator('#body:focus').waitFor()
    expect(await received()).toEqual(['First words', 'Second words'])
    await page.context().close()
  })

  test('is kept when the browser is closed, and sent when it comes back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tresen-browser-'))
    const launch = async () => {
      const { executablePath, env } = await findChromium(process.env, engines)
      const context = await chromium.launchPersistentContext(folder, {
        executablePath,
        env,
        args: ['--no-sandbox'],
        baseURL: server.origin,
      })
      return { context, page: await context.newPage() }
    }
    const before = await launch()
    await begin(before.page, 'In the evening')
    const address = before.page.url()
    await answer(before.page, Number.POSITIVE_INFINITY, (route) => route.abort())
    await write(before.page, 'Before going to bed')
    await unsent(before.page).getByText(outbox.waiting).waitFor()
    await before.context.close()
    const after = await launch()
    await open(after.page, address)
    await expect.poll(() => messages(after.page)).toEqual(['In the evening', 'Before going to bed'])
    await after.context.close()
    await rm(folder, { recursive: true })
  })

  test('is kept with its files, and sent with them', async () => {
    const chosen = () =>
      visitor.locator('#files').evaluate(({ files }: HTMLInputElement) => files?.[0]?.name)
    await answer(visitor, Number.POSITIVE_INFINITY, (route) => route.abort())
    await visitor.locator('#files').setInputFiles({
      name: 'list.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Twelve buns'),
    })
    await write(visitor, 'As in this list')
    await unsent(visitor).getByText('list.txt').waitFor()
    expect(await unsent(visitor).locator('progress').count()).toBe(1)
    expect(await chosen()).toBe(undefined)
    await visitor.reload()
    await unsent(visitor).getByRole('button', { name: outbox.back }).click()
    await expect.poll(chosen).toBe('list.txt')
    await visitor.unroute('**/chat*')
    await visitor.getByRole('button', { name: chat.send, exact: true }).click()
    await visitor.locator('#log').getByRole('link', { name: 'list.txt' }).waitFor()
    await expect.poll(() => unsent(visitor).count()).toBe(0)
  })

  test('goes on in the ticket that follows a closed one, with what is typed meanwhile', async () => {
    await server.closeNewest()
    await visitor.locator('#word').getByText(chat.done).waitFor()
    const before = visitor.url()
    await answer(visitor, 1, async (route) => {
      await body(visitor).fill('And another')
      await route.continue()
    })
    await write(visitor, 'One more thing')
    await visitor.waitForURL((url) => url.search !== new URL(before).search)
    await expect.poll(() => messages(visitor)).toEqual(['One more thing'])
    expect(await body(visitor).inputValue()).toBe('And another')
  })

  test('is sent by one of two tabs', async () => {
    let arrived = 0
    visitor.context().on('requestfinished', (request) => {
      if (request.method() === 'POST' && request.url().includes('/chat?')) arrived += 1
    })
    line.cut()
    const texts = ['One', 'Two', 'Three']
    for (const text of texts) await write(visitor, text)
    line.mend()
    const other = await visitor.context().newPage()
    await open(other, visitor.url())
    await letPass(visitor)
    for (const page of [visitor, other]) {
      await expect.poll(() => messages(page)).toEqual(['Hello', ...texts])
      await expect.poll(() => unsent(page).count()).toBe(0)
    }
    expect(arrived).toBe(texts.length)
    expect(await received()).toEqual(['Hello', ...texts])
  })

  test('is sent without a storage, and the page says that it must stay open until then', async () => {
    const page = await server.visitor()
    await page.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', { value: undefined })
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new Error('refused')
        },
      })
      Object.defineProperty(navigator, 'locks', { value: undefined })
      Object.defineProperty(window, 'BroadcastChannel', { value: undefined })
    })
    await stopTime(page)
    await open(page, '/chat')
    await answer(page, 1, (route) => route.abort())
    await write(page, 'Nothing may be stored here')
    await unsent(page).getByText(`${outbox.waiting} ${outbox.fleeting}`).waitFor()
    await letPass(page)
    await arriveAt(page, conversation)
    await write(page, 'Nor here')
    await expect.poll(() => messages(page)).toEqual(['Nothing may be stored here', 'Nor here'])
    await page.context().close()
  })

  test('leaves nothing on the device once it is sent, and nothing before', async () => {
    const stored = () =>
      visitor.evaluate(async () => {
        const keys: string[] = Object.keys(sessionStorage)
        return [...keys, ...(await indexedDB.databases()).map(({ name }) => name)]
      })
    const page = await server.visitor()
    await open(page, '/chat')
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
    await page.context().close()
    expect(await stored()).toEqual(['tresen'])
    const left = await visitor.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.open('tresen').onsuccess = ({ target }) => {
            const { result } = target as IDBOpenDBRequest
            const all = result.transaction('outbox').objectStore('outbox').getAll()
            all.onsuccess = () => resolve(all.result)
          }
        }),
    )
    expect(left).toEqual([])
  })

  test('can be taken back and changed, but the desk gets both versions only if asked twice', async () => {
    line.mute()
    await write(visitor, 'At four')
    await expect.poll(received).toEqual(['Hello', 'At four'])
    line.cut()
    await unsent(visitor).getByRole('button', { name: outbox.back }).click()
    await expect.poll(() => body(visitor).inputValue()).toBe('At four')
    await expect.poll(() => unsent(visitor).count()).toBe(0)
    line.mend()
    await write(visitor, 'At five')
    await visitor.getByText(errors.message.sentBefore).waitFor()
    expect(await body(visitor).inputValue()).toBe('At five')
    expect(await messages(visitor)).toEqual(['Hello', 'At four'])
    await visitor.getByRole('button', { name: chat.send, exact: true }).click()
    await expect.poll(() => messages(visitor)).toEqual(['Hello', 'At four', 'At five'])
  })

  test('that the server does not want comes back with the error beside the field', async () => {
    await write(visitor, '   ')
    await visitor.locator('#body-error').getByText(errors.message.empty).waitFor()
    // Once the outbox has forgotten it, which takes a moment longer.
    await visitor.locator('#body:focus').waitFor()
    await write(visitor, 'With words now')
    await visitor.locator('#log').getByText('With words now').waitFor()
    expect(await visitor.locator('#body-error').count()).toBe(0)

    const page = await server.visitor()
    await open(page, '/chat')
    await page.locator('#email').fill('vera at home')
    await write(page, 'A question')
    await page.locator('#email-error').waitFor()
    expect(await body(page).inputValue()).toBe('A question')
    await page.locator('#email:focus').waitFor()
    await page.locator('#email').fill('vera@example.com')
    await page.getByRole('button', { name: chat.send, exact: true }).click()
    await arriveAt(page, conversation)
    await page.context().close()
  })

  test('a message with one refused file lists the others once, and is sent with them', async () => {
    const [, macros = () => ''] = hostile.find(([name]) => name === 'macro.docx') ?? []
    const mimeType = 'application/octet-stream'
    await visitor.locator('#files').setInputFiles([
      { name: 'menu.txt', mimeType, buffer: Buffer.from('Buns') },
      { name: 'macro.docx', mimeType, buffer: Buffer.from((await macros()) as Uint8Array) },
    ])
    await write(visitor, 'Two files')
    await visitor.locator('#files-error').getByText('macro.docx').waitFor()
    await visitor.locator('#files:focus').waitFor()
    const named = visitor.locator('#composer').getByText('menu.txt')
    expect(await named.allInnerTexts()).toHaveLength(1)
    expect(await body(visitor).inputValue()).toBe('Two files')
    await visitor.getByRole('button', { name: chat.send, exact: true }).click()
    await visitor.locator('#log').getByText('menu.txt').waitFor()
    expect(await visitor.locator('#composer').getByText('menu.txt').count()).toBe(0)
  })

  test.each([
    [404, `<main id="main"><h1>${chat.unknown}</h1></main>`, chat.unknown],
    [413, '<main id="main"><h1>This is too large</h1></main>', 'This is too large'],
    [403, 'Forbidden', outbox.failed],
  ])(
    'and that is refused with %i stays, to be sent again or taken back',
    async (status, page, said) => {
      await answer(visitor, 1, (route) =>
        route.fulfill({ status, contentType: 'text/html', body: page }),
      )
      await write(visitor, 'Please take this')
      await unsent(visitor).getByText(said).waitFor()
      await visitor.reload()
      await unsent(visitor).getByText(said).waitFor()
      await unsent(visitor).getByRole('button', { name: outbox.again }).click()
      await visitor.locator('#log').getByText('Please take this').waitFor()
      expect(await unsent(visitor).count()).toBe(0)
    },
  )

  test.each([
    [502, { contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }],
    [503, { headers: { 'retry-after': '2' }, body: '' }],
    [429, { headers: { 'retry-after': '2' }, body: 'Slow down' }],
    [200, { contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' }],
  ])('is sent again by itself after an answer of %i that is not ours', async (status, rest) => {
    let posts = 0
    await answer(visitor, 1, (route) => route.fulfill({ status, ...rest }))
    visitor.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/chat?')) posts += 1
    })
    await write(visitor, 'Through the storm')
    await unsent(visitor).getByText(outbox.waiting).waitFor()
    await visitor.clock.runFor('headers' in rest ? 1_999 : 999)
    expect(posts).toBe(1)
    await visitor.clock.runFor(251)
    await visitor.locator('#log').getByText('Through the storm').waitFor()
    expect(await received()).toEqual(['Hello', 'Through the storm'])
  })

  test('and has not sent yet survives a reload and the other language', async () => {
    await body(visitor).fill('Half a thou')
    await visitor.reload()
    expect(await body(visitor).inputValue()).toBe('Half a thou')
    await visitor.getByRole('link', { name: 'Deutsch' }).click()
    await arriveAt(visitor, /\/de\/chat/)
    expect(await body(visitor).inputValue()).toBe('Half a thou')
    await visitor.locator('button[value=send]').click()
    await visitor.locator('#log').getByText('Half a thou').waitFor()
    await visitor.reload()
    expect(await body(visitor).inputValue()).toBe('')
  })

  test('brings what is new with its answer, when nothing else gets through', async () => {
    await visitor.route('**/live*', (route) => route.abort())
    await visitor.reload()
    await server.answerNewest('Are you still there?')
    expect(await messages(visitor)).toEqual(['Hello'])
    await write(visitor, 'Yes!')
    await expect.poll(() => messages(visitor)).toEqual(['Hello', 'Are you still there?', 'Yes!'])
    await visitor.locator('#word').getByText(chat['in-progress']).waitFor()
  })
})
