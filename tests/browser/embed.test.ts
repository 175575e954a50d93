import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Frame, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDesk } from '../../app/domain/desks/desks'
import { awaitedLater } from '../support/awaited-later'
import {
  hydrated,
  newEmail,
  noteCopies,
  open,
  openTestServer,
  signUp,
  stopTime,
  type TestServer,
} from '../support/browser-server'
import { engines, findChromium, quiet } from '../support/chromium'
import { type HostSite, openHostSite } from '../support/host-site'
import { lackOfSettings, unless } from '../support/left-out'
import { de, en } from '../support/locales'
import { watchProblems } from '../support/problems'

const own = await findChromium(process.env)

describe('A desk on another site', () => {
  const uid = 'owner-of-the-embed'
  const key = 'the-key-of-the-embed'
  let testServer: TestServer
  let host: HostSite
  let stranger: HostSite

  beforeAll(async () => {
    host = await openHostSite()
    stranger = await openHostSite()
    testServer = await openTestServer(async ({ accounts, desks, embeds, siteClaim }) => {
      const createdAt = new Date()
      const email = `${uid}@example.com`
      await accounts.save({ uid, email, emailVerified: true, locale: 'en', createdAt })
      const desk = { ...newDesk(uid, createdAt), publicKey: key, name: 'Bäckerei Grünspan' }
      const { id } = await desks.ensure(desk)
      await siteClaim.replace(await siteClaim.find(), id)
      await embeds.save(id, { origins: [host.origin], launcher: { en: 'Ask the baker' } })
    })
    for (const site of [host, stranger]) site.embed(testServer.origin, key)
  })
  afterAll(() => Promise.all([testServer.close(), host.close(), stranger.close()]))

  /** Addresses of this site that the page asks for, in order. */
  function asked(page: Page): string[] {
    const addresses: string[] = []
    page.on('request', (request) => {
      const { origin, pathname, search } = new URL(request.url())
      if (origin === testServer.origin) addresses.push(pathname + search)
    })
    return addresses
  }

  async function visit(page: Page, query = '', site = host) {
    const loaded = awaitedLater(page.waitForResponse(/embed\.js/))
    await open(page, `${site.origin}/${query}`)
    await loaded
    await page.locator('a[style]').waitFor()
  }

  const launcher = (page: Page) => page.locator('a[style]')
  const panel = (page: Page) => page.locator('div:has(> iframe)')

  /** Whether all of it is to be seen without scrolling. */
  function inView(locator: Locator): Promise<boolean> {
    return locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  }

  async function openChat(page: Page): Promise<Frame> {
    await launcher(page).click()
    await panel(page).waitFor()
    const frame = page.mainFrame().childFrames()[0]
    if (!frame) throw new Error('There is no frame')
    return frame
  }

  test('loads one script before the click, and changes nothing but its own link', async () => {
    const page = await testServer.visitor()
    const problems = await watchProblems(page)
    const addresses = asked(page)
    await visit(page)
    await page.waitForLoadState('networkidle')
    expect(addresses).toEqual([`/embed.js?desk=${key}`])
    expect(await launcher(page).textContent()).toBe('Ask the baker')
    expect(await page.context().cookies()).toEqual([])
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
    expect(await page.locator('style, div, iframe').count()).toBe(0)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('opens on the click, closes with Escape wherever the focus is, and gives it back', async () => {
    const page = await testServer.visitor()
    const problems = await watchProblems(page)
    await visit(page)
    const frame = await openChat(page)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
    expect(await launcher(page).getAttribute('aria-expanded')).toBe('true')
    await frame.locator('#body').fill('Half a thought')
    await frame.locator('#body').press('Escape')
    await panel(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ask the baker')
    await launcher(page).press('Enter')
    await panel(page).waitFor()
    expect(await frame.locator('#body').inputValue()).toBe('Half a thought')
    await launcher(page).focus()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'hidden' })
    await launcher(page).click()
    await frame.getByRole('button', { name: en.chat.closeFrame }).click()
    await panel(page).waitFor({ state: 'hidden' })
    await launcher(page).click()
    await launcher(page).click()
    await panel(page).waitFor({ state: 'hidden' })
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('copies the conversation’s link, for which its frame has the page’s leave', async () => {
    const page = await testServer.visitor()
    const copied = await noteCopies(page)
    const problems = await watchProblems(page)
    await visit(page)
    const frame = await openChat(page)
    await frame.locator('#body').fill('How do I come back?')
    await frame.getByRole('button', { name: en.chat.send }).click()
    await frame.locator('.scroll').getByText(en.chat.linkFolded).click()
    await frame.getByRole('button', { name: en.chat.copyLink }).click()
    await expect.poll(copied).toContain('/chat?t=')
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('speaks the page’s language and is as light or dark as the page', async () => {
    const page = await testServer.visitor()
    // As the system is, which is light: the page's own choice is what counts.
    await page.emulateMedia({ colorScheme: null })
    const light: number[] = []
    for (const scheme of ['light', 'dark']) {
      await visit(page, `?lang=de-AT&scheme=${scheme}`)
      expect(await launcher(page).textContent()).toBe('Ask the baker')
      expect(await launcher(page).locator('[lang=en]').textContent()).toBe('Ask the baker')
      const frame = await openChat(page)
      await frame.getByRole('button', { name: de.chat.send }).waitFor()
      light.push(
        await frame.evaluate(() => Number(matchMedia('(prefers-color-scheme:light)').matches)),
      )
    }
    expect(light).toEqual([1, 0])
    await page.context().close()
  })

  test('The embedded chat is as light as a page that declares no scheme, also where the system is dark', async () => {
    const { executablePath, env } = await findChromium(process.env, engines)
    const dark = await chromium.launch({
      executablePath,
      env,
      args: [...quiet, '--blink-settings=preferredColorScheme=0'],
    })
    try {
      const page = await dark.newPage({ colorScheme: null })
      const seen: Record<string, unknown> = {}
      for (const scheme of ['', 'light', 'light dark']) {
        await visit(page, `?scheme=${scheme}`)
        const frame = await openChat(page)
        await frame.locator('#body').waitFor()
        seen[scheme] = [
          await launcher(page).evaluate((link) => getComputedStyle(link).color),
          await frame.evaluate(() => matchMedia('(prefers-color-scheme:light)').matches),
        ]
      }
      const [white, ink] = ['rgb(255, 255, 255)', 'rgb(11, 21, 16)']
      expect(seen).toEqual({
        '': [white, true],
        light: [white, true],
        'light dark': [ink, false],
      })
    } finally {
      await dark.close()
    }
  })

  test('reads the page’s language however it is written', async () => {
    const page = await testServer.visitor()
    await visit(page, '?lang=DE-DE')
    const frame = await openChat(page)
    await frame.getByRole('button', { name: de.chat.send }).waitFor()
    await page.context().close()
  })

  /** What a page does that renders itself: it replaces its body, with a link of its own. */
  function replaceBody(page: Page) {
    return page.evaluate(() => {
      const link = document.querySelector('a')?.cloneNode() as HTMLAnchorElement
      link.removeAttribute('style')
      const body = document.createElement('body')
      body.append('Another page', link)
      document.body = body
    })
  }

  test('is one chat, however often the page runs its script', async () => {
    const page = await testServer.visitor()
    const problems = await watchProblems(page)
    await visit(page)
    const runAgain = async () => {
      const loaded = awaitedLater(page.waitForResponse(/embed\.js/))
      await page.evaluate(() => {
        const script = document.createElement('script')
        script.src = `${document.querySelector('script')?.src}&again`
        document.head.append(script)
      })
      await (await loaded).finished()
    }
    await runAgain()
    await openChat(page)
    await replaceBody(page)
    await runAgain()
    await page.locator('a[style]', { hasText: 'Ask the baker' }).click()
    await panel(page).waitFor({ state: 'hidden' })
    expect(await page.locator('iframe').count()).toBe(1)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('goes on in a page that replaces its body, and comes back where it was removed', async () => {
    const page = await testServer.visitor()
    const problems = await watchProblems(page)
    await visit(page)
    const frame = await openChat(page)
    await frame.locator('#body').fill('Half a thought')
    await replaceBody(page)
    await page.locator('a[style]', { hasText: 'Ask the baker' }).waitFor()
    expect(await panel(page).isVisible()).toBe(true)
    expect(await frame.locator('#body').inputValue()).toBe('Half a thought')
    await panel(page).evaluate((element) => element.remove())
    await page.frameLocator('iframe').locator('#body').waitFor()
    await launcher(page).click()
    await panel(page).waitFor({ state: 'hidden' })
    await launcher(page).click()
    await panel(page).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('takes no part in events that its page makes itself', async () => {
    const page = await testServer.visitor()
    const problems = await watchProblems(page)
    await visit(page)
    await page.evaluate(() => {
      for (const target of [document, window]) target.dispatchEvent(new MouseEvent('click'))
      for (const data of ['close', 'words of another program'])
        window.dispatchEvent(new MessageEvent('message', { data }))
    })
    expect(await launcher(page).textContent()).toBe('Ask the baker')
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('is at a link that comes after its script', async () => {
    const page = await testServer.visitor()
    const problems = await watchProblems(page)
    const loaded = awaitedLater(page.waitForResponse(/embed\.js/))
    await open(page, `${host.origin}/?late`)
    await (await loaded).finished()
    expect(await page.getByRole('link').count()).toBe(0)
    await page.evaluate((href) => {
      const link = document.createElement('a')
      link.href = href
      document.body.append(link)
    }, `${testServer.origin}/chat?desk=${key}`)
    await page.locator('a[style]', { hasText: 'Ask the baker' }).waitFor()
    await openChat(page)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('fills a phone', async () => {
    const page = await testServer.visitor()
    await page.setViewportSize({ width: 320, height: 640 })
    await visit(page)
    const frame = await openChat(page)
    const box = { x: 0, y: 0, width: 320, height: 640 }
    expect(await panel(page).boundingBox()).toEqual(box)
    expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const send = frame.getByRole('button', { name: en.chat.send, exact: true })
    await expect.poll(() => inView(send)).toBe(true)
    await frame.locator('#body').fill('Is it seen once it is sent?')
    await send.click()
    await expect.poll(() => inView(frame.locator('#log .message'))).toBe(true)
    expect(await inView(send)).toBe(true)
    await frame.locator('.more > summary').click()
    const covered = await frame.locator('#body').evaluate((field) => {
      const { x, y, height } = field.getBoundingClientRect()
      return document.elementFromPoint(x + 20, y + height / 2)?.closest('.more') != null
    })
    expect(covered).toBe(false)
    await page.setViewportSize({ width: 1000, height: 500 })
    expect((await panel(page).boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.context().close()
  })

  test('leaves a click with Control to the browser', async () => {
    const page = await testServer.visitor()
    await visit(page)
    const opened = awaitedLater(page.context().waitForEvent('page'))
    await launcher(page).click({ modifiers: ['ControlOrMeta'] })
    const tab = await opened
    // What Playwright noted of a tab may be older than what the tab shows.
    await expect.poll(() => tab.evaluate(() => location.href)).toMatch(/\/chat\?desk=/)
    expect(await page.locator('iframe').count()).toBe(0)
    await page.context().close()
  })

  test('is led to as by any link where the site may not show it, or its script did not come', async () => {
    const page = await testServer.visitor()
    await visit(page, '', stranger)
    await launcher(page).click()
    await page.waitForURL(`${testServer.origin}/chat?desk=${key}`)
    await page.route('**/embed.js*', (route) => route.abort())
    await open(page, host.origin)
    await page.getByRole('link').click()
    await page.waitForURL(`${testServer.origin}/chat?desk=${key}`)
    await page.context().close()
  })

  test.each(['is stopped', 'takes the call and never answers'])(
    'does the page no harm while our server %s',
    async (server) => {
      const stopped = server === 'is stopped'
      const silent = createServer().listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
      if (stopped) silent.close()
      const site = await openHostSite()
      site.embed(address, key)
      const page = await testServer.visitor()
      const errors: Error[] = []
      page.on('pageerror', (error) => errors.push(error))
      const asking = awaitedLater(page.waitForRequest(`${address}/embed.js?desk=${key}`))
      // It comes back once the page is whole, script or none.
      await open(page, site.origin)
      const script = await asking
      if (stopped) await expect.poll(() => script.failure()?.errorText).toMatch(/REFUSED/)
      expect(await page.locator('body').innerText()).toMatch(/^A shop\s+Ask$/)
      expect(await page.getByRole('link').getAttribute('href')).toBe(`${address}/chat?desk=${key}`)
      expect(errors).toEqual([])
      await page.context().close()
      await site.close()
      if (!stopped) silent.close()
    },
  )

  test('is led to as by any link where its page does not come within 15 seconds', async () => {
    const page = await testServer.visitor()
    await stopTime(page)
    await visit(page)
    await page.route('**/chat?*', (route) =>
      route.request().frame() === page.mainFrame() ? route.continue() : undefined,
    )
    await launcher(page).click()
    await page.locator('iframe').waitFor({ state: 'attached' })
    await page.clock.runFor(14_000)
    expect(page.url()).toBe(`${host.origin}/`)
    await page.clock.runFor(1_000)
    await page.waitForURL(`${testServer.origin}/chat?desk=${key}`)
    await page.context().close()
  })

  test('A closed chat shows an unseen answer on its button at once, and rings', async () => {
    const page = await testServer.visitor()
    let rings = 0
    await page.exposeFunction('noteRing', () => {
      rings += 1
    })
    await page.addInitScript(() => {
      Object.assign(globalThis, {
        AudioContext: function Silent() {
          ;(globalThis as unknown as { noteRing(): void }).noteRing()
          throw new Error('No sound in tests')
        },
      })
    })
    // Nothing comes by looking now and then.
    await stopTime(page)
    await visit(page)
    const frame = await openChat(page)
    await frame.locator('#body').fill('Do you bake at night?')
    await frame.getByRole('button', { name: en.chat.send, exact: true }).click()
    await frame.locator('#log .message').getByText('at night').waitFor()
    const secret = new URL(frame.url()).searchParams.get('t') ?? ''
    const unseen = async () =>
      (await (await fetch(`${testServer.origin}/live?as=count&t=${secret}`)).json()).count
    const listens = awaitedLater(page.waitForRequest(/as=unseen/))
    await frame.getByRole('button', { name: en.chat.closeFrame }).click()
    await panel(page).waitFor({ state: 'hidden' })
    await listens
    const says = (words: string) => expect.poll(() => launcher(page).textContent()).toBe(words)
    await says('Ask the baker')
    await testServer.answerNewest('From three o’clock.', key)
    await says('Ask the baker ● (1) From three o’clock.')
    expect(await unseen()).toBe(1)
    await testServer.answerNewest('Except on Sundays, when nobody bakes anything at all here.', key)
    await says('Ask the baker ● (2) Except on Sundays, when nobody bakes…')
    await expect.poll(() => rings).toBe(2)
    await launcher(page).click()
    await page.frameLocator('iframe').locator('#log .message').getByText('three o’clock').waitFor()
    await page.clock.runFor(2_000)
    await expect.poll(unseen).toBe(0)
    await says('Ask the baker')
    expect(rings).toBe(2)
    await page.context().close()
  })

  test('says so in its frame once its conversation has been erased elsewhere', async () => {
    const page = await testServer.visitor()
    const problems = await watchProblems(page)
    await visit(page)
    const frame = await openChat(page)
    await frame.locator('#body').fill('Nobody need keep this.')
    await frame.getByRole('button', { name: en.chat.send, exact: true }).click()
    await frame.locator('#log .message').getByText('Nobody need keep').waitFor()
    const own = await page.context().newPage()
    await open(own, `${frame.url().split('#')[0]}&erase=1`)
    await own.getByRole('button', { name: en.chat.rights.eraseSubmit }).click()
    await own.getByText(en.notices.conversationErased).waitFor()
    await frame.getByRole('link', { name: 'Deutsch' }).click()
    await frame.getByRole('heading', { name: de.chat.unknown }).waitFor()
    expect(await panel(page).isVisible()).toBe(true)
    expect(page.url()).toBe(`${host.origin}/`)
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
    await page.context().close()
  })

  test('says in a plain frame that there is no such desk', async () => {
    const site = await openHostSite()
    site.embed(testServer.origin, 'unknown')
    const page = await testServer.visitor({ javaScript: false })
    await open(page, `${site.origin}/?frame=`)
    const chat = page.frameLocator('iframe')
    await chat.getByRole('heading', { name: en.chat.unknownDesk }).waitFor()
    await page.context().close()
    await site.close()
  })

  test.each([
    ['the browser runs none', false, ''],
    ['the site lets its frame run none', true, 'allow-forms allow-same-origin'],
  ])('is written to in a frame without scripts: %s', async (why, javaScript, sandbox) => {
    const page = await testServer.visitor({ javaScript })
    await open(page, `${host.origin}/?${new URLSearchParams({ frame: sandbox })}`)
    const chat = page.frameLocator('iframe')
    const words = `Is the oven on, though ${why}?`
    await chat.locator('#body').fill(words)
    await chat.getByRole('button', { name: en.chat.send, exact: true }).click()
    await chat.frameLocator('iframe[name=log]').locator('.message').getByText(words).waitFor()
    expect(page.url()).toContain(host.origin)
    await page.context().close()
  })

  test('works with its own scripts blocked in the frame', async () => {
    const page = await testServer.visitor()
    await page.route('**/browser/*.js', (route) => route.abort())
    await visit(page)
    const frame = await openChat(page)
    await frame.locator('#body').fill('Is the rye bread warm?')
    await frame.getByRole('button', { name: en.chat.send, exact: true }).click()
    await frame.locator('.message').getByText('rye bread').waitFor()
    expect(page.url()).toBe(`${host.origin}/`)
    await page.context().close()
  })

  test('may be shown by the sites that its owner names, and every other page by nobody', async () => {
    const policies = await Promise.all(
      [`/chat?desk=${key}`, '/', '/login', '/chat?desk=unknown'].map(async (path) => {
        const { headers } = await fetch(testServer.origin + path)
        const policy = headers.get('content-security-policy')
        return [policy?.match(/frame-ancestors [^;]*/)?.[0], headers.get('x-frame-options')]
      }),
    )
    expect(policies).toEqual([
      [`frame-ancestors 'self' ${host.origin}`, null],
      ["frame-ancestors 'none'", 'DENY'],
      ["frame-ancestors 'none'", 'DENY'],
      ["frame-ancestors 'none'", 'DENY'],
    ])
  })

  test('is on the sample site as on any other', async () => {
    const page = await testServer.visitor({ language: 'de' })
    const problems = await watchProblems(page)
    await open(page, '/de/sample?lang=de')
    await launcher(page).waitFor()
    const frame = await openChat(page)
    await frame.getByRole('button', { name: de.chat.send }).waitFor()
    await frame.locator('#body').fill('Backen Sie auch sonntags?')
    await frame.getByRole('button', { name: de.chat.send, exact: true }).click()
    const sheet = page.frameLocator('iframe')
    await sheet.locator('#log .message').getByText('sonntags').waitFor()
    await sheet.getByRole('button', { name: de.chat.closeFrame }).click()
    await panel(page).waitFor({ state: 'hidden' })
    await expect.poll(() => page.frames().at(1)?.url()).toMatch(/&kept$/)
    await testServer.answerNewest('Ja.', key)
    await open(page, '/de/sample?lang=de')
    await launcher(page).getByText('● (1) Ja.').waitFor()
    await launcher(page).click()
    await sheet.locator('#log .message').getByText('Ja.').waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  describe('in the room where its owner puts it on a site', () => {
    let owner: Page
    let copied: () => string | undefined

    beforeAll(async () => {
      owner = await testServer.visitor()
      copied = await noteCopies(owner)
      await signUp(owner, newEmail(), 'en')
      await open(owner, '/dashboard/embed')
      await hydrated(owner)
    })
    afterAll(() => owner.context().close())

    test('the picture follows the colour and the text while they are chosen', async () => {
      const light = owner.getByRole('img', { name: en.embed.preview.light })
      const dark = owner.getByRole('img', { name: en.embed.preview.dark })
      await owner.getByLabel(en.embed.light).fill('#8a1c1c')
      await light.locator('rect[fill="#8a1c1c"]').first().waitFor()
      expect(await dark.locator('[fill="#8a1c1c"]').count()).toBe(0)
      await owner.getByLabel('Button text in English').fill('Ask the miller')
      await light.getByText('Ask the miller').waitFor()
      await owner.getByLabel(en.embed.light).fill('#c08040')
      await owner.getByText(en.embed.contrastLow.replace('{{contrast}}', '2.8')).waitFor()
    })

    test('the lines are copied by a button that says so', async () => {
      await owner.getByRole('button', { name: en.dashboard.copy, exact: true }).click()
      await owner.getByRole('button', { name: en.dashboard.copied, exact: true }).waitFor()
      const lines = await owner.getByRole('textbox', { name: en.embed.snippetHeading }).inputValue()
      expect(lines).toContain('<script async src=')
      expect(copied()).toBe(lines)
    })
  })

  // Debian's Chromium refuses it unless told, and so do private contexts, as in the other tests.
  describe('in a browser that keeps what a frame stores', () => {
    let folder: string
    let page: Page

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'keeping-'))
      page = await openProfile(folder, {
        cookie_controls_mode: 0,
        block_third_party_cookies: false,
      })
    })
    afterAll(async () => {
      await page.context().close()
      await rm(folder, { recursive: true })
    })

    test('keeps its conversation from page to page once it has begun, and counts what came', async () => {
      const problems = await watchProblems(page)
      await visit(page)
      const first = await openChat(page)
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
      expect(await first.evaluate(() => localStorage.length)).toBe(0)
      await first.getByText(en.chat.framedKept).waitFor()
      await first.locator('#body').fill('Do you bake on Sundays?')
      await first.getByRole('button', { name: en.chat.send, exact: true }).click()
      await first.locator('#log .message').getByText('Sundays').waitFor()
      // A mark that says no more than that the chat is open; the secret is out of the page's reach.
      await expect.poll(() => page.evaluate(() => ({ ...localStorage }))).toEqual({ [key]: 'true' })
      // Under the desk alone, as earlier versions stored it.
      await page
        .frames()
        .at(1)
        ?.evaluate((desk) => {
          localStorage[desk] = localStorage[`chat ${desk}`]
          localStorage.removeItem(`chat ${desk}`)
        }, key)
      await visit(page, '?page=2')
      await panel(page).waitFor()
      const kept = page.frameLocator('iframe')
      await kept.locator('#log .message').getByText('Sundays').waitFor()
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
      await kept.getByRole('button', { name: en.chat.closeFrame }).click()
      await panel(page).waitFor({ state: 'hidden' })
      // The conversation's own page would see the answer.
      await expect.poll(() => page.frames().at(1)?.url()).toMatch(/&kept$/)
      await testServer.answerNewest('We do.', key)
      const addresses = asked(page)
      await visit(page, '?page=3')
      await page.locator('a[style]', { hasText: 'Ask the baker ● (1) We do.' }).waitFor()
      expect(await panel(page).isVisible()).toBe(false)
      expect(addresses.filter((address) => /chat\?t=|as=(?!count|unseen)/.test(address))).toEqual(
        [],
      )
      await launcher(page).click()
      await kept.locator('#log .message').getByText('We do.').waitFor()
      await expect.poll(() => launcher(page).textContent()).toBe('Ask the baker')
      await kept.locator('.more > summary').click()
      await kept.getByRole('button', { name: en.chat.forget }).click()
      await kept.locator('#composer').getByText(en.chat.first).waitFor()
      await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
      expect(
        await page
          .frames()
          .at(1)
          ?.evaluate(() => localStorage.length),
      ).toBe(0)
      await visit(page, '?page=4')
      expect(await page.locator('iframe').count()).toBe(0)
      expect(problems).toEqual([])
    })
  })

  const refusal = lackOfSettings('the embed where the browser refuses cookies and storage', own)

  describe('in a browser that refuses cookies and storage', () => {
    let folder: string
    let page: Page

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'refusing-'))
      page = await openProfile(folder, { default_content_setting_values: { cookies: 2 } })
    })
    afterAll(async () => {
      await page.context().close()
      await rm(folder, { recursive: true })
    })

    test(
      'a visitor writes, is answered, and finds back by a window of its own',
      unless(refusal),
      async () => {
        await visit(page)
        const frame = await openChat(page)
        expect(
          await frame.evaluate(() => {
            try {
              return localStorage.length
            } catch (error) {
              return String(error)
            }
          }),
        ).toContain('SecurityError')
        await frame.getByText(en.chat.framedKeep).waitFor()
        await frame.locator('#body').fill('Do you bake without gluten?')
        await frame.getByRole('button', { name: en.chat.send, exact: true }).click()
        await frame.locator('#log .message').getByText('without gluten').waitFor()
        await frame.locator('#body').fill('For Saturday, I mean.')
        await frame.getByRole('button', { name: en.chat.send, exact: true }).click()
        await frame.locator('#log .message').getByText('For Saturday').waitFor()
        expect(await frame.locator('#log .message').count()).toBe(2)
        await frame.locator('.more > summary').click()
        await frame.getByText(en.chat.framedKeep).waitFor()
        const opened = awaitedLater(page.context().waitForEvent('page'))
        await frame.getByRole('link', { name: en.chat.ownWindow }).click()
        const own = await opened
        await own.locator('#log .message').getByText('For Saturday').waitFor()
        expect(page.url()).toBe(`${host.origin}/`)
      },
    )
  })

  describe('in a browser that blocks storage in frames', () => {
    let folder: string
    let page: Page

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'blocking-'))
      page = await openProfile(folder, { cookie_controls_mode: 1, block_third_party_cookies: true })
    })
    afterAll(async () => {
      await page.context().close()
      await rm(folder, { recursive: true })
    })

    test(
      'is closed on the next page, which could not show its conversation',
      unless(refusal),
      async () => {
        await visit(page)
        const frame = await openChat(page)
        await frame.getByText(en.chat.framedKeep).waitFor()
        await frame.locator('#body').fill('Is there a rye loaf left?')
        await frame.getByRole('button', { name: en.chat.send, exact: true }).click()
        await frame.locator('#log .message').getByText('rye loaf').waitFor()
        // Once more, since the frame has told the page of it by then.
        await launcher(page).click()
        await panel(page).waitFor({ state: 'hidden' })
        await launcher(page).click()
        await frame.locator('#log .message').getByText('rye loaf').waitFor()
        await visit(page, '?page=2')
        expect(await panel(page).isVisible()).toBe(false)
      },
    )
  })
})

/** A page in a browser with these settings of its profile. */
async function openProfile(folder: string, profile: object): Promise<Page> {
  await mkdir(join(folder, 'Default'))
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify({ profile }))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: own.executablePath,
    env: own.env,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  return context.newPage()
}
