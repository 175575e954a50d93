import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localizedPath } from '../../app/i18n/addresses'
import { awaitedLater } from '../support/awaited-later'
import {
  arriveAt,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { de, en } from '../support/locales'
import { watchProblems } from '../support/problems'

const ways = [
  { how: 'without scripts', javaScript: false, language: 'de', words: de },
  { how: 'with scripts', javaScript: true, language: 'en', words: en },
] as const

describe.each(ways)('A visitor $how', ({ javaScript, language, words }) => {
  const { rights, ...chat } = words.chat
  let server: TestServer
  let visitor: Page
  let problems: string[]
  const chatPath = localizedPath('/chat', language)
  const email = 'vera@post.example.org'

  beforeAll(async () => {
    server = await openTestServer()
    const owner = await server.visitor()
    await signUp(owner, newEmail(), language)
    visitor = await server.visitor({ javaScript, language })
    problems = await watchProblems(visitor)
    await open(visitor, chatPath)
    await visitor.locator('#email').fill(email)
    await write('Hello')
  })
  afterAll(() => server.close())

  async function write(text: string) {
    const before = visitor.url()
    await visitor.locator('#body').fill(text)
    await visitor.getByRole('button', { name: chat.send, exact: true }).click()
    await arriveAt(visitor, (url) => url.href !== before && url.searchParams.has('t'))
  }

  /** Finds what is folded away below the conversation, on the page as it comes. */
  async function choose(what: string) {
    await visitor.reload({ waitUntil: 'domcontentloaded' })
    expect(await visitor.getByText(what, { exact: true }).isVisible()).toBe(false)
    await visitor.locator('.more > summary').click()
    return visitor.locator('.rights').getByText(what, { exact: true })
  }

  test('has the link sent by a button that reads as one line', async () => {
    await visitor.setViewportSize({ width: 1440, height: 900 })
    await visitor.reload({ waitUntil: 'domcontentloaded' })
    await visitor.locator('.more > summary').click()
    await visitor.locator('.more').getByText(chat.linkFolded).click()
    const button = visitor.locator('.more [value=send-link]')
    expect(await button.innerText()).toBe(chat.sendLinkTo.replace('{{email}}', email))
  })

  test('takes the conversation along as a file', async () => {
    const saving = awaitedLater(visitor.waitForEvent('download'))
    await (await choose(rights.html)).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('tresen-1.html')
  })

  test('ends it, and what is written then begins another one', async () => {
    await (await choose(rights.end)).click()
    await visitor.getByText(words.notices.ended).waitFor()
    await visitor.getByText(chat.closed).waitFor()
    await write('One more thing')
    await visitor.getByText(chat.number.replace('{{number}}', '2')).waitFor()
  })

  test('erases it after a step that says what will be gone', async () => {
    const address = visitor.url()
    await (await choose(rights.erase)).click()
    await visitor
      .getByRole('heading', { name: rights.eraseHeading.replace('{{number}}', '2') })
      .waitFor()
    await visitor.getByText(rights.goneMessages_one).waitFor()
    await visitor.getByRole('button', { name: rights.eraseSubmit }).click()
    await arriveAt(visitor, (url) => url.pathname === chatPath && url.search === '')
    await visitor.getByText(words.notices.conversationErased).waitFor()
    await open(visitor, address)
    await visitor.getByRole('heading', { name: chat.unknown }).waitFor()
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  })
})
