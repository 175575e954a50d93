import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  moveTicket,
  noteAsOwner,
  replyAsOwner,
  writeAsVisitor,
} from '../../app/domain/tickets/conversations'
import type { Ticket } from '../../app/domain/tickets/tickets'
import { awaitedLater } from '../support/awaited-later'
import { hearsKeys, hydrated, open } from '../support/browser-server'
import { type DemoDesk, openDemoDesk, rendered, saying } from '../support/demo-desk'
import { en } from '../support/locales'

let desk: DemoDesk
let page: Page
beforeAll(async () => {
  desk = await openDemoDesk()
  page = await desk.signIn('en')
})
/** So that a test that fails leaves the next one the same window. */
afterEach(() => page.setViewportSize({ width: 1280, height: 720 }))
afterAll(() => desk.server.close())

const address = (number: number) => `/dashboard/tickets?ticket=${number}`

async function openTicket(state: keyof typeof moves = 'open'): Promise<Ticket> {
  const ticket = await desk.begin('Do you deliver?')
  for (const move of moves[state]) await moveTicket(desk.services, ticket, move, new Date())
  const line = awaitedLater(page.waitForResponse(/\/live(\?|$)/))
  await open(page, address(ticket.number))
  await hearsKeys(page)
  await line
  return ticket
}

const moves = { open: [], held: ['block'], done: ['solve'], closed: ['close'] } as const

/** What members have written in it; as its visitor, one would see no notes. */
const written = async ({ deskId, id, number }: Ticket) => {
  const messages = await desk.services.tickets.messages({ deskId, id, number }, 0, 50)
  return messages.filter(({ author }) => author === 'owner').map(({ kind, body }) => [kind, body])
}

const answered = () =>
  page.waitForResponse(
    (response) => response.request().method() === 'POST' && /\.data/.test(response.url()),
  )

test('A press counts though a guest’s message arrives before it ends', async () => {
  const { secretHash } = await openTicket()
  const fold = page.locator('.snooze')
  const top = () => fold.evaluate((each) => each.getBoundingClientRect().top)
  await fold.locator('> summary').hover()
  const before = await top()
  await page.mouse.down()
  await writeAsVisitor(desk.services, secretHash, saying('And on Sundays?'), new Date())
  await page.locator('.message').getByText('And on Sundays?').waitFor()
  await rendered(page)
  expect(Math.abs((await top()) - before)).toBeLessThan(2)
  await page.mouse.up()
  expect(await fold.getAttribute('open')).toBe('')
})

