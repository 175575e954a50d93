import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { demoOwner } from '../../development/demo-people'
import { seedDemo } from '../../development/seed'
import {
  arriveAt,
  hearsKeys,
  hydrated,
  open,
  openTestServer,
  type TestServer,
} from '../support/browser-server'
import { de, en } from '../support/locales'

let server: TestServer
beforeAll(async () => {
  const { host, projectId } = inject('authEmulator')
  server = await openTestServer(async (services) => {
    await seedDemo(services, host, projectId, new Date())
  })
})
afterAll(() => server.close())

/** What somebody who hears the page knows of it after a step. */
interface Heard {
  title: string
  focus: string
  said: string[]
}

/** Notes what is added to live regions that were there before their text. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const regions = '[role=status], [role=log], [role=alert], [aria-live=polite]'
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (!(target as Element).closest?.(regions)) continue
        for (const node of addedNodes) if (node.textContent) said.push(node.textContent)
      }
    }).observe(document.body, { childList: true, subtree: true })
  })

const hear = (page: Page): Promise<Heard> =>
  page.evaluate(() => {
    const active = document.activeElement as HTMLElement
    const name = active.ariaLabel ?? active.innerText
    const { said } = window as unknown as { said: string[] }
    return {
      title: document.title,
      focus: `${active.localName} ${name.trim()}`,
      said,
    }
  })

/** Nothing lies over it, from its first line to its last. */
const isInSight = (part: Locator) =>
  part.evaluate((element) => {
    const { x, top, bottom } = element.getBoundingClientRect()
    return [top + 5, bottom - 5].every((y) =>
      element.contains(document.elementFromPoint(x + 20, y)),
    )
  })

/** Does a step, and waits until the page is heard as it is written down. */
async function step(page: Page, act: () => Promise<unknown>, wanted: Heard) {
  await page.evaluate(() => {
    ;(window as unknown as { said: string[] }).said.length = 0
  })
  await act()
  await expect.poll(() => hear(page)).toEqual(wanted)
}

