import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveTicket, writeAsVisitor } from '../../app/domain/tickets/conversations'
import { hearsKeys, hydrated, open } from '../support/browser-server'
import { type DemoDesk, openDemoDesk, rendered, saying } from '../support/demo-desk'
import { de } from '../support/locales'

let desk: DemoDesk
let page: Page
beforeAll(async () => {
  desk = await openDemoDesk({ MAIL_IN: 'smtp://127.0.0.1:0', MAIL_IN_DOMAIN: 'in.tresen.example' })
  page = await desk.signIn('de')
  await page.setViewportSize({ width: 1440, height: 900 })
})
afterAll(() => desk.server.close())

const row = (text: string) => page.locator('.ledger li', { hasText: text })
const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0

async function openFromList(text: string) {
  await open(page, '/de/dashboard/tickets')
  await hearsKeys(page)
  await row(text).locator('a').click()
  await row(text).locator('[aria-current]').waitFor()
  await page.locator('.ticket-head', { hasText: /\d/ }).waitFor()
}

/** The e-mail of the demo that has HTML and a file. */
const letter = 'Torten für den 60. Geburtstag'

test('A long message is read from its beginning', async () => {
  const { number } = await desk.begin('Guten Tag')
  const lines = Array.from({ length: 80 }, (_, index) => `${index + 1}. Torte`)
  const at = { deskId: desk.deskId, number }
  const ticket = await desk.services.tickets.find(at)

  await writeAsVisitor(
    desk.services,
    ticket?.secretHash ?? '',
    saying(lines.join('\n')),
    new Date(),
  )
  await openFromList(`${number} · `)
  const words = '.message:last-child .words'
  await expect.poll(() => top(words)).toBeLessThan(400)
  expect(await top(words)).toBeGreaterThan(40)
})