describe('A note stays one', () => {
  const field = () => page.locator('#body')
  const shown = (text: string) => page.locator('.message.note').getByText(text).waitFor()
  /** What happens between the words and the key that saves them. */
  const between: Record<string, (ticket: Ticket) => Promise<unknown>> = {
    'where nothing else happens': async () => undefined,
    'after an earlier one was saved': async () => {
      await page.keyboard.press('Control+Enter')
      await shown('Always pays late')
      await expect.poll(() => field().inputValue()).toBe('')
      await page.keyboard.type('Ask for a deposit')
    },
    'after a look at another ticket': async ({ number }) => {
      await page.locator('.ledger a:not([aria-current])').first().click()
      await page.waitForURL((url) => !url.search.includes(`ticket=${number}`))
      await expect.poll(() => field().inputValue()).toBe('')
      await page.goBack()
      await expect.poll(() => field().inputValue()).toBe('Always pays late')
      await field().focus()
    },
    'after a reload': async () => {
      await page.reload({ waitUntil: 'domcontentloaded' })
      await hearsKeys(page)
      await expect.poll(() => field().inputValue()).toBe('Always pays late')
      await field().focus()
    },
    'after Escape': async () => {
      await page.keyboard.press('Escape')
      await field().click()
    },
    'while news comes': async (ticket) => {
      const read = awaitedLater(page.waitForResponse(/\.data/))
      await noteAsOwner(
        desk.services,
        { ...ticket, byUid: desk.colleague },
        saying('Mine'),
        new Date(),
      )
      await read
      await shown('Mine')
    },
    'after a saved reply is put into it': async () => {
      await page.locator('#reply summary', { hasText: en.saved.heading }).click()
      await page.locator('#reply [name=saved]').first().click()
    },
    'after a snooze without a day': async () => {
      await page.locator('.snooze > summary').click()
      await page.locator('.snooze [value=snooze]').click()
      await page.locator('#date-error').waitFor()
      await field().focus()
    },
    'after another ticket is done and that is undone': async () => {
      const other = await desk.begin('Another matter')
      await page.locator(`[name=chosen][value="${other.number}"]`).check()
      await page.locator('.bulk [value=bulk-solve]').click()
      const undone = answered()
      await page.locator('.list .banner [value=undo]').click()
      await undone
      await rendered(page)
      await field().focus()
    },
    'where sending it has failed': async () => {
      await page.context().setOffline(true)
      await page.keyboard.press('Control+Enter')
      await page.getByText(en.errors.line).waitFor()
      await page.context().setOffline(false)
    },
  }

  test.each(Object.entries(between))('%s', async (_, happens) => {
    const ticket = await openTicket()
    await page.keyboard.press('n')
    await page.keyboard.type('Always pays late')
    await happens(ticket)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => field().inputValue()).toBe('')
    const isNote = async () => {
      const said = await written(ticket)
      expect(said.filter(([kind]) => kind !== 'note')).toEqual([])
      return said.some(([, body]) => body?.includes('Always pays late'))
    }
    await expect.poll(isNote).toBe(true)
  })

  test('where a colleague reopens its ticket for replies meanwhile', async () => {
    const ticket = await openTicket('closed')
    await field().pressSequentially('Always pays late')
    const read = awaitedLater(page.waitForResponse(/\.data/))
    await moveTicket(desk.services, { ...ticket, byUid: desk.colleague }, 'reopen', new Date())
    await read
    await page.locator('#reply [value=solve]').waitFor()
    await page.keyboard.press('Control+Enter')
    await shown('Always pays late')
    expect(await written(ticket)).toEqual([['note', 'Always pays late']])
  })

  /** What its label and its placeholder say, once drawn. */
  const called = async () => {
    await rendered(page)
    return field().evaluate((body: HTMLTextAreaElement) => [
      body.labels[0]?.textContent,
      body.placeholder,
    ])
  }

  test('from the press of its button where nothing is written yet', async () => {
    const ticket = await openTicket()
    await field().focus()
    const button = page.locator('#reply [value=note]')
    await button.click()
    await page.keyboard.type('Always pays late')
    expect(await called()).toEqual([en.thread.note, en.thread.note])
    await button.click()
    await shown('Always pays late')
    expect(await written(ticket)).toContainEqual(['note', 'Always pays late'])
  })

  test('until a press makes it a reply, with its words, in its draft as well', async () => {
    const ticket = await openTicket()
    const back = page.getByRole('button', { name: en.tickets.replyInstead })
    const [own] = await desk.services.members.list(ticket.deskId)
    const isNote = async () =>
      (await desk.services.drafts.find(ticket.id, own?.reader ?? ''))?.isNote
    await field().focus()
    expect(await back.count()).toBe(0)
    await page.locator('#reply [value=note]').click()
    await back.click()
    expect(await called()).toEqual([en.tickets.reply, en.tickets.reply])
    await page.locator('#reply [value=note]').click()
    await page.keyboard.type('We')
    await expect.poll(isNote).toBe(true)
    await back.click()
    await expect.poll(isNote).toBe(false)
    await page.keyboard.type(' do')
    expect(await called()).toEqual([en.tickets.reply, en.tickets.reply])
    await page.keyboard.press('Control+Enter')
    await page.locator('.message.own').getByText('We do').waitFor()
    expect(await written(ticket)).toEqual([['text', 'We do']])
  })

  test('until its empty field is left', async () => {
    await openTicket()
    const send = page.locator('#reply [value=reply]')
    await page.keyboard.press('n')
    expect(await send.isVisible()).toBe(false)
    expect(await called()).toEqual([en.thread.note, en.thread.note])
    await page.locator('.ticket-head h2').click()
    expect(await send.isVisible()).toBe(true)
    expect(await called()).toEqual([en.tickets.reply, en.tickets.reply])
  })
})

