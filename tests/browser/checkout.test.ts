import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sample from '../../app/adapters/json-file/sample-catalogue.json'
import { localizedPath } from '../../app/i18n/addresses'
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
import { offerPlans } from '../support/till'

const coffee = sample.products.find(({ id }) => id === 'house-coffee')

describe('The checkout in a browser', () => {
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
    { way: 'without scripts, in German', javaScript: false, language: 'de', words: de },
    { way: 'with scripts, in English', javaScript: true, language: 'en', words: en },
  ] as const)('picks up what is not to be sent $way', async ({ javaScript, language, words }) => {
    const page = await server.visitor({ javaScript, language })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await open(page, localizedPath('/shop?item=house-coffee', language))
    await button(words.shop.add).click()
    await page.getByRole('button', { name: words.shop.checkout, exact: true }).click()
    const street = page.locator('#street')
    await street.waitFor()
    await page.getByLabel(words.checkout.email).fill('kundin@example.com')
    await page.locator('[name=q-house-coffee]').fill('2')
    await page.locator('.change').getByRole('button', { name: words.shop.change }).click()
    await page.locator('.summary').getByText(`2 × ${coffee?.title[language]}`).waitFor()
    // With scripts the total follows by itself.
    expect(await button(words.checkout.reckon).isVisible()).toBe(!javaScript)
    const reckoned = async () => javaScript || (await button(words.checkout.reckon).click())
    await page.locator('#country').selectOption('AT')
    await reckoned()
    await page
      .locator('.summary')
      .getByText(/9[.,]90/)
      .waitFor()
    await page.getByText(words.checkout.billingOptional).click()
    await page.getByLabel(words.checkout.vatId).fill('DE1')
    await page.getByLabel(words.checkout.note).fill('Bitte klingeln')
    await page.locator('[value=pickup]').check()
    await street.waitFor({ state: 'hidden' })
    await page.locator('#name').fill('Käthe Kundin')
    await reckoned()
    const free = page.locator('.summary tr').filter({ hasText: words.order.noCharge })
    await free.waitFor()
    await page.getByLabel(words.checkout.payments['bank-transfer'].name).check()
    await button(words.checkout.order).click()
    // The list of errors leads to the field.
    await page.getByRole('link', { name: words.checkout.errors.vatId }).click()
    await page.locator('#vatId-error').getByText(words.checkout.errors.vatId).waitFor()
    await page.getByLabel(words.checkout.vatId).fill('')
    if (javaScript) {
      // What is changed is not called wrong any more.
      expect(await page.getByText(words.checkout.errors.vatId).count()).toBe(0)
      expect(await page.getByLabel(words.checkout.vatId).getAttribute('aria-invalid')).toBeNull()
    }
    await button(words.checkout.order).click()
    await arriveAt(page, /\/shop\/success\?order=[\w-]{43}$/)
    await page.getByRole('heading', { name: words.order.pickupAt, exact: true }).waitFor()
    await page.getByText('Bitte klingeln').waitFor()
  })

  test('saves quantities as they are left with scripts, in the cart too', async () => {
    const page = await server.visitor({ language: 'de' })
    await page.setViewportSize({ width: 390, height: 844 })
    const problems = await watchProblems(page)
    const quantity = page.locator('[name=q-house-coffee]')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    const changeThis = de.shop.changeThis.replace('{{title}}', coffee?.title.de ?? '')
    await open(page, '/de/shop?item=house-coffee')
    await page.getByRole('button', { name: de.shop.add, exact: true }).click()
    await page.locator('#quantity').fill('500')
    await page.getByRole('button', { name: de.shop.add, exact: true }).click()
    const error = page.locator('#quantity-error')
    await error.waitFor()
    const bottomOf = async (each: Locator) => {
      const { y, height } = (await each.boundingBox()) ?? { y: 0, height: 0 }
      return y + height
    }
    const bar = async () => (await page.locator('.cart-bar').boundingBox())?.y ?? 0
    await expect.poll(async () => (await bottomOf(error)) <= (await bar())).toBe(true)
    await quantity.fill('3')
    await quantity.press('Tab')
    await page.locator('.receipt').getByText('3 × 7,90').waitFor()
    await page.locator('.cart-bar').getByText('23,70').waitFor()
    expect(await focused()).toBe(changeThis)
    await quantity.focus()
    for (const _ of ['twice', 'quickly']) await quantity.press('ArrowUp')
    await page.locator('.receipt').getByText('5 × 7,90').waitFor()
    expect(await quantity.evaluate((each) => each === document.activeElement)).toBe(true)
    // What was not left yet counts all the same.
    await quantity.fill('4')
    await page.getByRole('button', { name: de.shop.checkout, exact: true }).click()
    await arriveAt(page, /checkout$/)
    expect(await quantity.inputValue()).toBe('4')
    for (const _ of ['twice', 'quickly']) await quantity.press('ArrowUp')
    await page.locator('.summary').getByText('6 × ').waitFor()
    await quantity.fill('7')
    await quantity.press('Tab')
    await page.locator('.summary').getByText('7 × ').waitFor()
    expect(await focused()).toBe(changeThis)
    await page.reload()
    expect(await quantity.inputValue()).toBe('7')
    expect(problems).toEqual([])
  })

  test('The checkout keeps what is typed in the tab, until it is ordered', async () => {
    const page = await server.visitor({ language: 'de' })
    const values = async () => [
      await page.locator('#email').inputValue(),
      await page.locator('#name').inputValue(),
      await page.locator('#vatId').inputValue(),
    ]
    const filled = ['kundin@example.com', 'Käthe Kundin', 'DE1']
    const order = page.getByRole('button', { name: de.checkout.order, exact: true })
    await open(page, '/de/shop?item=house-coffee')
    await page.getByRole('button', { name: de.shop.add, exact: true }).click()
    await page.getByRole('button', { name: de.shop.checkout, exact: true }).click()
    await page.locator('#email').fill(filled[0] ?? '')
    await page.locator('#name').fill(filled[1] ?? '')
    await page.getByText(de.checkout.billingOptional).click()
    await page.locator('#vatId').fill(filled[2] ?? '')
    await page.getByRole('link', { name: de.checkout.back }).click()
    await page.getByRole('button', { name: de.shop.checkout, exact: true }).click()
    await order.waitFor()
    expect(await values()).toEqual(filled)
    // Refused, and on a fresh visit after that.
    await order.click()
    await page.locator('#vatId-error').waitFor()
    await open(page, '/de')
    await open(page, '/de/shop/checkout')
    expect(await values()).toEqual(filled)
    await page.locator('#vatId').fill('')
    await page.locator('[value=pickup]').check()
    await page.locator('#street').waitFor({ state: 'hidden' })
    await page.getByLabel(de.checkout.payments['bank-transfer'].name).check()
    await order.click()
    await arriveAt(page, /\/shop\/success\?order=/)
    expect(await page.evaluate(() => sessionStorage.getItem('checkout'))).toBeNull()
  })

  test('pays in another way again once it is shipped after all', async () => {
    const page = await server.visitor()
    await open(page, '/shop?item=house-coffee')
    await page.getByRole('button', { name: en.shop.add, exact: true }).click()
    await page.getByRole('button', { name: en.shop.checkout, exact: true }).click()
    const chosen = (name: string) => page.locator(`[name=${name}]:checked`).inputValue()
    await page.locator('[value=on-pickup]').check()
    expect(await chosen('delivery')).toBe('pickup')
    await page.locator('[name=delivery][value=shipping]').check()
    expect(await chosen('payment')).toBe('bank-transfer')
  })

  test('A radio is round whether or not it is chosen', async () => {
    const page = await server.visitor()
    await open(page, '/withdrawal?cancel')
    for (const radio of await page.locator('[type=radio]').all()) {
      const shape = await radio.evaluate((input) => {
        const { appearance, borderRadius } = getComputedStyle(input)
        return appearance === 'none' ? borderRadius : 'drawn by the browser'
      })
      expect(['50%', 'drawn by the browser']).toContain(shape)
    }
  })

  test.each([
    { way: 'without scripts, in German', javaScript: false, language: 'de', words: de },
    { way: 'with scripts, in English', javaScript: true, language: 'en', words: en },
  ] as const)('buys a plan in the settings $way', async ({ javaScript, language, words }) => {
    const page = await server.visitor({ javaScript, language })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await signUp(page, newEmail(), language)
    const plan = '/dashboard/settings/plan?to=desk-plus'
    await open(page, localizedPath(plan, language))
    await page.locator('button[value=add]').click()
    await page.getByRole('button', { name: words.shop.checkout, exact: true }).click()
    await arriveAt(page, localizedPath('/shop/checkout', language))
    await button(words.checkout.order).waitFor()
  })
})
