import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hearsKeys, hydrated, open } from '../support/browser-server'
import { type DemoDesk, openDemoDesk } from '../support/demo-desk'
import { de, en } from '../support/locales'

let desk: DemoDesk
let page: Page
beforeAll(async () => {
  desk = await openDemoDesk()
  page = await desk.signIn('en')
  await page.setViewportSize({ width: 1440, height: 900 })
})
afterAll(() => desk.server.close())

/** Pressed again where the page did not listen yet. */
async function openPalette() {
  const palette = page.locator('.palette')
  await expect
    .poll(async () => {
      if ((await palette.count()) === 0) await page.keyboard.press('Control+k')
      return palette.count()
    })
    .toBe(1)
}

const options = () => page.locator('.palette [role=option]')

test('The palette says how many it finds, and leads there by Enter', async () => {
  const { number } = await desk.begin('Do you deliver?')
  await open(page, '/dashboard/feedback')
  await hydrated(page)
  await openPalette()
  await page.locator('.palette [role=status]').getByText('results').waitFor()
  await page.keyboard.type(String(number))
  await options().first().getByText(`${number} · `).waitFor()
  const named = await page.locator('.palette input').getAttribute('aria-activedescendant')
  expect(named).toBe(await options().first().getAttribute('id'))
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('ticket') === String(number))
  expect(await page.locator('.palette').count()).toBe(0)
})

describe('An early Enter in the palette', () => {
  const sought = (words: string) => (url: URL) => url.searchParams.get('q') === words

  /** Types words whose hits are held back, and presses Enter. Returns what lets them through. */
  async function typeEarly(words: string) {
    await open(page, '/dashboard/feedback')
    await hydrated(page)
    await openPalette()
    await options().first().waitFor()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(sought(words), async (route) => {
      await released
      // The page may have given it up by then.
      await route.continue().catch(() => {})
    })
    const asked = page.waitForRequest((request) => sought(words)(new URL(request.url())))
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
    await asked
    return async () => {
      release()
      await page.unroute(sought(words))
    }
  }

  test.each(['number', 'name'])('waits for the ticket of a %s, and leads to it', async (by) => {
    const { number } = await desk.begin('Do you bake?', desk.deskId, 'zebulon@guest.example')
    const release = await typeEarly(by === 'number' ? String(number) : 'zebulon')
    expect(await page.locator('.palette').count()).toBe(1)
    await release()
    await page.waitForURL((url) => url.pathname === '/dashboard/tickets')
    const opened = Number(new URL(page.url()).searchParams.get('ticket'))
    const ticket = await desk.services.tickets.find({ deskId: desk.deskId, number: opened })
    expect(ticket?.visitorEmail).toBe('zebulon@guest.example')
    if (by === 'number') expect(opened).toBe(number)
  })

  test('An early Enter in the palette leads to the page of the search where its hits do not come', async () => {
    const { number } = await desk.begin('Do you brew?')
    const release = await typeEarly(String(number))
    await page.locator('.palette').waitFor({ state: 'detached' })
    await release()
    await page.waitForURL((url) => url.pathname === '/dashboard/search' && sought(`${number}`)(url))
    await page.locator('main').getByText(`${number} · `).waitFor()
  })

  test('An early Enter in the palette is forgotten once one types on', async () => {
    const { number } = await desk.begin('Do you broil?')
    const release = await typeEarly(String(number))
    await page.keyboard.type('snazzz')
    await release()
    await page.locator('.palette [role=status]').getByText(en.found.nothing).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard/feedback')
    await page.keyboard.press('Escape')
  })
})

