import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sample from '../../../app/adapters/json-file/sample-catalogue.json'
import { localizedPath } from '../../../app/i18n/addresses'
import { arriveAt, open, openTestServer, type TestServer } from '../../support/browser-server'
import { de, en } from '../../support/locales'
import { watchProblems } from '../../support/problems'
import { offerPlans } from '../../support/till'

const coffee = sample.products.find(({ id }) => id === 'house-coffee')

describe('The shop, from looking to an order and back', () => {
  let server: TestServer
  beforeAll(async () => {
    // The site's own desk has no plans.
    server = await openTestServer(async ({ site, siteClaim }) => {
      await offerPlans({ site })
      await siteClaim.replace(await siteClaim.find(), 'host')
    })
  })
  afterAll(() => server.close())

  test.each([
    { way: 'without scripts, in German', javaScript: false, language: 'de', words: de, nth: 1_001 },
    { way: 'with scripts, in English', javaScript: true, language: 'en', words: en, nth: 1_002 },
  ] as const)('goes all the way $way', async ({ javaScript, language, words, nth }) => {
    const page = await server.visitor({ javaScript, language })
    const problems = await watchProblems(page)
    const title = coffee?.title[language] ?? ''
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const heading = (name: string) => page.getByRole('heading', { name, exact: true })
    const inCart = page.locator('#receipt li').getByRole('link', { name: title, exact: true })

    await open(page, localizedPath('/shop', language))
    await link(title).click()
    await arriveAt(page, /\?item=house-coffee/)
    await button(words.shop.add).click()
    await inCart.waitFor()
    await button(words.shop.checkout).click()
    await heading(words.checkout.heading).waitFor()

    await page.getByLabel(words.checkout.payments['bank-transfer'].name).check()
    await page.getByLabel(words.checkout.email).fill('kundin@example.com')
    await page.locator('#name').fill('Käthe Kundin')
    await page.locator('#street').fill('Weg 1')
    await page.locator('#postcode').fill('12345')
    await page.locator('#city').fill('Ort')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByLabel(words.checkout.email).isVisible()).toBe(true)
    expect(await page.locator('button:visible').count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    // Twice, as an impatient hand does. That is one order: the next customer has the next number.
    await button(words.checkout.order).dblclick({ noWaitAfter: true })
    // Not the navigation: the second click may end the first one's.
    await expect.poll(() => page.url()).toMatch(/\/shop\/success\?order=[\w-]{43}$/)

    for (const view of ['at first', 'loaded again']) {
      if (view !== 'at first') await page.reload({ waitUntil: 'domcontentloaded' })
      await heading(words.order.heading.confirm).waitFor()
      await page.getByText(words.order.number.replace('{{number}}', String(nth))).waitFor()
      await page
        .locator('.slip')
        .getByText(/^RF\d\d/)
        .waitFor()
      await page.getByRole('img', { name: words.order.code }).waitFor()
    }

    // On paper it says whose shop it is, and has nothing to press.
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.brand').isVisible()).toBe(true)
    expect(await page.locator('nav:visible, button:visible').count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })

    await link(words.order.toCancel).click()
    await button(words.order.cancel.button).click()
    await heading(words.order.cancel.done).waitFor()
    await link(words.order.cancel.toCart).click()
    await inCart.waitFor()
    expect(problems).toEqual([])
  })
})
