import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoOwner } from '../../development/demo-people'
import { arriveAt, hearsKeys, hydrated, open, stopTime } from '../support/browser-server'
import { type DemoDesk, openDemoDesk } from '../support/demo-desk'
import { en } from '../support/locales'

let desk: DemoDesk
let page: Page
let elsewhere: Page
beforeAll(async () => {
  desk = await openDemoDesk()
  page = await desk.signIn('en')
  elsewhere = await desk.signIn('en')
})
afterAll(() => desk.server.close())

const kept = (at = page) =>
  at.waitForResponse((response) => response.request().postData()?.includes('draft') === true)
const field = (at: Page) => at.locator('#body')
const row = (number: number, at = page) => at.locator('.ledger li', { hasText: `${number} · ` })

test('What is typed is there on another device, marked in its list, until it is sent', async () => {
  const { number } = await desk.begin('Do you deliver?')
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(page)
  const saved = kept()
  await field(page).fill('We do, on')
  await saved
  await row(number).locator('.draft').waitFor()
  await open(elsewhere, `/dashboard/tickets?ticket=${number}`)
  await hydrated(elsewhere)
  expect(await field(elsewhere).inputValue()).toBe('We do, on')
  const goes = kept(elsewhere)
  await field(elsewhere).fill('We do, on Fridays')
  await goes
  await page.reload({ waitUntil: 'domcontentloaded' })
  await hydrated(page)
  await expect.poll(() => field(page).inputValue()).toBe('We do, on Fridays')
  await page.locator('#reply [value=reply]').click()
  await page.locator('.message').getByText('We do, on Fridays').waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('')
  await expect.poll(() => row(number).locator('.draft').count()).toBe(0)
  await open(elsewhere, '/dashboard/tickets?whose=drafts')
  expect(await elsewhere.locator('.list').textContent()).toContain(en.history.whose.nothing.drafts)
})