test('The palette has nothing of other letters, even before its hits are there', async () => {
  await open(page, '/dashboard/feedback')
  await hydrated(page)
  await openPalette()
  const room = options().getByText(en.dashboard.orders, { exact: true })
  await room.waitFor()
  const sought = (url: URL) => url.searchParams.get('q') === 'produ'
  await page.route(sought, () => {})
  await page.keyboard.type('produ')
  await options().getByText(en.dashboard.shelf, { exact: true }).waitFor()
  expect(await room.count()).toBe(0)
  expect(await options().count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.unroute(sought)
})

test('The palette begins with the part of a page that has a word of what is typed', async () => {
  const german = await desk.signIn('de')
  const { number } = await desk.begin('Not today, not tomorrow')
  await open(german, `/de/dashboard/tickets?ticket=${number}`)
  await hearsKeys(german)
  await german.keyboard.press('Control+k')
  await german.keyboard.type('Not')
  await german.locator('.palette [role=option]', { hasText: `${number} · ` }).waitFor()
  const chosen = german.locator('.palette [aria-selected=true]')
  expect(await chosen.textContent()).toContain(de.tickets.addNote)
  await german.keyboard.press('Enter')
  expect(await german.locator('#reply').getAttribute('data-writes')).toBe('note')
  await german.context().close()
})

test('The palette keeps what is known of a long address in its row on a small phone', async () => {
  const email = `${'a-very-long-name-'.repeat(3)}@example.com`
  await desk.begin('Do you fit?', desk.deskId, email)
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/dashboard/feedback')
  await hydrated(page)
  await openPalette()
  await page.keyboard.type('a-very-long')
  await options().first().getByText(email).first().waitFor()
  for (const option of await options().all()) {
    const [row, detail] = [await option.boundingBox(), await option.locator('span').boundingBox()]
    const end = (box: typeof row) => (box?.x ?? 0) + (box?.width ?? 0)
    expect(end(detail)).toBeLessThanOrEqual(end(row))
    expect(detail?.width).toBeGreaterThan(90)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('The palette gives the focus back on Escape, and opens with a field in use', async () => {
  // No ticket opens by itself, which moves the focus.
  await page.setViewportSize({ width: 1279, height: 900 })
  await open(page, '/dashboard/tickets')
  await hearsKeys(page)
  await page.locator('#q').focus()
  await openPalette()
  await page.locator('.palette').waitFor()
  expect(await page.evaluate(() => document.activeElement?.closest('dialog')?.className)).toBe(
    'palette',
  )
  await page.keyboard.press('Escape')
  await page.locator('.palette').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('q')
})

test('The palette does what the open ticket offers', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { number } = await desk.begin('Are you open?')
  await open(page, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(page)
  await openPalette()
  await page.keyboard.type(en.tickets.solve)
  await options().getByText(en.tickets.solve, { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.toast', { hasText: String(number) }).waitFor()
  const ticket = await desk.services.tickets.find({ deskId: desk.deskId, number })
  expect(ticket?.state).toBe('solved')
})

test('The palette presses nothing by an Enter before a letter or an arrow', async () => {
  const { number } = await desk.begin('Are you there?')
  await open(page, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(page)
  await openPalette()
  await page.locator('.palette [role=status]').getByText('results').waitFor()
  expect(await options().count()).toBeGreaterThan(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  expect(await page.locator('.palette').count()).toBe(1)
  expect(await page.locator('.palette [aria-selected=true]').count()).toBe(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('ArrowDown')
  expect(await options().first().getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Escape')
  const ticket = await desk.services.tickets.find({ deskId: desk.deskId, number })
  expect([ticket?.state, ticket?.assignee]).toEqual(['open', undefined])
})

test('The palette takes each key from its own on, without a connection, too', async () => {
  const { number } = await desk.begin('Do you roast?')
  const own = await page.context().newPage()
  await open(own, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(own)
  await own.locator('#reply textarea').fill('Every Tuesday')
  await own.locator('#reply textarea').blur()
  await own.context().setOffline(true)
  await own.keyboard.press('Control+k')
  await own.keyboard.type('snazzzu')
  await own.keyboard.press('Backspace')
  expect(await own.locator('.palette input').inputValue()).toBe('snazzz')
  await own.keyboard.press('Escape')
  await own.locator('.palette').waitFor({ state: 'detached' })
  await own.keyboard.press('Control+k')
  await own.keyboard.type('snazzz')
  await own.keyboard.press('Enter')
  await own.locator('.palette').waitFor({ state: 'detached' })
  await own.context().setOffline(false)
  await own.waitForURL((url) => url.searchParams.get('q') === 'snazzz')
  await own.close()
  const ticket = await desk.services.tickets.find({ deskId: desk.deskId, number })
  expect([ticket?.state, ticket?.assignee]).toEqual(['open', undefined])
})

test('The palette that is just closing takes each key from its next opening on', async () => {
  await open(page, '/dashboard/tickets')
  await hearsKeys(page)
  await openPalette()
  await page.keyboard.type('first')
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('.palette')?.close()
    const pressed = { key: 'k', ctrlKey: true, bubbles: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', pressed))
  })
  await page.keyboard.type('shipping')
  expect(await page.locator('.palette input').inputValue()).toBe('shipping')
})

test('The palette presses no deed by a word within its name, and puts places of the name first', async () => {
  const { number } = await desk.begin('Where are my orders? I wait')
  await open(page, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(page)
  await openPalette()
  const chosen = page.locator('.palette [aria-selected=true]')
  // Which times are offered depends on the hour and the weekday.
  const time = (await page.locator('.snooze .presets button').first().textContent())?.trim() ?? ''
  await page.keyboard.type(time.slice(1))
  await page.locator('.palette [role=status]').getByText('1 result', { exact: true }).waitFor()
  expect(await chosen.count()).toBe(0)
  await page.keyboard.press('ArrowUp')
  expect(await chosen.textContent()).toContain(time)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`${time} ${en.tickets.snooze.heading}`)
  await page.locator('.palette [role=status]').getByText('1 result', { exact: true }).waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('orders')
  await options().first().getByText(en.dashboard.orders, { exact: true }).waitFor()
  await options().getByText(`${number} · `).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/dashboard/orders')
})

test('The palette finds the field of the reply, and what takes a step back', async () => {
  const { number } = await desk.begin('Do you toast?')
  const scope = { deskId: desk.deskId, number }
  await open(page, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(page)
  await openPalette()
  await page.keyboard.type('reply')
  await page.locator('.palette [aria-selected=true]', { hasText: en.tickets.reply }).waitFor()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('body')
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await page.locator('.toast', { hasText: String(number) }).waitFor()
  await openPalette()
  await page.keyboard.type(en.layout.undo)
  await page.locator('.palette [aria-selected=true]', { hasText: en.layout.undo }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await desk.services.tickets.find(scope))?.state).toBe('open')
})

test('The palette finds deeds by other words for them', async () => {
  const german = await desk.signIn('de')
  const { number } = await desk.begin('Haben Sie Zimt?')
  const scope = { deskId: desk.deskId, number }
  await open(german, `/de/dashboard/tickets?ticket=${number}`)
  await hearsKeys(german)
  const chosen = german.locator('.palette [aria-selected=true]')
  const find = async (typed: string, deed: string) => {
    await german.keyboard.press('Control+k')
    await german.keyboard.type(typed)
    await chosen.getByText(deed, { exact: true }).waitFor()
  }
  for (const [typed, deed] of [
    ['antworten', de.tickets.reply],
    ['spam', de.tickets.spam.heading],
    ['wiedervor', de.tickets.snooze.heading],
    ['erledigen', de.tickets.solve],
  ] as const) {
    await find(typed, deed)
    await german.keyboard.press('Escape')
  }
  await german.keyboard.press('Control+k')
  await german.keyboard.type('zuweisen')
  await german.locator('.palette [role=option]', { hasText: 'Elif Aydın' }).waitFor()
  await german.keyboard.press('Escape')
  await find('erledigt', de.tickets.solve)
  await german.keyboard.press('Enter')
  await expect.poll(async () => (await desk.services.tickets.find(scope))?.state).toBe('solved')
  await open(german, `/de/dashboard/tickets?ticket=${number}`)
  await hearsKeys(german)
  await find('wieder öffnen', de.tickets.reopen)
  await german.keyboard.press('Escape')
  await german.context().close()
})

test('The palette stays closed while letters are being composed', async () => {
  await open(page, '/dashboard/feedback')
  await hydrated(page)
  await page.evaluate(() => {
    const composing = { key: 'k', ctrlKey: true, isComposing: true, bubbles: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', composing))
  })
  expect(await page.locator('.palette').count()).toBe(0)
})

test('Every key of the help works from the visitor’s column, too', async () => {
  const { number } = await desk.begin('Do you bake?')
  await open(page, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(page)
  const inColumn = () =>
    page.locator('.visitor summary:visible, .visitor a:visible').first().focus()
  await inColumn()
  await page.keyboard.press('r')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('body')
  await page.keyboard.press('Escape')
  await inColumn()
  await page.keyboard.press('/')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('q')
  await inColumn()
  await page.keyboard.press('z')
  expect(await page.locator('.snooze').getAttribute('open')).toBe('')
  await page.keyboard.press('Escape')
  await inColumn()
  await page.keyboard.press('?')
  const help = page.locator('#keys')
  await help.waitFor()
  for (const key of ['Ctrl K', 'Esc', 'j', 'z']) {
    expect(await help.locator('kbd', { hasText: key }).count()).toBeGreaterThan(0)
  }
  await page.keyboard.press('Escape')
  await inColumn()
  await page.keyboard.press('k')
  await page.waitForURL((url) => url.searchParams.get('ticket') !== String(number))
})

test('Keys that are pressed while the next ticket is on its way are for that one', async () => {
  const later = await desk.begin('Do you roast?')
  const earlier = await desk.begin('Do you brew?')
  await open(page, `/dashboard/tickets?order=newest&ticket=${earlier.number}`)
  await hearsKeys(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\.data\b/, async (route) => {
    await released
    await route.continue()
  })
  const { keyboard } = page
  for (const key of ['j', 'r']) await keyboard.press(key)
  await keyboard.type('As so often')
  release()
  const { number } = later
  await page.locator('.ticket-head h2', { hasText: `${number} · ` }).waitFor()
  await expect.poll(() => page.locator('#body').inputValue()).toBe('As so often')
  await keyboard.type(', yes')
  expect(await page.locator('#body').inputValue()).toBe('As so often, yes')
  for (const { number } of [later, earlier]) {
    const scope = { deskId: desk.deskId, number }
    expect((await desk.services.tickets.find(scope))?.state).toBe('open')
  }
  await page.unroute(/\.data\b/)
})

describe('Keys that lead on in quick succession', () => {
  let numbers: number[]
  const current = () => page.locator('.ledger a[aria-current] .who').textContent()
  const heading = (at: number) => page.locator('.ticket-head h2', { hasText: `${numbers[at]} · ` })

  /** Opens the first of them, and holds back what comes then. Returns what lets it through. */
  async function begin() {
    numbers = []
    for (const text of ['One', 'Two', 'Three', 'Four']) {
      numbers.unshift((await desk.begin(text)).number)
    }
    await open(page, `/dashboard/tickets?order=newest&ticket=${numbers[0]}`)
    await hearsKeys(page)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\.data\b/, async (route) => {
      await released
      // The page may have given it up by then.
      await route.continue().catch(() => {})
    })
    await page.evaluate(() => {
      const shown: string[] = []
      const head = document.querySelector('.desk-tickets')
      const look = () => {
        const name = head?.querySelector('.ticket-head h2')?.textContent?.split(' ')[0] ?? ''
        if (name && name !== shown.at(-1)) shown.push(name)
      }
      look()
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
      Object.assign(window, { shown })
    })
    return release
  }
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown)

  afterEach(() => page.unroute(/\.data\b/))

  test('mark each line at once, and open the last ticket alone', async () => {
    const release = await begin()
    for (const at of [1, 2, 3]) {
      await page.keyboard.press('j')
      await expect.poll(current).toContain(`${numbers[at]} · `)
    }
    await page.keyboard.press('k')
    await expect.poll(current).toContain(`${numbers[2]} · `)
    expect(await heading(0).count()).toBe(1)
    release()
    await heading(2).waitFor()
    expect(await shown()).toEqual([numbers[0], numbers[2]].map(String))
  })

  test('leave the keys behind them to the ticket where they end', async () => {
    const release = await begin()
    for (const key of ['j', 'j', 'k', 'r']) await page.keyboard.press(key)
    await page.keyboard.type('jk We do')
    release()
    await heading(1).waitFor()
    await expect.poll(() => page.locator('#body').inputValue()).toBe('jk We do')
    expect(await shown()).toEqual([numbers[0], numbers[1]].map(String))
    await page.locator('#body').fill('')
  })

  test('count from the open ticket again where they come back to it', async () => {
    const release = await begin()
    for (const key of ['j', 'k', 'j']) await page.keyboard.press(key)
    await expect.poll(current).toContain(`${numbers[1]} · `)
    release()
    await heading(1).waitFor()
    await page.keyboard.press('j')
    await heading(2).waitFor()
  })
})

describe('In an open ticket the palette', () => {
  let number: number

  async function choose(text: string) {
    await openPalette()
    await page.keyboard.type(text)
    await page.locator('.palette [aria-selected=true]', { hasText: text }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.palette').waitFor({ state: 'detached' })
  }

  const focused = () =>
    page.evaluate(() => {
      const { id, name, title, value } = document.activeElement as HTMLInputElement
      return id || title || `${name} ${value}`
    })

  beforeEach(async () => {
    number = (await desk.begin('Do you cater?')).number
    await open(page, `/dashboard/tickets?ticket=${number}`)
    await hearsKeys(page)
  })

  test.each([
    [en.tickets.merge.heading, 'mergeWith'],
    [`${en.tickets.tags}: ${en.tickets.organise.addTag}`, 'tags'],
    [en.tickets.visitor.edit, 'visitorName'],
    [en.tickets.cc.add, 'cc'],
    [en.tickets.answerLanguage.label, 'answerLocale'],
    [en.tickets.history.heading.replace('{{count}}', '1'), 'History (1)'],
  ])('opens “%s” with its field in focus', async (name, field) => {
    await choose(name)
    expect(await focused()).toBe(field)
    expect(await page.locator(':focus').isVisible()).toBe(true)
  })

  test('The palette opens the menu of times for later, before each of them', async () => {
    await openPalette()
    await page.keyboard.type(en.tickets.snooze.heading)
    const { heading, date } = en.tickets.snooze
    expect(await options().getByText(heading, { exact: true }).count()).toBe(1)
    expect(await options().getByText(`${heading}: ${date}`, { exact: true }).count()).toBe(0)
    await page.keyboard.press('Enter')
    expect(await page.locator('.snooze :focus').isVisible()).toBe(true)
  })

  test('The palette opens what is said of a block, which only a press there begins', async () => {
    await choose(en.tickets.block.heading)
    expect(await focused()).toBe('intent block')
    await page.getByText(en.tickets.block.withEmail.split('{{email}}')[0] ?? '').waitFor()
    const find = () => desk.services.tickets.find({ deskId: desk.deskId, number })
    expect((await find())?.state).toBe('open')
    await page.keyboard.press('Enter')
    await page.locator('#held').waitFor()
    expect((await find())?.state).toBe('held')
    await choose(en.tickets.block.undo)
    await expect.poll(async () => (await find())?.state).toBe('open')
  })

  test('The palette begins a note, and goes on as one with what is written', async () => {
    const body = page.locator('#body')
    for (const words of ['', 'The oven is off']) {
      await body.fill(words)
      await choose(en.tickets.addNote)
      expect(await focused()).toBe('body')
      expect(await page.locator('#reply').getAttribute('data-writes')).toBe('note')
      expect(await body.inputValue()).toBe(words)
      await body.fill('')
    }
    const scope = { deskId: desk.deskId, number, byUid: '' }
    expect(await desk.services.tickets.messages(scope, 0, 10)).toHaveLength(2)
  })

  test('The palette leads to the sheet of a ticket for printing', async () => {
    await choose(en.tickets.print)
    await page.waitForURL((url) => url.searchParams.has('print'))
  })
})