describe('The paper clip of a reply', () => {
  const clip = (on: Page) => on.locator('#reply .attaching > summary')
  const side = (on: Page) => clip(on).evaluate((each) => each.getBoundingClientRect().left)

  test('The paper clip opens the chooser of files at once, and leaves nothing open without any', async () => {
    await openTicket()
    await page.locator('#body').focus()
    const before = await side(page)
    const chooser = page.waitForEvent('filechooser')
    await clip(page).click()
    await (await chooser).setFiles({
      name: 'buns.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Buns'),
    })
    await page.locator('#reply .chosen').getByText('buns.txt').waitFor()
    expect(await page.locator('#files').isVisible()).toBe(false)
    expect(Math.abs((await side(page)) - before)).toBeLessThan(2)
    await page
      .getByRole('button', { name: en.thread.files.remove.replace('{{name}}', 'buns.txt') })
      .click()
    expect(await page.locator('#reply').getByText('buns.txt').count()).toBe(0)
    expect(await page.locator('#reply .attaching[open]').count()).toBe(0)
  })

  test('The paper clip unfolds a labelled field without scripts, and stays where it is', async () => {
    const { number } = await desk.begin('Do you deliver?')
    const context = await page
      .context()
      .browser()
      ?.newContext({
        javaScriptEnabled: false,
        storageState: await page.context().storageState(),
      })
    const plain = await context?.newPage()
    if (!plain) throw new Error('There is no browser')
    await plain.goto(new URL(address(number), page.url()).href)
    const before = await side(plain)
    await clip(plain).click()
    expect(Math.abs((await side(plain)) - before)).toBeLessThan(2)
    const label = plain.locator('#reply label[for=files]')
    expect((await label.boundingBox())?.width).toBeGreaterThan(44)
    expect(await label.evaluate((each) => getComputedStyle(each).clipPath)).toBe('none')
    const chooser = plain.waitForEvent('filechooser')
    await label.click()
    await chooser
    await context?.close()
  })
})

describe('The form of a reply', () => {
  test.each([
    [1440, 900, 0.42, 4],
    [1280, 800, 0.45, 3],
    [390, 844, 0.6, 3],
    [320, 568, 0.65, 1],
  ])(
    'The form of a reply leaves the conversation most of %i × %i, whatever is unfolded in it',
    async (width, height, most, lines) => {
      await page.setViewportSize({ width, height })
      await openTicket()
      await page.locator('#body').fill('We do. '.repeat(200))
      await page.locator('.cc summary').click()
      await page.locator('#cc').fill('colleague@guest.example')
      await page.locator('#files').setInputFiles(
        ['one', 'two', 'three', 'four'].map((name) => ({
          name: `${name} quite long name of a file.txt`,
          mimeType: 'text/plain',
          buffer: Buffer.from(name),
        })),
      )
      await page.locator('#reply .chosen li').nth(3).waitFor()
      await page.locator('#cc').focus()
      await rendered(page)
      const form = await page.locator('#reply').boundingBox()
      const bottom = (form?.y ?? 0) + (form?.height ?? 0)
      expect((form?.height ?? 0) / height).toBeLessThan(most)
      // 24.8 pixels each, and its edges.
      const field = await page.locator('#body').boundingBox()
      expect(field?.height).toBeGreaterThan(24.8 * lines + 20)
      for (const part of ['#cc', '#body', '#reply [value=reply]']) {
        const box = await page.locator(part).boundingBox()
        expect(box?.y).toBeGreaterThanOrEqual(form?.y ?? 0)
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(Math.min(bottom, height))
      }
    },
  )

  test('An answer is sent by its key in Cc and in the question before it, too', async () => {
    const ticket = await openTicket()
    await page.locator('#body').fill('Ask for @Jonas')
    await page.locator('.cc summary').click()
    await page.locator('#cc').fill('colleague@guest.example')
    await page.keyboard.press('Control+Enter')
    const question = page.locator('#reply .bad')
    await question.waitFor()
    expect(await written(ticket)).toEqual([])
    await question.focus()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => written(ticket)).toEqual([['text', 'Ask for @Jonas']])
  })
})