describe.each(languages)('The walk of a person who hears the desk in %s', (language) => {
  const words = { en, de }[language]
  const at = (path: string) => localizedPath(path, language)
  const rail = (page: Page, room: string) =>
    page.locator(`.rail a[href="${at(`/dashboard/${room}`)}"]`)
  let page: Page
  beforeAll(async () => {
    page = await server.visitor({ language })
    // In a wider window the first ticket opens by itself.
    await page.setViewportSize({ width: 1_200, height: 800 })
    await open(page, at('/login'))
    await page.locator('input[name=email]').fill(demoOwner.email)
    await page.locator('input[name=password]').fill(demoOwner.password)
    await page.locator('form:has(input[name=password]) button').first().click()
    await arriveAt(page, /\/dashboard$/)
  })
  afterAll(() => page.context().close())

  /** The number of waiting tickets, as the rail has it. */
  const waiting = async () => Number(await rail(page, 'tickets').locator('.badge').innerText())
  /** Number and visitor of each ticket in the list; the row of an e-mail is headed by its subject. */
  async function whose() {
    const rows = await page
      .locator('.ledger a')
      .evaluateAll((all) =>
        all.map((row) =>
          ['.who', '.latest b'].map((each) => row.querySelector(each)?.textContent ?? ''),
        ),
      )
    return rows.map(([head = '', name]) => {
      const who = name ? head.replace(/ · .*/, ` · ${name}`) : head
      if (name) subjects.set(who, head.replace(/.*? · /, ' '))
      return who
    })
  }
  const subjects = new Map<string, string>()
  /** The ticket's heading, which has the subject of an e-mail. */
  const headed = (who: string) => `h2 ${who}${subjects.get(who) ?? ''}`
  const titled = (...parts: string[]) => [...parts, 'Café Morgenrot'].join(' · ')

  test('names each room, its part and its ticket, and is at its heading', async () => {
    await hydrated(page)
    await listen(page)
    const count = `(${await waiting()}) `
    const arrives = (focus: string, ...parts: string[]): Heard => {
      return { title: count + titled(...parts), focus, said: [titled(...parts)] }
    }
    const { tickets, orders, settings, hours } = words
    await step(
      page,
      () => rail(page, 'tickets').click(),
      arrives(`h1 ${tickets.heading}`, tickets.page.title),
    )
    const [first = '', second = ''] = await whose()
    for (const [key, who] of [
      ['j', first],
      ['j', second],
      ['k', first],
    ] as const) {
      await step(
        page,
        () => page.keyboard.press(key),
        arrives(headed(who), who, tickets.page.title),
      )
    }
    await step(
      page,
      async () => {
        await page.locator('#q').fill('zzz')
        await page.locator('#q').press('Enter')
      },
      arrives(`h1 ${tickets.heading}`, 'zzz', tickets.page.title),
    )
    await step(
      page,
      () => rail(page, 'orders').click(),
      arrives(`h1 ${orders.heading}`, orders.page.title),
    )
    await step(
      page,
      () => rail(page, 'settings').click(),
      arrives(`h1 ${settings.heading}`, settings.page.title),
    )
    await step(
      page,
      () => page.locator('.sections a[href$="/settings/hours"]').click(),
      arrives(`h2 ${hours.heading}`, settings.sections.hours, settings.page.title),
    )
  })

  test('stays at the button that saved, and hears that it did', async () => {
    const { hours, notices } = words
    await open(page, at('/dashboard/settings/hours'))
    await hydrated(page)
    await listen(page)
    const title = await page.title()
    const save = page.locator('#save-hours')
    await step(page, () => save.click(), {
      title,
      focus: `button ${hours.save}`,
      said: [notices.hoursSaved],
    })
    expect(await save.evaluate((button) => button.getBoundingClientRect().top < innerHeight)).toBe(
      true,
    )
  })

  test('hears the place of a product that moved, and can move it on or back', async () => {
    await open(page, at('/dashboard/shelf'))
    await hydrated(page)
    await listen(page)
    const title = await page.title()
    const name = await page.locator('.cards li h2').first().innerText()
    const { shelf } = words
    const said = (text: string, index: number) =>
      text.replace('{{name}}', name).replace('{{position}}', String(index))
    await step(page, () => page.locator('.cards li').first().locator('[value=down]').click(), {
      title,
      focus: `button ${said(shelf.down, 0)}`,
      said: [said(shelf.movedTo, 2)],
    })
    // There it can't be moved forward any more.
    await step(page, () => page.locator('.cards li').nth(1).locator('[value=up]').click(), {
      title,
      focus: `button ${said(shelf.down, 0)}`,
      said: [said(shelf.movedTo, 1)],
    })
  })

  test('is led to the next ticket, back by undoing, and to a question before two become one', async () => {
    await open(page, at('/dashboard/tickets'))
    await hearsKeys(page)
    await listen(page)
    const { tickets, notices, layout } = words
    const open0 = await waiting()
    const [first = '', second = ''] = await whose()
    const number = Number.parseInt(first, 10)
    await page.keyboard.press('j')
    await expect.poll(async () => (await hear(page)).focus).toBe(headed(first))
    const ring = (each: Element) => getComputedStyle(each).outlineStyle
    expect(await page.locator('h2:focus').evaluate(ring)).toBe('none')
    const fill = (text: string) => text.replace('{{number}}', String(number))
    await step(page, () => page.locator('#reply [value=solve]').click(), {
      title: `(${open0 - 1}) ${titled(second, tickets.page.title)}`,
      focus: headed(second),
      said: [fill(notices.solved), titled(second, tickets.page.title)],
    })
    await step(page, () => page.getByRole('button', { name: layout.undo }).click(), {
      title: `(${open0}) ${titled(first, tickets.page.title)}`,
      focus: headed(first),
      said: [fill(notices.undone), titled(first, tickets.page.title)],
    })
    // One without an address: two visitors with different ones are never merged.
    const other = (await whose()).find((each) => each.endsWith(`· ${words.ledger.visitor}`))
    const target = String(Number.parseInt(other ?? '', 10))
    await page.locator('.ticket-head > details:last-of-type > summary').click()
    await page.locator('#mergeWith').fill(target)
    await page.locator('[value=merge]').click()
    const question = tickets.merge.question
      .replace('{{source}}', String(number))
      .replace('{{target}}', target)
    await expect.poll(async () => (await hear(page)).focus).toBe(`h3 ${question}`)
  })

  test('is at the ticket whose visitor was blocked, with what that means in sight', async () => {
    await open(page, at('/dashboard/tickets'))
    await hearsKeys(page)
    await listen(page)
    const [first = ''] = await whose()
    await page.keyboard.press('j')
    await expect.poll(async () => (await hear(page)).focus).toBe(headed(first))
    await page.locator('.ticket-head > details:last-of-type > summary').click()
    await page.locator('[value=block]').click()
    const notice = page.locator('.banner.hold')
    await notice.waitFor()
    await expect.poll(async () => (await hear(page)).focus).toBe(headed(first))
    await expect.poll(() => isInSight(notice)).toBe(true)
    await notice.locator('[value=release]').click()
    await notice.waitFor({ state: 'detached' })
    await expect.poll(async () => (await hear(page)).focus).toBe(headed(first))
  })

  test('hears what became of many tickets, and is led to one that is open again', async () => {
    await open(page, at('/dashboard/tickets'))
    await hydrated(page)
    await listen(page)
    const { tickets, notices, layout } = words
    const before = await waiting()
    const [first = ''] = await whose()
    await page.locator('.pick input').first().check()
    await step(page, () => page.locator('.bulk [value=bulk-solve]').click(), {
      title: `(${before - 1}) ${titled(tickets.page.title)}`,
      focus: `h1 ${tickets.heading}`,
      said: [notices.bulkSolved_one.replace('{{count}}', '1')],
    })
    await step(page, () => page.getByRole('button', { name: layout.undo }).click(), {
      title: `(${before}) ${titled(first, tickets.page.title)}`,
      focus: headed(first),
      said: [
        notices.undone.replace('{{number}}', String(Number.parseInt(first, 10))),
        titled(first, tickets.page.title),
      ],
    })
    await open(page, at('/dashboard/tickets?state=done'))
    await hydrated(page)
    await listen(page)
    const [ended = ''] = await whose()
    await page.locator('.pick input').first().check()
    await step(page, () => page.locator('.bulk [value=bulk-solve]').click(), {
      title: await page.title(),
      focus: `button ${tickets.solve}: ${tickets.bulk.selected}`,
      said: [
        tickets.bulk.refused_one
          .replace('{{count}}', '1')
          .replace('{{numbers}}', String(Number.parseInt(ended, 10))),
      ],
    })
  })

  test('hears that feedback was left out, and is at the next', async () => {
    await open(page, at('/dashboard/feedback'))
    await hydrated(page)
    await listen(page)
    const lines = page.locator('main li', { has: page.locator('[value=hide]') })
    const next = await lines.nth(1).locator('[value=hide]').getAttribute('aria-label')
    const title = await page.title()
    // Feedback that cannot be left out may be between.
    const between = lines.first().locator('xpath=following-sibling::li[1]')
    const isNext = (await between.locator('[value=hide]').count()) > 0
    await step(page, () => lines.first().locator('[value=hide]').click(), {
      title,
      focus: isNext
        ? `button ${next}`
        : `a ${(await between.locator('a').first().innerText()).trim()}`,
      said: [words.notices.feedbackHidden],
    })
  })

  test('hears of photos and their words, and can go on at the same button', async () => {
    await open(page, at('/dashboard/shelf/product?product=counter-bell'))
    await hydrated(page)
    await listen(page)
    const { shelf, notices } = words
    const title = await page.title()
    await page.locator('#picture').setInputFiles('docs/home.png')
    await step(page, () => page.locator('.save-bar [value=save]').click(), {
      title,
      focus: `button ${shelf.save}`,
      said: [notices.productSaved],
    })
    const added = (await page.locator('.picture').count()) - 1
    const picture = page.locator('.picture').nth(added)
    const named = (label: string) => `button ${label} (${added + 1})`
    await picture.locator('input[name=altEn]').fill('A page')
    await step(page, () => picture.locator('[value=save-words]').click(), {
      title,
      focus: named(shelf.photoWordsSave),
      said: [notices.productSaved],
    })
    expect(await picture.getByRole('img').getAttribute('alt')).toBe('A page')
    await step(page, () => picture.locator('[value=remove-photo]').click(), {
      title,
      focus: added > 0 ? `button ${shelf.photoRemove} (${added})` : 'input ',
      said: [notices.photoRemoved],
    })
  })

  test('hears where a part of the home page is now, and whether it is left out', async () => {
    await open(page, at('/dashboard/home'))
    await hydrated(page)
    await listen(page)
    const { site, notices } = words
    const title = await page.title()
    const part = page.locator('.home-parts li').nth(1)
    const name = await part.getByRole('link').innerText()
    const said = (text: string, index = 0) =>
      text.replace('{{name}}', name).replace('{{position}}', String(index))
    await step(page, () => part.locator('[value=down]').click(), {
      title,
      focus: `button ${said(site.down)}`,
      said: [said(site.movedTo, 3)],
    })
    const moved = page.locator('.home-parts li').nth(2)
    await step(page, () => moved.locator('[value=off]').click(), {
      title,
      focus: `button ${said(site.onThis)}`,
      said: [notices.siteSaved],
    })
  })

  test('is at the part of the page that a link leads to', async () => {
    const { replies } = words
    const add = async (shortcut: string) => {
      await page.locator('#shortcut').fill(shortcut)
      await page.locator('textarea').first().fill('Hello')
      await page.locator('main [value=add-reply]').click()
      await page.locator('.replies strong', { hasText: shortcut }).waitFor()
    }
    await open(page, at('/dashboard/settings/replies'))
    await hydrated(page)
    await add(`heard-${language}`)
    await listen(page)
    await page.locator('.replies a', { hasText: `heard-${language}` }).click()
    const heading = replies.changeHeading.replace('{{shortcut}}', `heard-${language}`)
    await expect.poll(async () => (await hear(page)).focus).toBe(`h2 ${heading}`)
  })

  test.each([true, false])(
    'hears in the title that a form was refused, scripts: %s',
    async (javaScript) => {
      const { cookies } = await page.context().storageState()
      const visitor = await server.visitor({ language, javaScript })
      await visitor.context().addCookies(cookies)
      await open(visitor, at('/dashboard/shelf/product'))
      if (javaScript) await hydrated(visitor)
      await visitor.locator('.save-bar [value=save]').click()
      const title = titled(words.shelf.add, words.shelf.page.title)
      const refused = words.layout.refusedTitle.replace('{{title}}', '')
      await expect
        .poll(() => visitor.title())
        .toMatch(new RegExp(`^${refused}\\(\\d+\\) ${title}$`))
      await visitor.context().close()
    },
  )
})