test('A draft is kept as a press leads to another ticket, and stays a note', async () => {
  const { number } = await desk.begin('And on Sundays?')
  await open(page, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(page)
  await page.keyboard.press('n')
  await page.keyboard.type('Ask Jonas')
  const saved = kept()
  await page.locator('.ledger a:not([aria-current])').first().click()
  await saved
  await row(number).locator('.draft').waitFor()
  await open(elsewhere, `/dashboard/tickets?ticket=${number}`)
  await hydrated(elsewhere)
  await expect.poll(() => field(elsewhere).inputValue()).toBe('Ask Jonas')
  const writes = () => elsewhere.locator('#reply').getAttribute('data-writes')
  await expect.poll(writes).toBe('note')
})

test('A draft is gone on with at its end by a key, wherever it comes from', async () => {
  const { number } = await desk.begin('Do you deliver on Mondays?')
  const typeOn = async (at: Page, key: string, words: string) => {
    await at.keyboard.press(key)
    await at.keyboard.type(words)
  }
  await open(page, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(page)
  const saved = kept()
  await typeOn(page, 'r', 'We')
  await saved
  // The server's.
  await open(elsewhere, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(elsewhere)
  await typeOn(elsewhere, 'r', ' do')
  expect(await field(elsewhere).inputValue()).toBe('We do')
  // The tab's, in the same document and in a new one.
  const leaves = kept(elsewhere)
  await elsewhere.locator('.ledger a:not([aria-current])').first().click()
  await leaves
  await elsewhere.getByRole('heading', { name: `${number} · ` }).waitFor({ state: 'detached' })
  await elsewhere.goBack()
  await elsewhere.getByRole('heading', { name: `${number} · ` }).waitFor()
  await hearsKeys(elsewhere)
  await typeOn(elsewhere, 'n', ', on')
  expect(await field(elsewhere).inputValue()).toBe('We do, on')
  await elsewhere.reload({ waitUntil: 'domcontentloaded' })
  await hearsKeys(elsewhere)
  await typeOn(elsewhere, 'r', ' Mondays')
  expect(await field(elsewhere).inputValue()).toBe('We do, on Mondays')
})

test('A draft whose answer arrives while another ticket is being read does not hold that ticket up', async () => {
  const { number } = await desk.begin('Is there a garden?')
  const { number: other } = await desk.begin('Is there a cellar?')
  await open(page, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(page)
  const first = kept()
  await field(page).fill('There')
  await first
  await row(number).locator('.draft').waitFor()
  const reads = new RegExp(`\\.data\\?ticket=${other}&`)
  const again = page.waitForResponse(reads)
  const held = again.then((response) => response.finished())
  // The page may have given it up by then.
  const release = (route: Route) => held.then(() => route.continue()).catch(() => {})
  await page.route(reads, release, { times: 1 })
  await field(page).fill('There is')
  await row(other).locator('a').click()
  await page.getByRole('heading', { name: `${other} · ` }).waitFor()
})

test('A draft is kept at once where its field is emptied or its page is left', async () => {
  const { number } = await desk.begin('Is there an oven?')
  const member = await desk.signIn('en')
  await stopTime(member)
  await open(member, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(member)
  const left = kept(member)
  await field(member).fill('There was')
  await member.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await left
  const emptied = kept(member)
  await field(member).fill('')
  await emptied
  await member.reload({ waitUntil: 'domcontentloaded' })
  await hydrated(member)
  expect(await field(member).inputValue()).toBe('')
  await member.context().close()
})

test('What is pasted stays in its field, however long it is, and is kept once it is short enough', async () => {
  const { number } = await desk.begin('What does the oven say?')
  await open(page, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(page)
  const leave = () =>
    page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      Reflect.deleteProperty(document, 'hidden')
    })
  await field(page).fill('E42 '.repeat(75_000))
  await leave()
  await field(page).fill('It says E42')
  await leave()
  await row(number).locator('.draft').waitFor()
  expect(await field(page).inputValue()).toBe('It says E42')
})

test('A draft that a gateway answers is sent again, and the page stays', async () => {
  const { number } = await desk.begin('Is there Wi-Fi?')
  const member = await desk.signIn('en')
  await open(member, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(member)
  const answers = [
    { status: 200, contentType: 'text/html', body: '<h1>Sign in to this network</h1>' },
    { status: 429, contentType: 'text/plain', body: 'Slow down' },
  ]
  await member.route(/unattended/, (route) => {
    const answer = answers.pop()
    return answer ? route.fulfill(answer) : route.continue()
  })
  await field(member).fill('There is')
  await row(number, member).locator('.draft').waitFor()
  expect(answers).toEqual([])
  expect(await field(member).inputValue()).toBe('There is')
  await member.context().close()
})

test('Typing goes on where the session has ended: the page stays, says so, and leads to the sign-in on a press', async () => {
  const { number } = await desk.begin('Do you bake cakes?')
  const member = await desk.signIn('en')
  // Of news a page is read again, which leads to the sign-in where nothing is typed.
  await member.route(/\/live(\?|$)/, (route) => route.abort())
  await open(member, `/dashboard/tickets?ticket=${number}`)
  await hearsKeys(member)
  const address = member.url()
  await field(member).fill('We do')
  await row(number, member).locator('.draft').waitFor()
  await member.context().clearCookies()
  await field(member).fill('We do, with plums')
  const said = member.locator('#reply .error')
  await said.getByText(en.errors.unattended.signedOut).waitFor()
  expect(member.url()).toBe(address)
  expect(await field(member).inputValue()).toBe('We do, with plums')
  await said.getByRole('link', { name: en.layout.signIn }).click()
  await member.waitForURL(/\/login/)
  await member.locator('input[name=email]').fill(demoOwner.email)
  await member.locator('input[name=password]').fill(demoOwner.password)
  await member.locator('#login .deeds .button').click()
  await arriveAt(member, /ticket=/)
  await hydrated(member)
  await expect.poll(() => field(member).inputValue()).toBe('We do, with plums')
  await member.context().close()
})
