import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { de, en } from './locales'

/** What a page says, a line each, with its language and its title. */
async function linesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const text = document.querySelector('main')?.innerText ?? document.body.innerText
    // A minute may pass between both loads.
    const lines = text.split('\n').map((line) => line.trim().replace(/\d+(?= (?:h|min)\b)/g, '#'))
    // A tab that nobody looks at counts in its title what has come.
    const title = document.title.replace(/^\(\d+\) /, '')
    return [document.documentElement.lang, title, ...lines.filter(Boolean)]
  })
}

/** Expects that a page which a step led to says what it says when it is loaded, and no name of a word. */
export async function expectAsLoaded(page: Page): Promise<void> {
  // A second tab, empty until the next time: opening one takes longer than loading the page.
  const loaded =
    page
      .context()
      .pages()
      .find((each) => each !== page) ?? (await tabWithoutScripts(page))
  // Anew each time: an e-mail may be sent meanwhile, which both pages then show.
  const missing = async () => {
    await loaded.goto(page.url(), { waitUntil: 'domcontentloaded' })
    const wanted = await linesOf(loaded)
    await loaded.goto('about:blank')
    const shown = await linesOf(page)
    return wanted.filter((line) => !shown.some((each) => each === line || isWithCopy(each, line)))
  }
  await expect.poll(missing, { message: page.url() }).toEqual([])
  const words = (await linesOf(page)).join(' ')
  expect(words).not.toMatch(/(?<![\w/])[a-z][a-z_]+:[a-z]\w+/)
}

/** Scripts alone have a button that copies what a line says. */
function isWithCopy(shown: string, line: string): boolean {
  return [en, de].some(({ dashboard }) => shown.startsWith(`${line} ${dashboard.copy}`))
}

/** The server's HTML says all that a page says, and loads faster without its scripts. */
async function tabWithoutScripts(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  const session = await page.context().newCDPSession(tab)
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  return tab
}
