import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '../../app/config'
import { newId } from '../../app/domain/text/ids'
import type { Language } from '../../app/domain/text/languages'
import { assignTicket } from '../../app/domain/tickets/assigning'
import { startTicket } from '../../app/domain/tickets/conversations'
import { mergeTickets } from '../../app/domain/tickets/merging'
import { hasReadAll } from '../../app/domain/tickets/reading'
import { localizedPath } from '../../app/i18n/addresses'
import { awaitedLater } from '../support/awaited-later'
import { findViolations } from '../support/axe'
import {
  hydrated,
  newEmail,
  open,
  openTestServer,
  type Person,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { words } from '../support/locales'
import { watchProblems } from '../support/problems'

describe('Members in one ticket', () => {
  let server: TestServer
  let services: Services
  let deskId = ''
  let ada: Page
  let ben: Page
  let cleo: Page
  const problems: string[][] = []

  beforeAll(async () => {
    server = await openTestServer(async (given) => {
      services = given
    })
    ada = await member('Ada Lovelace', { axe: true })
    ben = await member('Ben Müller')
    cleo = await member('Cleo', { javaScript: false, language: 'de' })
  })
  afterAll(() => server.close())

  /** The first founds the desk; the others join it. */
  async function member(name: string, person: Person = {}): Promise<Page> {
    const page = await server.visitor(person)
    problems.push(await watchProblems(page))
    const email = newEmail()
    await signUp(page, email, person.language ?? 'en')
    const { uid = '' } = (await services.accounts.findByEmail(email)) ?? {}
    await services.members.rename(uid, name)
    const [own] = await services.members.desksOf(uid)
    deskId ||= own?.desk.id ?? ''
    const at = { joinedAt: new Date(), chosenAt: new Date() }
    const joining = { deskId, uid, kind: 'colleague', name, reader: uid, ...at } as const
    await services.members.join(joining)
    return page
  }

  /** A visitor's new ticket. Returns its number. */
  async function begin(text: string, email = ''): Promise<number> {
    const visitor = await server.visitor({ javaScript: false })
    await open(visitor, '/chat')
    await visitor.locator('#email').fill(email)
    await visitor.locator('#body').fill(text)
    const answered = awaitedLater(visitor.waitForEvent('domcontentloaded'))
    await visitor.getByRole('button', { name: words.en.chat.send }).click()
    await answered
    await visitor.context().close()
    return (await server.newestTicket()).number
  }

  const thread = (number: number, language: Language) =>
    localizedPath(`/dashboard/tickets?ticket=${number}`, language)

  const line = (page: Page) => page.locator('.presence').first()

  const others = (is: 'here' | 'typing', names: string, language: Language = 'en') =>
    words[language].history.others[`${is}_one`].replace('{{names}}', names)

  /** What the second of two answers reads. */
  function overtaken(by: string, said: string, language: Language) {
    const { answer } = words[language].history.overtaken
    return answer.replace('{{name}}', by).replace('{{words}}', said)
  }

  test('see each other come, write and go', async () => {
    const number = await begin('Do you deliver?')
    for (const page of [ada, ben]) {
      await open(page, thread(number, 'en'))
      await hydrated(page)
    }
    await line(ada).getByText(others('here', 'Ben Müller')).waitFor()
    await line(ben).getByText(others('here', 'Ada Lovelace')).waitFor()
    await open(cleo, thread(number, 'de'))
    const both = words.de.history.others.here_other
    expect(await line(cleo).textContent()).toBe(
      both.replace('{{names}}', 'Ada Lovelace und Ben Müller'),
    )
    // That somebody writes is shown for eight seconds.
    await Promise.all([
      line(ada).getByText(others('typing', 'Ben Müller')).waitFor(),
      ben.locator('#body').pressSequentially('We do'),
    ])
    await ben.goto('about:blank')
    await expect.poll(() => line(ada).textContent()).toBe('')
  })

  test('who answers second reads the first answer, and sends theirs with a further press', async () => {
    const number = await begin('And on Sunday?')
    // News comes late to Ben.
    const live = /\/live(\?|$)/
    await ben.route(live, (route) => route.abort())
    for (const page of [ada, ben]) {
      await open(page, thread(number, 'en'))
      await hydrated(page)
    }
    await ben.locator('#body').fill('Not on Sunday')
    await ada.locator('#body').fill('On Sunday, too')
    const send = words.en.tickets.sendReply
    await ada.getByRole('button', { name: send, exact: true }).click()
    await ada.locator('.message.own').getByText('On Sunday, too').waitFor()
    await ben.getByRole('button', { name: send, exact: true }).click()
    await ben.getByText(overtaken('Ada Lovelace', 'On Sunday, too', 'en')).waitFor()
    expect(await ben.locator('#body').inputValue()).toBe('Not on Sunday')
    await ben.locator('.message').getByText('On Sunday, too', { exact: true }).waitFor()
    await ben.getByRole('button', { name: send, exact: true }).click()
    await ben.locator('.message.own').getByText('Not on Sunday').waitFor()
    expect(await server.saidInNewest()).toEqual([
      'And on Sunday?',
      'On Sunday, too',
      'Not on Sunday',
    ])
    await ben.unroute(live)
  })

  test('the notice of an earlier answer leaves Send in sight, and goes with the words it is about', async () => {
    const number = await begin('And at Easter?', 'easter@guest.example')
    const live = /\/live(\?|$)/
    await ben.route(live, (route) => route.abort())
    const size = ben.viewportSize()
    await ben.setViewportSize({ width: 1280, height: 800 })
    for (const page of [ada, ben]) {
      await open(page, thread(number, 'en'))
      await hydrated(page)
    }
    await ben.locator('#body').fill('Not at Easter')
    await ben.locator('.cc summary').click()
    await ben.locator('#files').setInputFiles({
      name: 'easter.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Closed'),
    })
    await ada.locator('#body').fill('At Easter, too. '.repeat(40))
    await ada.locator('#reply [value=reply]').click()
    await ada.locator('.message.own').waitFor()
    const send = ben.locator('#reply [value=reply]')
    await send.click()
    const notice = ben.locator('#reply .banner')
    await notice.waitFor()
    for (const part of [notice, send, ben.locator('#body'), ben.locator('#reply .uploaded')]) {
      const box = await part.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
    }
    await ben.locator('#body').fill('')
    await expect.poll(() => notice.count()).toBe(0)
    await ben.locator('#body').fill('Shorter')
    expect(await notice.count()).toBe(0)
    await ben.locator('#body').fill('')
    await ben.setViewportSize(size ?? { width: 1280, height: 720 })
    await ben.unroute(live)
  })

  test('the notice of an answer that its writer takes back says so, and Send asks no more', async () => {
    // Its guest is away, so that an answer can be taken back.
    const guest = {
      name: 'Eve',
      email: 'eve@guest.example',
      locale: 'en',
      secretHash: 'eve',
    } as const
    const start = { ...guest, deskId, startKey: newId(new Date()), body: 'And at Whitsun?' }
    const { number } = (await startTicket(services, start, new Date())).ticket
    // News comes late to Ben.
    const live = /\/live(\?|$)/
    await ben.route(live, (route) => route.abort())
    for (const page of [ada, ben]) {
      await open(page, thread(number, 'en'))
      await hydrated(page)
    }
    await ben.locator('#body').fill('Not at Whitsun')
    const { sendReply } = words.en.tickets
    const send = (page: Page) => page.getByRole('button', { name: sendReply, exact: true }).click()
    await ada.locator('#body').fill('At Whitsun, too')
    await send(ada)
    await ada.locator('.message.own').getByText('At Whitsun, too').waitFor()
    await send(ben)
    const notice = ben.locator('#reply .banner')
    await notice.getByText(overtaken('Ada Lovelace', 'At Whitsun, too', 'en')).waitFor()
    await ada.locator('.toast [value=undo]').click()
    await ben.unroute(live)
    const { answer } = words.en.history.overtaken.gone
    await notice.getByText(answer.replace('{{name}}', 'Ada Lovelace')).waitFor()
    expect(await ben.locator('.presence.answered').textContent()).toBe('')
    await send(ben)
    await ben.locator('.message.own').getByText('Not at Whitsun').waitFor()
    expect(await server.saidInNewest()).toEqual(['And at Whitsun?', 'Not at Whitsun'])
  })

  test('the notice that a colleague took the ticket says when it has changed hands again', async () => {
    const number = await begin('And in Lent?')
    // News would give the form's field its own value back.
    const live = /\/live(\?|$)/
    await ben.route(live, (route) => route.abort())
    for (const page of [ada, ben]) {
      await open(page, thread(number, 'en'))
      await hydrated(page)
    }
    const take = (page: Page) => page.locator('#reply [value=take]').click()
    await ben.locator('#reply [name=assigneeShown]').evaluate((shown: HTMLInputElement) => {
      shown.value = 'somebody else'
    })
    await take(ben)
    const notice = ben.locator('#reply .banner')
    const { given, gone } = words.en.history.overtaken
    await notice.getByText(given).waitFor()
    await ben.unroute(live)
    await take(ada)
    await notice.getByText(gone.assignee).waitFor()
  })

  test('A member who writes sees that a colleague marks the ticket as done, and opens it again', async () => {
    const number = await begin('And at Pentecost?')
    for (const page of [ada, ben]) {
      await open(page, thread(number, 'en'))
      await hydrated(page)
    }
    await ben.locator('#body').fill('Not at Pen')
    const line = ben.locator('.presence.answered')
    const says = (kind: 'solve' | 'reopen') =>
      line.getByText(words.en.history.owner[kind].replace('{{who}}', 'Ada Lovelace')).waitFor()
    expect(await line.textContent()).toBe('')
    await ada.locator('#reply [value=solve]').click()
    await says('solve')
    await open(ada, thread(number, 'en'))
    await hydrated(ada)
    await ada.locator('#reply [value=reopen]').click()
    await says('reopen')
    expect(await ben.locator('#body').inputValue()).toBe('Not at Pen')
  })

  test('A member who writes in a ticket that is merged keeps the words and the focus, and reads it', async () => {
    const guest = 'pat@guest.example'
    const into = await begin('And in May?', guest)
    const number = await begin('May I bring a dog?', guest)
    await open(ben, thread(number, 'en'))
    await hydrated(ben)
    await ben.locator('#body').pressSequentially('Dogs are')
    const member = (await services.members.list(deskId)).find(({ name }) => name === 'Ada Lovelace')
    const desk = { deskId, byUid: member?.uid }
    await mergeTickets(services, desk, { source: number, target: into }, new Date())
    await ben.locator('.message', { hasText: 'And in May?' }).waitFor()
    await ben.keyboard.type(' welcome, at any table.')
    expect(await ben.locator('#body').inputValue()).toBe('Dogs are welcome, at any table.')
    const { owner } = words.en.history
    const said = owner['merged-from'].replace('{{who}}', 'Ada Lovelace')
    const line = ben.locator('.presence.answered')
    await line.getByText(said.replace('{{detail}}', `${number}`)).waitFor()
    await ben.getByRole('button', { name: words.en.tickets.sendReply, exact: true }).click()
    await ben.locator('.message.own').getByText('Dogs are welcome').waitFor()
    await expect.poll(() => line.textContent()).toBe('')
  })

  test('so does somebody without scripts, in German', async () => {
    const number = await begin('Auch am Montag?')
    await open(cleo, thread(number, 'de'))
    await cleo.locator('#body').fill('Montags nicht')
    await open(ada, thread(number, 'en'))
    await hydrated(ada)
    await ada.locator('#body').fill('Am Montag auch')
    await ada.getByRole('button', { name: words.en.tickets.sendReply, exact: true }).click()
    await ada.locator('.message.own').getByText('Am Montag auch').waitFor()
    const press = async () => {
      const answered = awaitedLater(cleo.waitForEvent('domcontentloaded'))
      await cleo.getByRole('button', { name: words.de.tickets.sendReply, exact: true }).click()
      await answered
    }
    await press()
    await cleo.getByText(overtaken('Ada Lovelace', 'Am Montag auch', 'de')).waitFor()
    expect(await cleo.locator('#body').inputValue()).toBe('Montags nicht')
    await press()
    await cleo.locator('.message.own').getByText('Montags nicht').waitFor()
    expect(await server.saidInNewest()).toEqual([
      'Auch am Montag?',
      'Am Montag auch',
      'Montags nicht',
    ])
  })

  test('are offered by name while an @ is typed, by a list that is loaded then', async () => {
    const loaded: string[] = []
    ada.on('request', (request) => loaded.push(request.url()))
    const isLoaded = () => loaded.some((each) => each.includes('/suggestions-'))
    const number = await begin('Who bakes the rye?')
    await open(ada, thread(number, 'en'))
    await hydrated(ada)
    const body = ada.locator('#body')
    const options = ada.locator('#suggestions [role=option]')
    const chosen = () => ada.locator('#suggestions [aria-selected=true]').textContent()
    await body.pressSequentially('Ask ben')
    expect(isLoaded()).toBe(false)
    await body.fill('')
    await body.pressSequentially('For @')
    const names = ['@Ben', '@Cleo']
    await expect
      .poll(async () => (await options.allTextContents()).map((each) => each.trim()))
      .toEqual(names)
    expect(isLoaded()).toBe(true)
    const active = await body.getAttribute('aria-activedescendant')
    expect(await ada.locator(`#${active}`).textContent()).toContain('@Ben')
    expect(await ada.getByRole('listbox').getAttribute('aria-label')).toBe(words.en.history.canName)
    expect(await findViolations(ada)).toEqual([])
    await body.press('ArrowDown')
    await expect.poll(chosen).toContain('@Cleo')
    await body.pressSequentially('b')
    await expect.poll(() => options.count()).toBe(1)
    await body.press('Enter')
    expect(await body.inputValue()).toBe('For @Ben ')
    await expect.poll(() => options.count()).toBe(0)
    await body.pressSequentially('and @cl')
    await options.first().click()
    expect(await body.inputValue()).toBe('For @Ben and @Cleo ')
    await body.pressSequentially('@')
    await expect.poll(() => options.count()).toBe(2)
    await body.press('Escape')
    await expect.poll(() => options.count()).toBe(0)
    await body.press('Backspace')
    await body.pressSequentially('by ben@')
    expect(await options.count()).toBe(0)
    await body.press('Backspace')
    await ada.getByRole('button', { name: words.en.tickets.addNote, exact: true }).click()
    await expect
      .poll(() => ada.locator('.message.note strong').allTextContents())
      .toEqual(['@Ben', '@Cleo'])
  })

  test('turn what is written into a note where one is chosen, and a press makes it a reply', async () => {
    const { note } = words.en.thread
    const { reply, replyInstead } = words.en.tickets
    const number = await begin('Is the rye vegan?')
    await open(ada, thread(number, 'en'))
    await hydrated(ada)
    const body = ada.locator('#body')
    const menu = ada.locator('#suggestions')
    const send = ada.locator('#reply [value=reply]')
    const label = () => body.evaluate((area: HTMLTextAreaElement) => area.labels[0]?.textContent)
    const said = ada.locator('[data-announcer]').getByText(note, { exact: true })
    await body.pressSequentially('Can  look?')
    for (const _ of ' look?') await body.press('ArrowLeft')
    await body.pressSequentially('@be')
    await menu.waitFor()
    const [above, field] = [await menu.boundingBox(), await body.boundingBox()]
    const gap = (field?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
    expect(gap).toBeGreaterThanOrEqual(0)
    expect(gap).toBeLessThan(2)
    expect(await send.isVisible()).toBe(true)
    expect(await said.count()).toBe(0)
    await body.press('Enter')
    expect(await body.inputValue()).toBe('Can @Ben look?')
    await expect.poll(label).toBe(note)
    expect(await send.isVisible()).toBe(false)
    expect(await said.count()).toBe(1)
    // Right after the space that was there.
    await body.pressSequentially('please ')
    expect(await body.inputValue()).toBe('Can @Ben please look?')
    await ada.getByRole('button', { name: replyInstead }).click()
    await expect.poll(label).toBe(reply)
    expect(await send.isVisible()).toBe(true)
    for (const [ahead, left] of [
      ['  today', 'For @Ben today'],
      [', please', 'For @Ben, please'],
      ['\nToday', 'For @Ben\nToday'],
    ]) {
      await body.fill(`For ${ahead}`)
      await body.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4))
      await body.pressSequentially('@be')
      await menu.waitFor()
      await body.press('Enter')
      expect(await body.inputValue()).toBe(left)
    }
    await body.fill('')
    await body.pressSequentially('@be')
    await menu.waitFor()
    await body.press('Tab')
    await body.pressSequentially('knows')
    await body.press('Control+Enter')
    await ada.locator('.message.note strong').getByText('@Ben', { exact: true }).waitFor()
    await ada.locator('.message.note').getByText('knows').waitFor()
    // What its guest has, too.
    expect(await server.saidInNewest()).toEqual(['Is the rye vegan?'])
  })

  test('Members hear at once of tickets that a colleague gives them, whose rows are new for them', async () => {
    const number = await begin('Is there cake?', 'lena@guest.example')
    await open(ben, thread(number, 'en'))
    await hydrated(ben)
    await ben.locator('.message').getByText('Is there cake?').waitFor()
    await open(ben, '/dashboard/tickets')
    await hydrated(ben)
    const row = ben.locator('.list a', { hasText: `${number} · ` })
    await row.waitFor()
    expect(await row.locator('.latest.new').count()).toBe(0)
    await open(ada, thread(number, 'en'))
    await hydrated(ada)
    const german = await ben.context().newPage()
    await open(german, '/de/dashboard/orders')
    await hydrated(german)
    const toast = ben.locator('.toast', { hasText: 'Ada Lovelace gave you' })
    const summary = ada.locator(`summary[title="${words.en.history.whose.choice}"]`)
    await summary.click()
    const menu = ada.locator('.menu').filter({ has: summary })
    await menu.getByRole('button', { name: 'Ben Müller' }).click()
    await toast
      .getByText(`Ada Lovelace gave you ticket ${number} from lena@guest.example.`)
      .waitFor()
    // The tabs share a line, and each says it in its own language.
    const said = german.locator('.toast', { hasText: `hat Ihnen Ticket ${number} von` })
    await said.getByRole('link', { name: words.de.notices.givenOpen }).waitFor()
    await german.close()
    await expect.poll(() => row.locator('.latest.new').count()).toBe(1)
    await toast.getByRole('link', { name: words.en.notices.givenOpen }).click()
    await ben.locator('.message').getByText('Is there cake?').waitFor()
    expect(new URL(ben.url()).searchParams.get('ticket')).toBe(`${number}`)
    expect(await ada.locator('.toast', { hasText: 'gave you' }).count()).toBe(0)
  })

  test('A note says at once whom it names, wherever else at the desk they are, and marks the overview', async () => {
    const number = await begin('Is the rye vegan?')
    await open(ben, '/dashboard')
    await hydrated(ben)
    const german = await ben.context().newPage()
    await open(german, '/de/dashboard/orders')
    await open(ada, thread(number, 'en'))
    for (const page of [german, ada]) await hydrated(page)
    const mentions = async () => {
      const said = (await ben.locator('main').textContent()) ?? ''
      return Number(/you in (\d+) tickets? that/.exec(said)?.[1] ?? 0)
    }
    const before = await mentions()
    const name = async (text: string) => {
      await ada.locator('#body').fill(text)
      await ada.getByRole('button', { name: words.en.tickets.addNote, exact: true }).click()
    }
    await name('@Ben, can you look?')
    const toast = ben.locator('.toast', { hasText: 'Ada Lovelace named you in a note' })
    const opening = toast.getByRole('link', { name: words.en.notices.givenOpen })
    await opening.waitFor()
    await expect.poll(mentions).toBe(before + 1)
    const said = german.locator('.toast', { hasText: `Notiz zu Ticket ${number}.` })
    await said.getByRole('link', { name: words.de.notices.givenOpen }).waitFor()
    await opening.click()
    await ben.locator('.message.note').getByText('can you look?').waitFor()
    // What is before their eyes needs no toast.
    await name('@Ben, it is urgent')
    await expect.poll(() => said.count()).toBe(2)
    await ben.locator('.message.note').getByText('it is urgent').waitFor()
    expect(await toast.count()).toBe(0)
    expect(await ada.locator('.toast', { hasText: 'named you' }).count()).toBe(0)
    await german.close()
  })

  test('A ticket that is given to who looks at it is not new for them', async () => {
    const number = await begin('Is there bread?', 'mia@guest.example')
    await open(ben, thread(number, 'en'))
    await hydrated(ben)
    const found = () => services.tickets.find({ deskId, number })
    const member = (await services.members.list(deskId)).find(({ name }) => name === 'Ben Müller')
    const isRead = async () => {
      const ticket = await found()
      return ticket && hasReadAll(ticket, member?.reader ?? '')
    }
    await expect.poll(isRead).toBe(true)
    await assignTicket(services, { deskId, number, byUid: 'another' }, member?.uid, new Date())
    await expect.poll(isRead).toBe(true)
    const row = ben.locator('.list a', { hasText: `${number} · ` })
    await expect.poll(() => row.locator('.latest.new').count()).toBe(0)
  })

  test('none of it is complained of in the console', () => {
    const refused = (text: string) => text.includes('/live') || text.includes('409')
    expect(
      problems
        .flat()
        .filter((each) => !refused(each))
        .join('\n'),
    ).toBe('')
  })

  test('leave no draft to who signs in after them in the same tab', async () => {
    const number = await begin('Whose draft?')
    const page = await server.visitor()
    await page.context().addCookies(await ada.context().cookies())
    await open(page, thread(number, 'en'))
    await hydrated(page)
    const body = page.locator('#body')
    await body.pressSequentially('Mine')
    await page.reload()
    await expect.poll(() => body.inputValue()).toBe('Mine')
    await page.context().addCookies(await ben.context().cookies())
    await page.reload()
    await hydrated(page)
    expect(await body.inputValue()).toBe('')
    await page.context().close()
  })
})