test.each([
  [1280, 800],
  [1440, 700],
])('An e-mail that is higher than its room begins in sight at %i × %i', async (width, height) => {
  await page.setViewportSize({ width, height })
  await openFromList(letter)
  const words = '.message .words'
  const head = await page.locator('.ticket-head').boundingBox()
  expect(await top(words)).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0) - 1)
  await page.reload()
  await hearsKeys(page)
  await rendered(page)
  expect(await top(words)).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0) - 1)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('A ticket that a search has found is opened at the message, which is marked', async () => {
  const { number } = await desk.begin('Gibt es Zimtschnecken?')
  const scope = { deskId: desk.deskId, number }
  const ticket = await desk.services.tickets.find(scope)
  for (let count = 0; count < 20; count += 1) {
    const lines = Array.from({ length: 9 }, (_, index) => `${count}.${index}`).join('\n')
    await writeAsVisitor(desk.services, ticket?.secretHash ?? '', saying(lines), new Date())
  }
  await open(page, '/de/dashboard/tickets?q=Zimtschnecken')
  await hearsKeys(page)
  const found = page.locator('.message.found')
  const isInSight = async () => {
    expect(await found.innerText()).toContain('Gibt es Zimtschnecken?')
    await expect.poll(() => top('.message.found')).toBeGreaterThan(40)
    await expect.poll(() => top('.message.found')).toBeLessThan(500)
  }
  await found.waitFor()
  await isInSight()
  await page.setViewportSize({ width: 1000, height: 800 })
  await open(page, '/de/dashboard/tickets?q=Zimtschnecken')
  await hearsKeys(page)
  await row(`${number} · `).locator('a').click()
  await found.waitFor()
  await isInSight()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('J goes on below a ticket that has left its list with an answer', async () => {
  await desk.begin('Eins')
  const { number } = await desk.begin('Zwei')
  const last = await desk.begin('Drei')
  await openFromList(`${number} · `)
  await page.locator('#body').fill('Gern')
  await page.locator('#reply [value=reply]').click()
  await page.locator('.message.own', { hasText: 'Gern' }).waitFor()
  await row(`${number} · `).waitFor({ state: 'detached' })
  await hearsKeys(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.locator('.ticket-head h2', { hasText: `${last.number} · ` }).waitFor()
})

test('A fold that is opened in a message stays under the pointer', async () => {
  await openFromList(letter)
  const fold = '.message .letter summary'
  await page.locator(fold).scrollIntoViewIfNeeded()
  const before = await top(fold)
  await page.locator(fold).click()
  await page.locator('.letter[open] iframe').waitFor()
  await rendered(page)
  expect(Math.abs((await top(fold)) - before)).toBeLessThan(2)
})

test('Whom a reply reaches stands in a line with Cc, above its sender and its whole signature', async () => {
  await openFromList(letter)
  await page.locator('#body').focus()
  const middle = async (part: string) => {
    const box = await page.locator(part).boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
  }
  expect(await middle('.reach > p:first-child')).toBe(await middle('.cc summary'))
  const from = page.locator('.reach .from')
  expect(await from.innerText()).toContain('tresen@localhost')
  expect(await from.innerText()).toContain('Café Morgenrot · Bestellungen / täglich')
  const cut = await from.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(cut).toBe(0)
})

test('A draft is marked in a line that its row has', async () => {
  const { number } = await desk.begin('Haben Sie Brot?')
  await openFromList(`${number} · `)
  const height = async () => (await row(`${number} · `).boundingBox())?.height
  const before = await height()
  await page.locator('#body').pressSequentially('Ja')
  await row(`${number} · `).locator('.draft').waitFor()
  expect(await height()).toBe(before)
})

test.each([
  [1280, 800],
  [390, 844],
])(
  'A notice lies below the newest message and above the form at %i × %i',
  async (width, height) => {
    const { number } = await desk.begin('Guten Tag')
    const ticket = await desk.services.tickets.find({ deskId: desk.deskId, number })
    for (let count = 0; count < 9; count += 1) {
      await writeAsVisitor(desk.services, ticket?.secretHash ?? '', saying('Hallo?'), new Date())
    }
    await page.setViewportSize({ width, height })
    await open(page, `/de/dashboard/tickets?ticket=${number}#newest`)
    await hearsKeys(page)
    await page.locator('.facts .menu summary').first().click()
    await page.locator('.facts [name=assignee]').nth(1).click()
    await page.locator('.toast [value=undo]').waitFor()
    const bottom = async (part: string) => {
      const box = await page.locator(part).last().boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    await expect
      .poll(async () => (await top('.toast')) - (await bottom('.message')))
      .toBeGreaterThan(0)
    await expect
      .poll(async () => (await top('.reply')) - (await bottom('.toast')))
      .toBeGreaterThan(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  },
)

test('The field for a note in a long ticket that is held is in sight', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { number } = await desk.begin('Guten Tag')
  const scope = { deskId: desk.deskId, number }
  const ticket = await desk.services.tickets.find(scope)
  await moveTicket(desk.services, scope, 'block', new Date())
  for (let count = 0; count < 12; count += 1) {
    await writeAsVisitor(desk.services, ticket?.secretHash ?? '', saying('Hallo?'), new Date())
  }
  await open(page, `/de/dashboard/tickets?state=held&ticket=${number}`)
  await hearsKeys(page)
  const box = await page.locator('#body').boundingBox()
  expect((box?.y ?? 800) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('State, member, priority and tags of a ticket are whole beside its guest', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openFromList('Sam Okafor')
  const facts = await page.locator('.facts > li:visible').evaluateAll((all) =>
    all.map((each) => {
      const parts = [each, ...each.querySelectorAll('summary, summary *, a, .chip')]
      const isCut = parts.some(
        ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
      )
      const { top, right } = each.getBoundingClientRect()
      return { top, right, isCut, text: each.textContent }
    }),
  )
  expect(facts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Office', 'Beans']))
  // That of “+” is for screen readers.
  expect(facts.filter(({ isCut, text }) => isCut && !text?.startsWith('+'))).toEqual([])
  expect(new Set(facts.map(({ top }) => Math.round(top / 8))).size).toBeLessThanOrEqual(2)
  const head = await page.locator('.ticket-head').boundingBox()
  const end = (head?.x ?? 0) + (head?.width ?? 0)
  expect(Math.max(...facts.map(({ right }) => right))).toBeLessThanOrEqual(end)
  await page.setViewportSize({ width: 1440, height: 900 })
})

describe('Compact lists', () => {
  test('name the guest of a ticket with tags', async () => {
    await open(page, '/de/dashboard/profile')
    await hydrated(page)
    await page.locator('input[name=compact]').check()
    await page.getByRole('button', { name: de.profile.listsSubmit }).click()
    await open(page, '/de/dashboard/tickets')
    await hydrated(page)
    const cut = await row('Sam Okafor')
      .locator('.who')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(cut).toBe(0)
  })

  test('A compact row has its marks whole or not at all, its priority first, and words only with room', async () => {
    const rows = await page.locator('.ledger a').evaluateAll((links) =>
      links.map((link) => {
        const box = (selector: string) => link.querySelector(selector)?.getBoundingClientRect()
        const marks = box('.marks')
        const shown = [...link.querySelectorAll('.marks > *')].map((mark) => {
          const { top, right } = mark.getBoundingClientRect()
          if (!marks || top >= marks.bottom) return 'not'
          return right <= marks.right + 1 ? 'whole' : 'cut'
        })
        return { text: link.textContent ?? '', shown, said: box('.said')?.width ?? 0 }
      }),
    )
    expect(rows.flatMap(({ shown }) => shown)).not.toContain('cut')
    expect(rows.filter(({ said }) => said > 0 && said < 32)).toEqual([])
    const high = rows.find(({ text }) => text.includes('Sam Okafor'))
    expect(high?.shown).toContain('whole')
  })

  test.each([1280, 1440])(
    'A compact row of a chat has its first words at %i pixels',
    async (width) => {
      await page.setViewportSize({ width, height: 900 })
      await open(page, '/de/dashboard/tickets?state=waiting')
      const chats = page.locator('.ledger a:not(:has(.said > b))')
      const said = await chats
        .locator('.said')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
      expect(said.length).toBeGreaterThan(1)
      for (const each of said) expect(each).toBeGreaterThan(48)
      await page.setViewportSize({ width: 1440, height: 900 })
    },
  )
})

describe('Files for a reply', () => {
  const chosen = () => page.locator('#reply .chosen li')
  const paste = (types: Record<string, string>) =>
    page.locator('#body').evaluate((field, given) => {
      const data = new DataTransfer()
      for (const [type, text] of Object.entries(given)) {
        if (type === 'text/plain') data.setData(type, text)
        else data.items.add(new File([text], 'Skizze.txt', { type }))
      }
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, types)

  test('A file for a reply is pasted, named, and left out', async () => {
    await openFromList(letter)
    await paste({ 'text/x-sketch': 'Drei Etagen' })
    await expect
      .poll(() => chosen().allInnerTexts())
      .toEqual([expect.stringContaining('Skizze.txt')])
    await chosen().getByRole('button').click()
    await expect.poll(() => chosen().count()).toBe(0)
    const field = page.locator('#files')
    expect(await field.evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0)
  })

  test('A file for a reply is not the picture that stands beside copied words', async () => {
    await paste({ 'text/plain': 'Drei Etagen', 'image/png': 'its picture' })
    await rendered(page)
    expect(await chosen().count()).toBe(0)
  })

  test('A file for a reply goes with it', async () => {
    await page.locator('#files').setInputFiles({
      name: 'Angebot.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Drei Torten: 90 Euro'),
    })
    await expect
      .poll(() => chosen().allInnerTexts())
      .toEqual([expect.stringContaining('Angebot.txt')])
    await page.locator('#body').fill('Anbei')
    await page.locator('#reply [value=reply]').click()
    await page.locator('.message .files').getByText('Angebot.txt').waitFor()
    await expect.poll(() => chosen().count()).toBe(0)
  })
})
