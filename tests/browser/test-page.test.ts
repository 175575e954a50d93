import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  arriveAt,
  newEmail,
  noteCopies,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { en } from '../support/locales'
import { watchProblems } from '../support/problems'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  await signUp(await server.visitor(), newEmail(), 'en')
})

afterAll(() => server.close())

describe('The test page', () => {
  test('finds a good browser and a good line good, and sends that into a chat', async () => {
    const page = await server.visitor()
    const problems = await watchProblems(page)
    const copied = await noteCopies(page)
    // Each look at the clock is 0.2 s after the last: how quick this machine is does not count.
    await page.addInitScript(() => {
      let time = 0
      performance.now = () => (time += 200)
    })
    await open(page, '/test?lang=en')
    const state = (name: string) => page.locator(`#check-${name}`).getAttribute('data-state')
    for (const name of ['scripts', 'cookies', 'storage', 'trip', 'live', 'clock', 'screen']) {
      await expect.poll(() => state(name)).toBe('good')
    }
    const report = await page.locator('#report').inputValue()
    const { live, trip } = en.test.checks
    for (const { title } of [trip, live]) {
      expect(report.split('\n')).toContain(`${title}: 200 ms – ${en.test.words.good}`)
    }
    await page.getByRole('button', { name: en.test.copy }).click()
    await page.getByRole('button', { name: en.test.copied }).waitFor()
    expect(copied()).toBe(report)
    await page.getByRole('button', { name: en.test.send }).click()
    await arriveAt(page, /\/chat\?t=/)
    await page.locator('.message', { hasText: live.title }).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('sees a clock that is wrong, and a line on which nothing comes through', async () => {
    const page = await server.visitor()
    await page.clock.setFixedTime(Date.now() + 3_600_000)
    await open(page, '/test?lang=en')
    const check = (name: string) => page.locator(`#check-${name}`)
    await check('clock').getByText(en.test.checks.clock.fair).waitFor()
    const shown = await check('clock').locator('output').innerText()
    expect(shown).toMatch(/^\d+ \w+ \d{4}, \d{1,2}:\d\d .+ \(\+60 minutes\)$/)
    await page.route('**/live*', (route) => route.abort())
    await page.route('**/healthz*', (route) => route.abort())
    await open(page, '/test?lang=en')
    await check('live').getByText(en.test.checks.live.bad).waitFor()
    await check('trip').getByText(en.test.checks.trip.bad).waitFor()
    await page.context().close()
  })

  test('lets one look oneself without scripts: lines come one after the other', async () => {
    const page = await server.visitor({ javaScript: false })
    await open(page, '/test?lang=en')
    await page.locator('#check-scripts').getByText(en.test.checks.scripts.fair).waitFor()
    await page.locator('#check-cookies').getByText(en.test.checks.cookies.good).waitFor()
    const lines = page.frameLocator('iframe').locator('li')
    await lines.first().waitFor()
    await expect.poll(() => lines.count()).toBe(5)
    expect(await page.getByRole('button', { name: en.test.copy }).count()).toBe(0)
    await page.getByRole('button', { name: en.test.send }).click()
    await arriveAt(page, /\/chat\?t=/)
    await page.context().close()
  })
})
