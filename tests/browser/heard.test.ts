import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { demoOwner } from '../../development/demo-owner'
import { seedDemo } from '../../development/seed'
import {
  arriveAt,
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
    await open(page, at('/login'))
    await page.locator('input[name=email]').fill(demoOwner.email)
    await page.locator('input[name=password]').fill(demoOwner.password)
    await page.locator('form:has(input[name=password]) button').first().click()
    await arriveAt(page, /\/dashboard$/)
  })
  afterAll(() => page.context().close())

  /** The number of waiting tickets, as the rail has it. */
  const waiting = async () => Number(await rail(page, 'tickets').locator('.badge').innerText())
  const titled = (...parts: string[]) => [...parts, 'Café Morgenrot'].join(' · ')

  test('names each room, its part and its ticket, and is at its heading', async () => {
    await hydrated(page)
    await listen(page)
    const count = `(${await waiting()}) `
    const arrives = (focus: string, ...parts: string[]): Heard => {
      return { title: count + titled(...parts), focus, said: [titled(...parts)] }
    }
    const { tickets, orders, settings } = words
    await step(
      page,
      () => rail(page, 'tickets').click(),
      arrives(`h1 ${tickets.heading}`, tickets.page.title),
    )
    const [first = '', second = ''] = await page.locator('.ledger .who').allInnerTexts()
    for (const [key, who] of [
      ['j', first],
      ['j', second],
      ['k', first],
    ] as const) {
      await step(
        page,
        () => page.keyboard.press(key),
        arrives(`h2 ${who}`, who, tickets.page.title),
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
      () => page.locator('.sections a[href$="section=hours"]').click(),
      arrives(`h1 ${settings.heading}`, settings.sections.hours, settings.page.title),
    )
  })

  test('stays at the button that saved, and hears that it did', async () => {
    const { hours, notices } = words
    await open(page, at('/dashboard/settings?section=hours'))
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
    await hydrated(page)
    await listen(page)
    const { tickets, notices, layout } = words
    const open0 = await waiting()
    const [first = '', second = ''] = await page.locator('.ledger .who').allInnerTexts()
    const number = Number.parseInt(first, 10)
    await page.keyboard.press('j')
    await expect.poll(async () => (await hear(page)).focus).toBe(`h2 ${first}`)
    const fill = (text: string) => text.replace('{{number}}', String(number))
    await step(page, () => page.locator('#reply [value=solve]').click(), {
      title: `(${open0 - 1}) ${titled(second, tickets.page.title)}`,
      focus: `h2 ${second}`,
      said: [fill(notices.solved), titled(second, tickets.page.title)],
    })
    await step(page, () => page.getByRole('button', { name: layout.undo }).click(), {
      title: `(${open0}) ${titled(first, tickets.page.title)}`,
      focus: `h2 ${first}`,
      said: [fill(notices.undone), titled(first, tickets.page.title)],
    })
    await page.locator('.about summary').first().click()
    await page.locator('#mergeWith').fill(second)
    await page.locator('#mergeWith').fill(String(Number.parseInt(second, 10)))
    await page.locator('[value=merge]').click()
    const question = tickets.merge.question
      .replace('{{source}}', String(number))
      .replace('{{target}}', String(Number.parseInt(second, 10)))
    await expect.poll(async () => (await hear(page)).focus).toBe(`h3 ${question}`)
  })

  test.each([true, false])(
    'hears in the title that a form was refused, scripts: %s',
    async (javaScript) => {
      const { cookies } = await page.context().storageState()
      const visitor = await server.visitor({ language, javaScript })
      await visitor.context().addCookies(cookies)
      await open(visitor, at('/dashboard/shelf?new'))
      if (javaScript) await hydrated(visitor)
      await visitor.locator('#save').click()
      const title = titled(words.shelf.add, words.shelf.page.title)
      const refused = words.layout.refusedTitle.replace('{{title}}', '')
      await expect
        .poll(() => visitor.title())
        .toMatch(new RegExp(`^${refused}\\(\\d+\\) ${title}$`))
      await visitor.context().close()
    },
  )
})
