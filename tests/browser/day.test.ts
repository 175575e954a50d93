import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { awaitedLater } from '../support/awaited-later'
import { arriveAt, hearsKeys, hydrated, open, saidAfter } from '../support/browser-server'
import { ada, beginDay, ben, type DayAtDesk, minute, signature } from '../support/day-at-desk'
import { de, en } from '../support/locales'
import { programs } from '../support/mail-programs'

const { tickets } = en

/** A picture of each page after each step goes there. */
const folder = process.env.DAY_PICTURES

const vera = 'Vera Blum <vera@guest.example>'
const live = /\/live(\?|$)/

/** The tickets of Nora, Vera and Emil, and what is split off his. */
const [bread, cake, poppy, invoice] = [1, 2, 3, 4]

describe('A day at the desk', () => {
  let day: DayAtDesk
  /** At a desk of 1440 pixels, in English. */
  let adas: Page
  /** On a phone, in German. */
  let bens: Page
  /** Has scripts. */
  let nora: Page
  /** Has none. */
  let emil: Page
  let step = 0
  /** What was said in conversations, and the e-mails that are due for it, in any order. */
  const said: string[] = []
  const due: string[] = []

  beforeAll(async () => {
    if (folder) await mkdir(folder, { recursive: true })
    day = await beginDay()
    adas = await day.member(ada, 'en', { viewport: { width: 1440, height: 900 } })
    bens = await day.member(ben, 'de', { viewport: { width: 390, height: 844 } })
    nora = await day.visitor('en', { viewport: { width: 1280, height: 800 } })
    emil = await day.visitor('de', {
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
    })
  })
  afterAll(() => day.close())

  afterEach(async ({ task }) => {
    step += 1
    if (!folder) return
    const name = `${String(step).padStart(2, '0')} ${task.name.slice(0, 60)}`
    for (const [who, page] of Object.entries({ adas, bens, nora, emil })) {
      if (page.url() === 'about:blank') continue
      await page.screenshot({ path: join(folder, `${name} (${who}).png`) })
    }
  })

  const row = (page: Page, text: string) => page.locator('.ledger li', { hasText: text })
  const message = (page: Page, text: string) =>
    page.locator('.message:not([hidden])').filter({ hasText: text })
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click()
  /** In the head of Ada's ticket. */
  const menu = (name: string) =>
    adas.locator('.facts .menu').filter({ has: adas.locator(`summary[title="${name}"]`) })
  const find = (number: number) => day.services.tickets.find({ deskId: day.desk.id, number })
  const messagesOf = (number: number) =>
    day.services.tickets.messages({ deskId: day.desk.id, number }, 0, 99)

  /** What people wrote in it. */
  const wordsIn = async (number: number) =>
    (await messagesOf(number)).filter(({ kind }) => kind === 'text').map(({ body }) => body)

  async function openTicket(page: Page, number: number, list = '') {
    const language = page === bens ? '/de' : ''
    await open(page, `${language}/dashboard/tickets?${list}ticket=${number}`)
    await hearsKeys(page)
  }

  async function openList(page: Page, query = '') {
    await open(page, `${page === bens ? '/de' : ''}/dashboard/tickets${query}`)
    await hearsKeys(page)
  }

  async function answer(page: Page, text: string) {
    await page.locator('#body').fill(text)
    await page.locator('#reply [value=reply]').click()
    await message(page, text).waitFor()
    said.push(text)
  }

  async function write(guest: Page, text: string) {
    await guest.locator('#body').fill(text)
    await press(guest, en.chat.send)
    await message(guest, text).waitFor()
    said.push(text)
  }

  async function writeWithoutScripts(text: string) {
    await emil.locator('#body').fill(text)
    const answered = awaitedLater(emil.waitForEvent('domcontentloaded'))
    await press(emil, de.chat.send)
    await answered
    await emil.frameLocator('iframe').getByText(text).waitFor()
    said.push(text)
  }

  test('A guest’s question is in both members’ lists as it is sent', async () => {
    for (const [page, path] of [
      [adas, '/dashboard/tickets'],
      [bens, '/de/dashboard/tickets'],
    ] as const) {
      await open(page, path)
      await hydrated(page)
    }
    await open(nora, '/chat')
    await nora.getByLabel(en.chat.name).fill('Nora Quist')
    await nora.locator('#email').fill('nora@guest.example')
    await write(nora, 'How long are you open today?')
    await row(adas, 'Nora Quist').waitFor()
    await row(bens, 'Nora Quist').waitFor()
    await arriveAt(nora, /\/chat\?.*t=/)
  })

  test('A ticket that one member takes is theirs on the other’s page at once', async () => {
    await openTicket(adas, bread)
    await row(bens, 'Nora Quist').locator('a').click()
    await press(bens, de.history.whose.take)
    const taken = en.history.with.member.replace('{{name}}', ben.displayName)
    await adas.locator('.ticket-head').getByText(taken).waitFor()
  })

  test('An answer that another has overtaken is not sent, and its words stay', async () => {
    await bens.route(live, (route) => route.abort())
    await openTicket(bens, bread)
    await bens.locator('#body').fill('Bis sechs.')
    await answer(adas, 'Until six, Nora.')
    await bens.locator('#reply [value=reply]').click()
    await bens.locator('.banner.bad', { hasText: 'Until six, Nora.' }).waitFor()
    expect(await bens.locator('#body').inputValue()).toBe('Bis sechs.')
    await bens.locator('#body').fill('')
    await bens.unroute(live)
  })

  test('The guest has the answer once, on the page that they are on', async () => {
    await message(nora, 'Until six, Nora.').waitFor()
    await write(nora, 'Then I come at five. Is there rye bread?')
    await message(adas, 'Is there rye bread?').waitFor()
    expect(await message(nora, 'Until six').count()).toBe(1)
    expect(await nora.locator('.message').count()).toBe(3)
  })

  test('A note that names a member is among their mentions', async () => {
    await adas.locator('#body').pressSequentially('Is rye left, @be')
    await adas.locator('#suggestions [role=option]').first().click()
    await press(adas, tickets.addNote)
    const note = message(adas, 'Is rye left')
    await note.locator('strong').waitFor()
    expect(await note.locator('.by').innerText()).toContain(`${en.thread.note} · ${en.thread.you}`)
    said.push('Is rye left, @Ben')
    await openList(bens, '?whose=mentions')
    await row(bens, 'Nora Quist').waitFor()
    expect(await nora.content()).not.toContain('Is rye left')
  })

  test('A saved reply comes by its shortcut, in the guest’s language', async () => {
    await openTicket(bens, bread)
    await message(bens, 'Is rye left').waitFor()
    await bens.locator('#body').pressSequentially('/hours')
    await bens.keyboard.press('Enter')
    expect(await bens.locator('#body').inputValue()).toBe('We are open from eight to six.')
    await bens.locator('#reply [value=reply]').click()
    await message(nora, 'We are open from eight').waitFor()
    said.push('We are open from eight to six.')
  })

  test('A guest’s picture is shown in the conversation', async () => {
    await nora.locator('#files').setInputFiles('docs/home.png')
    await write(nora, 'Is it this one?')
    await openTicket(adas, bread)
    const picture = message(adas, 'Is it this one?').locator('img')
    await picture.scrollIntoViewIfNeeded()
    const width = () => picture.evaluate((each) => (each as HTMLImageElement).naturalWidth)
    await expect.poll(width).toBeGreaterThan(100)
  })

  test('A letter in HTML is read as words, and as it was sent in its frame', async () => {
    await day.send(vera, {
      headers: { Subject: 'A cake for Sunday' },
      html: '<h1 style="color:#a40">A cake</h1><p>For <b>twenty</b> people, please.</p>',
    })
    said.push('A cake\n\nFor twenty people, please.')
    await row(adas, 'A cake for Sunday').locator('a').click()
    const letter = message(adas, 'twenty people')
    await letter.getByText(en.thread.letter.show).click()
    await letter.frameLocator('iframe').getByText('twenty').waitFor()
    await day.later(3 * minute)
    due.push('vera@guest.example: We have your e-mail: A cake for Sunday')
    due.push('ben@guest.example: Nora Quist asks: How long are you open today?')
  })

  test('An answer by e-mail has its author’s signature, and no link where somebody is in copy', async () => {
    await adas.locator('#body').focus()
    await adas.getByText(tickets.cc.add, { exact: true }).click()
    await adas.locator('#cc').fill('carol@guest.example')
    await answer(adas, 'Gladly. With nuts or without?')
    await day.later(3 * minute)
    const { mail } = day.mailTo('vera@guest.example')
    due.push(
      'carol@guest.example: Re: A cake for Sunday',
      'vera@guest.example: Re: A cake for Sunday',
    )
    expect(mail.text).toContain(`Gladly. With nuts or without?\n\n${signature}`)
    for (const { text } of [mail, day.mailTo('carol@guest.example').mail])
      expect(text).not.toContain('/chat?t=')
  })

  test('A guest’s answer from their mail program is in its thread, without quotes', async () => {
    const { mail } = day.mailTo('vera@guest.example')
    const [from, to] = [mail.from?.address ?? '', mail.replyTo?.[0]?.address ?? '']
    const quoted = {
      ...{ name: mail.from?.name ?? '', address: from, to: 'vera@guest.example' },
      ...{ subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' },
    }
    const words = programs['Apple Mail']?.compose('Without nuts, please.', quoted)
    const headers = { Subject: mail.subject ?? '', 'In-Reply-To': mail.messageId ?? '' }
    await day.send(vera, { headers, ...words }, to || from)
    said.push('Without nuts, please.')
    await message(adas, 'Without nuts, please.').waitFor()
    expect((await messagesOf(cake)).length).toBe(3)
    expect(await message(adas, 'Without nuts').locator('> .words').innerText()).toBe(
      'Without nuts, please.',
    )
  })

  test('A guest without scripts writes twice, and reads both in the frame', async () => {
    await open(emil, '/de/chat')
    await emil.locator('#name').fill('Emil Roth')
    await emil.locator('#email').fill('emil@guest.example')
    await writeWithoutScripts('Haben Sie heute Mohnkuchen?')
    await writeWithoutScripts('Und an wen geht die Rechnung vom Mai?')
    await expect.poll(() => emil.frameLocator('iframe').locator('.message').count()).toBe(2)
  })

  test('An answer from the phone reaches the guest without scripts as it is sent', async () => {
    await openTicket(bens, poppy)
    await answer(bens, 'Mohnkuchen ist noch da.')
    await emil.frameLocator('iframe').getByText('Mohnkuchen ist noch da.').waitFor()
  })

  test('A message about another matter is split off into a ticket of its own', async () => {
    await openTicket(adas, poppy)
    await adas.locator('.ticket-head').getByTitle(tickets.organise.heading).click()
    await adas.locator('[name=splitLater]').uncheck()
    await press(adas, tickets.split.submit)
    await adas.locator('.ticket-head h2', { hasText: `${invoice} · Emil Roth` }).waitFor()
    await message(adas, 'Rechnung vom Mai?').waitFor()
    expect(await wordsIn(poppy)).toEqual(['Haben Sie heute Mohnkuchen?', 'Mohnkuchen ist noch da.'])
  })

  test('Two tickets that are merged are one again, in order of time', async () => {
    await adas.locator('.ticket-head').getByTitle(tickets.organise.heading).click()
    await adas.locator('#mergeWith').fill(String(poppy))
    await press(adas, tickets.merge.show)
    await adas.locator('.merge [value=confirm-merge]').click()
    await adas.locator('.ticket-head h2', { hasText: `${poppy} · Emil Roth` }).waitFor()
    const inOrder = [
      'Haben Sie heute Mohnkuchen?',
      'Und an wen geht die Rechnung vom Mai?',
      'Mohnkuchen ist noch da.',
    ]
    expect(await adas.locator('.message .words').allTextContents()).toEqual(inOrder)
    await emil.reload({ waitUntil: 'domcontentloaded' })
    const read = emil.frameLocator('iframe').locator('.message .words')
    await expect.poll(() => read.allTextContents()).toEqual(inOrder)
  })

  test('A snoozed ticket leaves the list until the next morning', async () => {
    await openTicket(adas, cake)
    await adas.locator('.snooze summary').click()
    await adas.locator('.snooze .presets').getByText(tickets.snooze.tomorrow).click()
    await expect.poll(async () => (await find(cake))?.state).toBe('snoozed')
    await openList(adas)
    expect(await row(adas, 'A cake for Sunday').count()).toBe(0)
    await openList(adas, '?state=snoozed')
    await row(adas, 'A cake for Sunday').waitFor()
  })

  test('A tag that is saved is in the ticket’s row', async () => {
    await openTicket(adas, bread)
    await menu(tickets.tags).locator('summary').click()
    await adas.locator('#tags').fill('Bread')
    await adas.locator('[value=tag]').click()
    await row(adas, 'Nora Quist').getByText('Bread').waitFor()
  })

  test('A priority is set at one press', async () => {
    await menu(tickets.priority).locator('summary').click()
    await press(adas, en.ledger.priorityIs.high)
    await row(adas, 'Nora Quist').getByText(en.ledger.priorityIs.high).waitFor()
  })

  test('A ticket is given to a member at one press', async () => {
    await openTicket(adas, poppy)
    const assignee = menu(en.history.whose.choice)
    await assignee.locator('summary').click()
    await press(adas, en.history.whose.unassigned)
    await assignee.locator('.tag', { hasText: en.history.with.nobody }).waitFor()
    await assignee.locator('summary').click()
    await assignee.getByRole('button', { name: ben.displayName }).click()
    const given = en.history.with.member.replace('{{name}}', ben.displayName)
    await assignee.locator('.tag', { hasText: given }).waitFor()
    expect((await find(poppy))?.assignee).toBe(ben.uid)
  })

  test('The palette leads to a ticket by its number', async () => {
    await adas.keyboard.press('Control+k')
    await adas.locator('.palette input').fill(String(cake))
    await adas.locator('.palette [role=option]').first().getByText(`${cake} · `).waitFor()
    await adas.keyboard.press('Enter')
    await adas.locator('.ticket-head h2', { hasText: `${cake} · Vera Blum` }).waitFor()
  })

  test('Keys lead through the list and back', async () => {
    await writeWithoutScripts('Und bis wann haben Sie offen?')
    await openTicket(adas, bread)
    await row(adas, 'Emil Roth').waitFor()
    await adas.keyboard.press('j')
    await adas.locator('.ticket-head h2', { hasText: `${poppy} · ` }).waitFor()
    await adas.keyboard.press('k')
    await adas.locator('.ticket-head h2', { hasText: `${bread} · ` }).waitFor()
  })

  test('A key ends a ticket, and a key undoes it', async () => {
    await adas.keyboard.press('s')
    await adas.locator('.ticket-head h2', { hasText: `${poppy} · ` }).waitFor()
    await adas.locator('.toast [value=undo]').waitFor()
    await adas.keyboard.press('u')
    await adas.locator('.ticket-head h2', { hasText: `${bread} · ` }).waitFor()
    expect((await find(bread))?.state).toBe('open')
  })

  test('The help says the keys, and closes by Escape', async () => {
    await adas.keyboard.press('?')
    const help = adas.getByRole('dialog')
    await help.getByText(tickets.keys.undo).waitFor()
    if (folder) await adas.screenshot({ path: join(folder, '22 help.png') })
    await adas.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
  })

  test('A draft is marked in the list, on another device, too', async () => {
    const kept = awaitedLater(
      adas.waitForResponse((answered) => answered.request().postData()?.includes('draft') === true),
    )
    await adas.locator('#body').fill('It is this one, and')
    await kept
    await row(adas, 'Nora Quist').locator('.draft').waitFor()
    await openList(adas, '?whose=drafts')
    await row(adas, 'Nora Quist').waitFor()
    await openTicket(adas, bread)
    await answer(adas, 'It is this one, and it is warm.')
    await message(nora, 'and it is warm.').waitFor()
  })

  test('Tickets that are done together leave the list together', async () => {
    await write(nora, 'Then put one aside, please.')
    await openList(adas)
    await adas.locator(`.pick input[value="${bread}"]`).check()
    await adas.locator(`.pick input[value="${poppy}"]`).check()
    const done = en.notices.bulkSolved_other.replace('{{count}}', '2')
    await saidAfter(adas, done, () => adas.locator('.bulk [value=bulk-solve]').click())
    await expect.poll(() => adas.locator('.ledger li').count()).toBe(0)
    expect((await find(bread))?.state).toBe('solved')
  })

  test('Tickets whose end is undone are as they were', async () => {
    const undone = en.notices.bulkUndone_other.replace('{{count}}', '2')
    await saidAfter(adas, undone, () => adas.locator('.toast [value=undo]').click())
    await row(adas, 'Nora Quist').waitFor()
    await row(adas, 'Emil Roth').waitFor()
    expect((await find(bread))?.state).toBe('open')
  })

  test('A letter that a member sends on is its writer’s ticket, and answered to them', async () => {
    const from = `Ben Kühn <${ben.email}>`
    const text =
      'One for us.\n\n---------- Forwarded message ---------\nFrom: Otto Lang <otto@guest.example>\nDate: Mon, 5 Jan 2026 at 10:00\nSubject: Rolls\nTo: <ben@guest.example>\n\nForty rolls for Monday?'
    await day.send(from, { headers: { Subject: 'Fwd: Rolls' }, text })
    said.push('Forty rolls for Monday?')
    await row(adas, 'Rolls').locator('a').click()
    await message(adas, 'Forty rolls').getByText('One for us.').waitFor()
    await answer(adas, 'Forty rolls it is.')
    await day.later(3 * minute)
    due.push('otto@guest.example: Re: Rolls')
    expect(day.mailTo('otto@guest.example').mail.text).toMatch(/^Forty rolls it is\./)
  })

  test('A member answers from their own mail program', async () => {
    await open(bens, '/de/dashboard')
    await writeWithoutScripts('Und haben Sie auch Käsekuchen?')
    await day.later(3 * minute)
    due.push('ben@guest.example: Emil Roth asks: Haben Sie heute Mohnkuchen?')
    const { mail } = day.mailTo(ben.email)
    const to = mail.replyTo?.[0]?.address ?? ''
    const quoted = {
      ...{ name: mail.from?.name ?? '', address: mail.from?.address ?? '', to: ben.email },
      ...{ subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' },
    }
    const headers = { Subject: `AW: ${mail.subject}`, 'In-Reply-To': mail.messageId ?? '' }
    const words = programs.iPhone?.compose('Käsekuchen erst morgen wieder.', quoted)
    await day.send(`Ben Kühn <${ben.email}>`, { headers, ...words }, to)
    said.push('Käsekuchen erst morgen wieder.')
    await emil.frameLocator('iframe').getByText('Käsekuchen erst morgen').waitFor()
    await openTicket(bens, poppy)
    await message(bens, 'Käsekuchen erst morgen').waitFor()
  })

  test('An order is in the owner’s list as the guest places it', async () => {
    await open(adas, '/dashboard/orders?list=to-pay')
    await hydrated(adas)
    await open(nora, '/shop?item=house-coffee')
    await press(nora, en.shop.add)
    await nora.getByRole('button', { name: en.shop.checkout, exact: true }).click()
    await nora.getByLabel(en.checkout.email).fill('nora@guest.example')
    await nora.locator('#name').fill('Nora Quist')
    await nora.locator('#street').fill('Weg 1')
    await nora.locator('#postcode').fill('12345')
    await nora.locator('#city').fill('Ort')
    await press(nora, en.checkout.order)
    await arriveAt(nora, /\/shop\/success\?order=[\w-]{43}$/)
    await adas.locator('.ledger a', { hasText: '1001 · Nora Quist' }).waitFor()
    due.push('nora@guest.example: Accepted: your order no. 1001')
  })

  test('An order that was paid is sent', async () => {
    await open(adas, '/dashboard/orders?list=all&order=1001')
    await hydrated(adas)
    await press(adas, en.orders.markPaid)
    await press(adas, en.orders.markSent)
    await adas.getByText(en.orders.nothing.fulfilled).waitFor()
    await day.later(3 * minute)
    due.push('nora@guest.example: Paid: your order no. 1001')
    due.push('nora@guest.example: On its way: your order no. 1001')
    await nora.reload()
    await nora
      .getByText(en.orders.states.fulfilled)
      .or(nora.getByText('On its way'))
      .first()
      .waitFor()
  })

  test('An order is refunded', async () => {
    await adas.getByText(en.orders.refund, { exact: true }).first().click()
    await adas.locator('[value=refund-all]').click()
    await adas.locator('[value=refund-now]').click()
    await adas.locator('.happened').getByText(en.orders.events.refund).first().waitFor()
    await day.later(3 * minute)
    due.push('nora@guest.example: Refund for your order no. 1001')
    await press(adas, en.orders.markTransferred)
    await adas.getByText(en.orders.nothing.refunded).waitFor()
  })

  test('A search finds what was said, in tickets of every state', async () => {
    await openList(adas)
    await adas.locator('#q').fill('nuts')
    await adas.locator('#q').press('Enter')
    await row(adas, 'Vera Blum').locator('mark').first().waitFor()
    expect(await adas.locator('.ledger li').count()).toBe(1)
  })

  test('What a program sends is held under spam', async () => {
    await day.send('Prizes <prizes@guest.example>', {
      headers: { Subject: 'You have won', 'Auto-Submitted': 'auto-generated' },
      text: 'Press here.',
    })
    said.push('Press here.')
    await openList(adas)
    expect(await row(adas, 'You have won').count()).toBe(0)
    await openList(adas, '?state=held')
    await row(adas, 'You have won').locator('a').click()
    await adas.locator('#held').waitFor()
  })

  test('What is no spam is released into the list', async () => {
    await adas.locator('#held [value=release]').click()
    await expect.poll(async () => (await day.ticketOf('prizes@guest.example')).state).toBe('open')
    await openList(adas)
    await row(adas, 'You have won').waitFor()
  })

  test('A guest who is blocked is in nobody’s way', async () => {
    const { number } = await day.ticketOf('prizes@guest.example')
    await openTicket(adas, number)
    await adas.locator('.ticket-head').getByTitle(tickets.organise.heading).click()
    await press(adas, tickets.block.submit)
    await adas.locator('#held', { hasText: en.history.hold.blocked }).waitFor()
    await openList(adas)
    expect(await row(adas, 'You have won').count()).toBe(0)
  })

  test('A member writes first, and the letter leads to the conversation', async () => {
    await adas.getByText(tickets.writeFirst, { exact: true }).click()
    await adas.locator('#write').waitFor()
    await hydrated(adas)
    await adas.locator('#write [name=email]').fill('paula@guest.example')
    await adas.locator('#write [name=subject]').fill('Your table')
    await adas.locator('#write [name=body]').fill('It is ready from noon on.')
    await adas.locator('#write [value=send]').click()
    await message(adas, 'It is ready from noon on.').waitFor()
    said.push('It is ready from noon on.')
    await day.later(3 * minute)
    due.push('paula@guest.example: Your table')
    const { mail } = day.mailTo('paula@guest.example')
    expect([mail.subject, mail.text?.split('\n')[0]]).toEqual([
      'Your table',
      'It is ready from noon on.',
    ])
  })

  test('A guest reads that nobody is there while all members are away', async () => {
    for (const page of [adas, bens]) {
      await page.locator('.at-desk summary').click()
      await page.locator('.at-desk [value=go-away]').click()
      await page.locator('.at-desk .dot:not(.here)').waitFor()
    }
    await open(nora, '/')
    await nora.getByText(en.counter.away).waitFor()
    for (const page of [adas, bens]) {
      await page.locator('.at-desk summary').click()
      await page.locator('.at-desk [value=come-back]').click()
      await page.locator('.at-desk .dot.here').waitFor()
    }
    await nora.reload()
    await nora.getByText(en.counter.here).waitFor()
  })

  test('A guest who comes back finds the answer, and its writer that it was read', async () => {
    await openTicket(adas, bread)
    await answer(adas, 'One is aside for you.')
    await day.later(3 * minute)
    due.push('nora@guest.example: Re: How long are you open today?')
    expect(day.mailTo('nora@guest.example').mail.text).toMatch(/^One is aside for you\./)
    await open(nora, '/chat')
    await message(nora, 'One is aside for you.').waitFor()
    await message(adas, 'One is aside').locator('.status').getByText(en.thread.seen).waitFor()
  })

  test('A guest rates a conversation that is done', async () => {
    await adas.locator('#reply [value=solve]').click()
    await nora.getByRole('group', { name: en.rating.question }).waitFor()
    await nora.locator('.stars label').nth(4).click()
    await nora.locator('[name=comment]').fill('Quick and warm.')
    await press(nora, en.rating.submit)
    await nora.getByText(en.rating.given.replace('{{rating}}', '5')).waitFor()
    await openTicket(adas, bread, 'state=done&')
    await adas.locator('.opinions', { hasText: 'Quick and warm.' }).waitFor()
  })

  test('A snoozed ticket is back in the morning, and marked', async () => {
    const until = (await find(cake))?.snoozedUntil?.getTime() ?? 0
    await day.later(until - day.now().getTime() + minute)
    expect((await find(cake))?.state).toBe('open')
    await openList(adas)
    await row(adas, 'A cake for Sunday').getByText(en.ledger.woken).waitFor()
  })

  test('The to-do lists are empty at the end', async () => {
    const boxes = adas.locator('.pick input')
    await boxes.first().check()
    await adas.locator('.ticked').getByText(tickets.bulk.all, { exact: true }).click()
    await adas.locator('.bulk [value=bulk-solve]').click()
    await expect.poll(() => boxes.count()).toBe(0)
    for (const page of [adas, bens]) {
      await openList(page)
      expect(await page.locator('.ledger li').count()).toBe(0)
    }
    await open(adas, '/dashboard/orders')
    await adas.getByText(en.orders.empty['to-send']).waitFor()
  })

  test('The export has every message of the day once', async () => {
    await open(adas, '/dashboard/settings/export')
    await hydrated(adas)
    const proof = adas.locator('#export [name=exportPassword]')
    if (await proof.count()) await proof.fill(ada.password)
    const [download] = await Promise.all([
      adas.waitForEvent('download'),
      press(adas, en.account.exportSubmit),
    ])
    const pieces = await (await download.createReadStream()).toArray()
    const files = unzipSync(Buffer.concat(pieces))
    const all = JSON.parse(strFromU8(files['tickets.json'] ?? new Uint8Array()))
    const bodies = all.flatMap(({ messages }: { messages: { kind: string; body: string }[] }) =>
      messages.filter(({ kind }) => kind === 'text' || kind === 'note').map(({ body }) => body),
    )
    expect(bodies.sort()).toEqual(said.sort())
  })

  test('Every letter that was due left once', () => {
    const left = day.mails.received.map(({ to, mail }) => `${to}: ${mail.subject}`)
    expect(left.sort()).toEqual(due.sort())
  })

  test('No page had anything to complain of', () => {
    // A line that the test has cut, and the answer that another had overtaken.
    const foreseen = /ERR_FAILED.*\/live|409 \(Conflict\)/
    expect(day.problems.flat().filter((each) => !foreseen.test(each))).toEqual([])
  })
})