describe('A sent reply', () => {
  const attach = () => page.locator('#reply .tools summary', { hasText: en.thread.files.label })
  const holdsFocus = (selector: string) =>
    page.locator(selector).evaluate((each) => each.contains(document.activeElement))

  test('folds its form by a press, and leaves the focus where keys are heard', async () => {
    await openTicket()
    const top = () =>
      page.locator('#reply .acts').evaluate((each) => each.getBoundingClientRect().top)
    await page.locator('#body').focus()
    await page.locator('#body').fill('We do')
    expect(await attach().isVisible()).toBe(true)
    const before = await top()
    await page.locator('#reply [value=reply]').click()
    await attach().waitFor({ state: 'hidden' })
    expect(await page.locator('#body').inputValue()).toBe('')
    expect(Math.abs((await top()) - before)).toBeLessThan(2)
    expect(await holdsFocus('[role=log]')).toBe(true)
    await page.keyboard.press('r')
    expect(await attach().isVisible()).toBe(true)
  })

  test.each([
    [1440, 900],
    [390, 844],
  ])('stands above the notice of it, at %i × %i', async (width, height) => {
    await page.setViewportSize({ width, height })
    await openTicket()
    const newest = page.locator('.message').last()
    for (let count = 0; count < 2; count += 1) {
      await page.locator('#body').fill('We do deliver. '.repeat(40))
      await page.locator('#reply [value=reply]').click()
      await page.locator('.message.own').nth(count).waitFor()
      const notice = await page.waitForSelector('[data-sonner-toast]:not([data-known])')
      await notice.evaluate((toast) => toast.setAttribute('data-known', ''))
      // It stays as long as the pointer is on it.
      await notice.hover()
      await rendered(page)
      const [above, below] = [await newest.boundingBox(), await notice.boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    }
  })

  test('stays unfolded before it is sent, by a press beside the fields of its form', async () => {
    await openTicket()
    await page.locator('#body').focus()
    await page.locator('#reply .reach > p').first().click()
    expect(await attach().isVisible()).toBe(true)
    await page.locator('.ticket-head h2').click()
    expect(await attach().isVisible()).toBe(false)
  })

  test('leaves the focus in its field by its key, so that no letter typed on is a shortcut', async () => {
    const ticket = await openTicket()
    await page.locator('#body').pressSequentially('We do')
    await page.keyboard.press('Control+Enter')
    await page.locator('.message.own').getByText('We do').waitFor()
    await expect.poll(() => page.locator('#body').inputValue()).toBe('')
    await rendered(page)
    await page.keyboard.type('so lange der Vorrat')
    expect(await page.locator('#body').inputValue()).toBe('so lange der Vorrat')
    expect(await desk.services.tickets.findById(ticket.id)).toMatchObject({ state: 'waiting' })
    await page.locator('#body').fill('')
    await page.keyboard.press('Escape')
    expect(await holdsFocus('[role=log]')).toBe(true)
    await attach().waitFor({ state: 'hidden' })
  })

  test('that is taken back is gone on with where its words end', async () => {
    await openTicket()
    await page.locator('#body').fill('We do')
    await page.locator('#reply [value=reply]').click()
    await page.locator('.message.own').waitFor()
    await page.locator('.toast [value=undo]').click()
    await expect.poll(() => page.locator('#body').inputValue()).toBe('We do')
    await rendered(page)
    await page.keyboard.type(', yes')
    expect(await page.locator('#body').inputValue()).toBe('We do, yes')
    await page.locator('#body').fill('')
  })

  test('leaves no ring around the conversation that has the focus', async () => {
    await openTicket()
    await page.locator('#body').focus()
    await page.keyboard.press('Escape')
    expect(await holdsFocus('[role=log]')).toBe(true)
    const outline = (each: Element) => getComputedStyle(each).outlineStyle
    expect(await page.locator('[role=log]').evaluate(outline)).toBe('none')
  })

  test('keeps its form unfolded for words that are typed while it is sent', async () => {
    await openTicket()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\.data/, async (route) => {
      if (route.request().method() === 'POST') await released
      await route.continue()
    })
    await page.locator('#body').fill('We do')
    await page.keyboard.press('Control+Enter')
    await page.locator('#body').pressSequentially(' On Tuesdays')
    release()
    await expect.poll(() => page.locator('#body').inputValue()).toBe('On Tuesdays')
    expect(await attach().isVisible()).toBe(true)
    expect(await holdsFocus('#body')).toBe(true)
    await page.unroute(/\.data/)
  })
})

test('A colleague’s answer is said above the words that one types, and Send asks once', async () => {
  const ticket = await openTicket()
  const { deskId, number } = ticket
  const scope = { deskId, number, byUid: desk.colleague }
  const [reader] = await desk.services.members
    .list(desk.deskId)
    .then((all) => all.filter(({ uid }) => uid === desk.colleague).map((each) => each.reader))
  await page.locator('#body').pressSequentially('We do')
  const said = page.locator('.answered')
  expect(await said.textContent()).toBe('')
  const reply = { ...saying('We do not'), reader }
  await replyAsOwner(desk.services, scope, reply, new Date())
  await page.getByText('has answered while you were writing').waitFor()
  // Who opens the ticket again has read it, which Send does not rely on.
  const [own] = await desk.services.members.list(deskId)
  const readUpTo = async () =>
    (await desk.services.tickets.findById(ticket.id))?.seenBy?.[own?.reader ?? '']
  await expect.poll(readUpTo).toBe(3)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await hydrated(page)
  await expect.poll(() => page.locator('#body').inputValue()).toBe('We do')
  expect(await said.textContent()).toBe('')
  await page.locator('#reply [value=reply]').click()
  await page.locator('[data-problem]', { hasText: 'We do not' }).waitFor()
  expect((await written(ticket)).length).toBe(1)
  expect(await said.textContent()).toBe('')
  await page.locator('#reply [value=reply]').click()
  await expect.poll(() => written(ticket)).toHaveLength(2)
})

