import type { Page, Request } from 'playwright-core'
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
import { de, en } from '../../support/locales'

describe('The counter with JavaScript switched off, in German', () => {
  const email = newEmail()
  let server: TestServer
  let visitor: Page
  let owner: Page

  beforeAll(async () => {
    server = await openTestServer()
    visitor = await server.visitor({ javaScript: false, language: 'de', motion: true })
    owner = await server.visitor({ javaScript: false, language: 'de', motion: true })
  })
  afterAll(() => server.close())

  /** The frame into which the server writes new messages. */
  const log = () => visitor.frameLocator('iframe[name=log]')

  async function write(text: string) {
    await visitor.locator('#body').fill(text)
    const answered = awaitedLater(visitor.waitForEvent('domcontentloaded'))
    await visitor.getByRole('button', { name: de.chat.send, exact: true }).click()
    await answered
    await log().getByText(text).waitFor()
  }

  async function reload(page: Page) {
    await page.reload({ waitUntil: 'domcontentloaded' })
  }

  test('a page finds out that its scripts do not run', async () => {
    await open(visitor, `data:text/html,<p id=p>still</p><script>p.textContent='moved'</script>`)
    expect(await visitor.locator('#p').textContent()).toBe('still')
  })

  test('an owner signs up and confirms the address, which opening the link alone does not', async () => {
    await signUp(owner, email, 'de', false)
    await owner.getByText(de.verify.sent.replace('{{email}}', email)).waitFor()
    const link = await server.confirmationLink(email, 'de')
    expect((await visitor.request.get(link)).status()).toBe(200)
    await open(owner, link)
    await reload(owner)
    await owner.getByRole('button', { name: de.verify.confirm }).click()
    await arriveAt(owner, /\/de\/verify-email\?done/)
    await owner.getByText(de.verify.verified.replace('{{email}}', email)).waitFor()
    expect((await visitor.request.get(link)).status()).toBe(400)
  })

  test('the owner goes on to the desk, which is quiet, and gives it a name', async () => {
    await owner.getByRole('link', { name: de.verify.onward }).click()
    await owner.getByRole('heading', { name: de.overview.waitingHeading_zero }).waitFor()
    expect(await owner.getByText(de.dashboard.unverified).count()).toBe(0)
    const rows = await owner
      .locator('#name-desk')
      .evaluate((form) => getComputedStyle(form).gridTemplateRows.split(' ').length)
    expect(rows).toBe(2)
    await owner.getByLabel(de.overview.guide.steps.name).fill('Bäckerei Grünspan')
    await owner.getByRole('button', { name: de.overview.nameSubmit }).click()
    await owner.getByLabel(de.overview.guide.steps.name).waitFor({ state: 'detached' })
  })

  test('a visitor comes from the home page to the chat and asks something', async () => {
    await open(visitor, '/de')
    await visitor.getByText('Bäckerei Grünspan').first().waitFor()
    await visitor.getByRole('link', { name: de.counter.ask }).click()
    await arriveAt(visitor, '/de/chat')
    await visitor.getByLabel(de.chat.name).fill('Jürgen Weiß')
    await write('Backen Sie für übermorgen zwölf süße Brötchen?')
    expect(new URL(visitor.url()).pathname).toBe('/de/chat')
    expect(new URL(visitor.url()).searchParams.get('t')).toMatch(/^[\w-]{43}$/)
    await log().locator('.stand').getByText(de.chat.received).last().waitFor()
    const usual = visitor.viewportSize()
    await visitor.setViewportSize({ width: 320, height: 640 })
    const composer = await visitor.locator('#composer').boundingBox()
    expect(composer?.height).toBeLessThan(640 / 3)
    await visitor.setViewportSize(usual ?? { width: 1280, height: 720 })
  })

  test('the owner sees who is waiting, answers and keeps a note', async () => {
    await reload(owner)
    await owner.getByRole('heading', { name: de.overview.waitingHeading_one }).waitFor()
    await owner.getByRole('link', { name: 'Jürgen Weiß' }).click()
    await owner.locator('.message').getByText('zwölf süße Brötchen').waitFor()
    const requests: Request[] = []
    visitor.on('request', (request) => requests.push(request))
    await owner.getByLabel(de.tickets.reply).fill('Nur für mich: zahlt spät.')
    await owner.getByRole('button', { name: de.tickets.addNote }).click()
    await owner.locator('.note').getByText('zahlt spät').waitFor()
    await owner.getByLabel(de.tickets.reply).fill('Gern, ab sieben Uhr liegen sie für Sie bereit.')
    await owner.getByRole('button', { name: de.tickets.sendReply, exact: true }).click()
    await owner.locator('.message').getByText('ab sieben Uhr').waitFor()
    await owner.locator('.tag').getByText(de.tickets.state.waiting).waitFor()

    await log().getByText('ab sieben Uhr').waitFor()
    expect(requests).toEqual([])
    expect(await log().locator('.message').count()).toBe(2)
  })

  test('a note is on no page of the visitor’s', async () => {
    await reload(visitor)
    await log().getByText('ab sieben Uhr').waitFor()
    await log().locator('.stand').getByText(de.chat.waiting).last().waitFor()
    expect(await log().locator('body').textContent()).not.toContain('zahlt spät')
    expect(await visitor.content()).not.toContain('zahlt spät')
  })

  test('the visitor answers, and the owner reads it and solves the ticket', async () => {
    await write('Großartig, dann bis Samstag!')
    await reload(owner)
    await owner.locator('.message').getByText('bis Samstag').waitFor()
    await owner.locator('.tag').getByText(de.tickets.state.open).waitFor()
    const path = owner.url()
    await owner.getByRole('button', { name: de.tickets.solve }).click()
    await owner.locator('.banner', { hasText: 'ist erledigt' }).waitFor()
    await open(owner, path)
    await owner.locator('.tag').getByText(de.tickets.state.done).waitFor()
    await reload(visitor)
    await log().locator('.stand').getByText('erledigt').last().waitFor()
  })

  test('what is solved is open again when the visitor writes once more', async () => {
    await write('Eines noch: Haben Sie auch Mohnzöpfe?')
    await log().locator('.stand').getByText(de.chat['in-progress']).last().waitFor()
    await reload(owner)
    await owner.locator('.message').getByText('Mohnzöpfe').waitFor()
    await owner.locator('.tag').getByText(de.tickets.state.open).waitFor()
  })

  test('what is closed is continued by a new ticket, even from a page that does not know yet', async () => {
    const before = visitor.url()
    await server.closeNewest()
    await reload(owner)
    await owner.getByText(de.tickets.closedHint).waitFor()
    await write('Und für nächste Woche bestelle ich schon jetzt.')
    expect(visitor.url()).not.toBe(before)
    await visitor.getByText(de.chat.number.replace('{{number}}', '2')).waitFor()
    await open(owner, '/de/dashboard/tickets?ticket=2')
    await owner.getByText(de.tickets.follows).waitFor()
    await owner.getByRole('heading', { name: '2 · Jürgen Weiß' }).waitFor()
  })

  test('a form that is sent six times leaves one message', async () => {
    const sent = awaitedLater(visitor.waitForRequest((request) => request.method() === 'POST'))
    await write('Bitte genau einmal zählen.')
    const request = await sent
    const headers = await request.allHeaders()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        visitor.request.post(request.url(), {
          data: request.postData() ?? '',
          headers: { 'content-type': headers['content-type'] ?? '', origin: server.origin },
          maxRedirects: 0,
        }),
      ),
    )
    expect(answers.map((answer) => answer.status())).toEqual([303, 303, 303, 303, 303])
    await reload(visitor)
    await log().getByText('genau einmal').waitFor()
    expect(await log().locator('.message').count()).toBe(2)
  })

  test('a first message that is sent six times at once begins one ticket', async () => {
    const newcomer = await server.visitor({ javaScript: false, language: 'de', motion: true })
    await open(newcomer, '/de/chat')
    const key = await newcomer.locator('input[name=key]').inputValue()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        newcomer.request.post('/de/chat', {
          form: { key, body: 'Sind Sie morgen da?', intent: 'send' },
          headers: { origin: server.origin },
          maxRedirects: 0,
        }),
      ),
    )
    const places = answers.map((answer) => answer.headers().location ?? '')
    expect(new Set(places).size).toBe(1)
    await open(newcomer, places[0] ?? '')
    expect(await newcomer.frameLocator('iframe').locator('.message').count()).toBe(1)
    await open(owner, '/de/dashboard')
    await owner.getByRole('heading', { name: '2 Tickets' }).waitFor()
    await newcomer.context().close()
  })

  test('the other language keeps the conversation and what was typed', async () => {
    const secret = new URL(visitor.url()).searchParams.get('t')
    await visitor.locator('#body').fill('Noch nicht fertig geschr')
    await visitor.getByRole('link', { name: 'English' }).click()
    await visitor.getByRole('button', { name: en.chat.send, exact: true }).waitFor()
    expect(new URL(visitor.url()).pathname).toBe('/chat')
    expect(new URL(visitor.url()).searchParams.get('t')).toBe(secret)
    expect(await visitor.locator('#body').inputValue()).toBe('Noch nicht fertig geschr')
    await log().getByText('genau einmal').waitFor()
    expect(await log().locator('.message').count()).toBe(2)
    await visitor.getByRole('button', { name: en.chat.send, exact: true }).click()
    await log().getByText('Noch nicht fertig geschr').waitFor()
    expect(await log().locator('.message').count()).toBe(3)
  })

  test('signing out leads to the home page, and the desk demands the password again', async () => {
    await owner.getByRole('button', { name: de.layout.signOut }).click()
    await arriveAt(owner, '/de')
    await open(owner, '/de/dashboard/tickets?ticket=2')
    const { pathname, searchParams } = new URL(owner.url())
    expect(pathname).toBe('/de/login')
    expect(searchParams.get('redirect')).toBe('/de/dashboard/tickets?ticket=2')
    await owner.getByLabel(de.login.email).fill(email)
    await owner.getByLabel(de.login.password).fill('kettle-on-the-stove')
    await owner.getByRole('button', { name: de.login.submit, exact: true }).click()
    await arriveAt(owner, '/de/dashboard/tickets?ticket=2')
  })
})