test('A colleague’s answer is said to nobody whose draft was begun after it', async () => {
  const ticket = await openTicket()
  const { deskId, number } = ticket
  const scope = { deskId, number, byUid: desk.colleague }
  await page.locator('#body').pressSequentially('We do')
  // Its page goes on before it could forget the draft.
  await page.locator('#reply [value="reply-solve"]').click()
  await expect.poll(() => written(ticket)).toHaveLength(1)
  await page.waitForURL((url) => url.searchParams.get('ticket') !== String(number))
  await replyAsOwner(desk.services, scope, saying('We do not'), new Date())
  await open(page, `/dashboard/tickets?ticket=${number}`)
  await hydrated(page)
  await page.locator('#body').pressSequentially('Or do we?')
  await rendered(page)
  expect(await page.locator('.answered').textContent()).toBe('')
})

describe('The focus is never lost in a ticket', () => {
  const focus = () =>
    page.evaluate(() => {
      const { tagName, id, textContent } = document.activeElement ?? document.body
      return tagName === 'BODY' ? 'nowhere' : `${tagName} ${id} ${textContent?.slice(0, 40)}`
    })
  /** Whether the page shows what came of a press: it was read again, or says what is wrong. */
  const isAnswered = (keyBefore: string) =>
    document.querySelector<HTMLInputElement>('[name=moveKey]')?.value !== keyBefore ||
    document.querySelector('[aria-invalid], [data-problem]') !== null
  async function press(value: string) {
    const button = page.locator(`.ticket button[value="${value}"]`).last()
    if (!(await button.isVisible())) {
      const inside = page.locator(`[value="${value}"]`)
      await page
        .locator('.ticket details')
        .filter({ has: inside })
        .locator('summary')
        .last()
        .click()
      // A menu takes the focus once it is open.
      await rendered(page)
    }
    await button.focus()
    expect(await focus(), value).toMatch(/^BUTTON/)
    await page.keyboard.press('Enter')
  }

  test.each(['open', 'held', 'done', 'closed'] as const)(
    'by a press in one that is %s',
    async (state) => {
      await openTicket(state)
      const buttons = page.locator('.ticket button:is([name=intent], [name=assignee])')
      const all = await buttons.evaluateAll((each) =>
        each.map((one) => one.getAttribute('value') ?? ''),
      )
      // Inserted without a request.
      const intents = [...new Set(all)].filter((each) => each !== 'insert')
      expect(intents.length).toBeGreaterThan(2)
      for (const intent of intents) {
        await openTicket(state)
        if (/note|reply/.test(intent)) await page.locator('#body').fill('We do')
        if (intent === 'merge') {
          await page.locator('.ticket-head > details:last-of-type > summary').click()
          await page.locator('#mergeWith').fill(String((await desk.begin('Again')).number))
        }
        const before = await page.locator('[name=moveKey]').inputValue()
        await press(intent)
        await page.waitForFunction(isAnswered, before)
        await expect.poll(focus, { message: intent }).not.toBe('nowhere')
      }
    },
  )

  test('by Escape, which closes the fold that it is in', async () => {
    await openTicket()
    // Beside a wide thread the guest's part is open for good, without a summary.
    const folds = page.locator('main details').filter({ has: page.locator('> summary:visible') })
    const count = await folds.count()
    expect(count).toBeGreaterThan(3)
    for (let index = 0; index < count; index += 1) {
      const fold = folds.nth(index)
      const summary = fold.locator('summary').first()
      await summary.focus()
      await page.keyboard.press('Enter')
      const control = fold
        .locator('input:visible, select:visible, button:visible, a:visible')
        .first()
      if ((await control.count()) > 0) await control.focus()
      await page.keyboard.press('Escape')
      expect(await fold.getAttribute('open'), await summary.innerText()).toBeNull()
      expect(await summary.evaluate((each) => each === document.activeElement)).toBe(true)
    }
    for (const field of ['#body', '#q']) {
      await page.locator(field).focus()
      await page.keyboard.press('Escape')
      expect(await focus(), field).not.toBe('nowhere')
      expect(await page.locator(field).evaluate((each) => each === document.activeElement)).toBe(
        false,
      )
    }
  })

  test('by taking a ticket: it goes to what gives it back', async () => {
    await openTicket()
    for (const [pressed, next] of [
      ['take', 'give'],
      ['give', 'take'],
    ] as const) {
      await press(pressed)
      const other = page.locator(`#reply [value=${next}]`)
      await other.waitFor()
      await expect.poll(() => other.evaluate((each) => each === document.activeElement)).toBe(true)
    }
  })
})
