import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awaitedLater } from '../../support/awaited-later'
import {
  arriveAt,
  newEmail,
  noteCopies,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../../support/browser-server'
import { en } from '../../support/locales'
import { watchProblems } from '../../support/problems'

/** As for a reader who has refused the permission; returns what was copied without it. */
async function refuseClipboard(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async () => {
      throw new DOMException('Write permission denied.', 'NotAllowedError')
    }
    addEventListener('copy', ({ target }) => {
      document.body.dataset.marked = (target as HTMLTextAreaElement).value
    })
  })
  return () => page.evaluate(() => document.body.dataset.marked ?? '')
}

describe('The shop’s owner, with scripts', () => {
  let server: TestServer
  let owner: Page
  let customer: Page
  const problems: string[][] = []
  let copiedBy: Record<'owner' | 'customer', Awaited<ReturnType<typeof noteCopies>>>
  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.visitor()
    customer = await server.visitor()
    for (const page of [owner, customer]) {
      problems.push(await watchProblems(page))
    }
    copiedBy = { owner: await noteCopies(owner), customer: await noteCopies(customer) }
    await signUp(owner, newEmail(), 'en')
  })
  afterAll(() => server.close())

  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click()
  const row = (list: string) => owner.locator('.happened li').filter({ hasText: list })

  test('sees an order as it comes, and handles it to the end', async () => {
    const listening = awaitedLater(owner.waitForResponse(/\/live(\?|$)/))
    await open(owner, '/dashboard/orders')
    await owner.getByText(en.orders.start.opened).waitFor()
    await listening

    await open(customer, '/shop?item=house-coffee')
    await press(customer, en.shop.add)
    await customer.getByRole('button', { name: en.shop.checkout, exact: true }).click()
    await customer.getByLabel(en.checkout.email).fill('kundin@example.com')
    await customer.locator('#name').fill('Käthe Kundin')
    await customer.locator('#street').fill('Weg 1')
    await customer.locator('#postcode').fill('12345')
    await customer.locator('#city').fill('Ort')
    // It is said for five seconds, and a customer may take longer for the next step.
    const news = en.dashboard.newOrder.replace('{{number}}', '1001')
    const heard = awaitedLater(owner.locator('.toast', { hasText: news }).waitFor())
    await press(customer, en.checkout.order)
    await arriveAt(customer, /\/shop\/success\?order=[\w-]{43}$/)
    await customer.getByRole('button', { name: `${en.order.copy} ${en.order.reference}` }).click()
    await expect.poll(copiedBy.customer).toMatch(/^RF\d{2}1001$/)
    const reference = copiedBy.customer() ?? ''
    await customer.getByRole('button', { name: `${en.order.copy} ${en.order.amount}` }).click()
    await expect.poll(copiedBy.customer).toMatch(/^\d+\.\d\d$/)
    const customersCopy = await refuseClipboard(customer)
    await customer.getByRole('button', { name: `${en.order.copy} ${en.order.iban}` }).click()
    await expect.poll(customersCopy).not.toBe('')
    await customer.getByRole('button', { name: `${en.order.copied} ${en.order.iban}` }).waitFor()

    await heard
    await owner.getByRole('searchbox').fill(reference)
    await press(owner, en.orders.find)
    await owner.getByRole('link', { name: /1001 · Käthe Kundin/ }).waitFor()
    await owner.getByRole('button', { name: `${en.dashboard.copy} ${en.orders.reference}` }).click()
    await expect.poll(copiedBy.owner).toBe(reference)
    const ownersCopy = await refuseClipboard(owner)
    await owner.getByRole('button', { name: `${en.dashboard.copy} ${en.orders.amount}` }).click()
    await expect.poll(ownersCopy).toMatch(/^\d+\.\d\d$/)
    await owner
      .getByRole('button', { name: `${en.dashboard.copied} ${en.orders.amount}` })
      .waitFor()

    const wide = owner.viewportSize()
    await owner.setViewportSize({ width: 1680, height: 1000 })
    await press(owner, en.orders.markPaid)
    const undoings = owner.locator('.toast button[value=undo]')
    await undoings.waitFor()
    // Beside the receipt the next step is in the corner of the toasts, which come below it.
    const [toast, step] = ['.toast:has([value=undo])', '.step'].map((part) => owner.locator(part))
    const gap = async () => {
      const [top, below] = await Promise.all([toast?.boundingBox(), step?.boundingBox()])
      return (top?.y ?? 0) - (below?.y ?? 0) - (below?.height ?? 0)
    }
    await expect.poll(gap).toBeGreaterThan(0)
    if (wide) await owner.setViewportSize(wide)
    await owner.locator('.happened button[value=undo]').click()
    await owner.locator('.toast', { hasText: en.notices.orderUndone }).waitFor()
    await expect.poll(() => undoings.count()).toBe(0)
    await press(owner, en.orders.markPaid)
    const badge = owner.locator('.places a[href="/dashboard/orders"] .badge')
    await expect.poll(() => badge.textContent()).toBe('1')
    const [markSent, bar] = ['.step .main', '.step-bar'].map((part) => owner.locator(part))
    await owner.setViewportSize({ width: 390, height: 844 })
    await bar?.waitFor()
    expect(await markSent?.isVisible()).toBe(false)
    await owner.getByText(en.orders.addTracking).click()
    await markSent?.waitFor()
    expect(await bar?.isVisible()).toBe(false)
    await owner.getByText(en.orders.addTracking).click()
    await bar?.waitFor()
    await owner.locator('summary').filter({ hasText: en.orders.refund }).press('Enter')
    await bar?.waitFor({ state: 'hidden' })
    await owner.locator('summary').filter({ hasText: en.orders.refund }).press('Enter')
    await owner.getByText(en.orders.addTracking).click()
    if (wide) await owner.setViewportSize(wide)
    await owner.getByLabel(en.orders.tracking).fill('00340434161094042557')
    await owner.getByText(en.orders.trackingBy.replace('{{carrier}}', 'DHL')).waitFor()
    await press(owner, en.orders.markSent)
    await row('Sent with DHL').waitFor()
    expect(new URL(owner.url()).hash).toBe('')
    await expect.poll(() => badge.count()).toBe(0)

    // By its key: what can be undone lies over the foot of the window, and gives way to the refund.
    await owner.setViewportSize({ width: 390, height: 720 })
    await expect.poll(() => undoings.count()).toBe(1)
    await owner.locator('summary').filter({ hasText: en.orders.refund }).press('Enter')
    await owner.locator('[name=pieces-0]').fill('1')
    await press(owner, en.orders.refundChosen)
    await owner.locator('.review').waitFor()
    for (const deed of await owner.locator('.review .deeds > *').all()) {
      await expect.poll(() => deed.evaluate(isOnTop)).toBe(true)
    }
    if (wide) await owner.setViewportSize(wide)
    await owner.locator('button[value=refund-now]').click()
    await row(en.orders.events['refund-part']).waitFor()
    await arriveAt(owner, /#next$/)
    await expect.poll(() => owner.locator('.step h3').evaluate(isOnTop)).toBe(true)
    await owner.getByText(en.orders.transferBack.split('{{amount}}')[1]?.trim() ?? '').waitFor()

    // A sheet of paper is as narrow as a phone: it has the list until an order is chosen.
    await open(owner, '/dashboard/orders')
    await owner.emulateMedia({ media: 'print' })
    await owner.setViewportSize({ width: 720, height: 1000 })
    expect(await owner.locator('.list .ledger').isVisible()).toBe(true)
    await owner.emulateMedia({ media: 'screen' })
    if (wide) await owner.setViewportSize(wide)

    await open(owner, '/dashboard/orders?order=1001&print=invoice')
    const amounts = owner.locator(
      '.columns thead th:last-child, .columns .line td:last-child, .total td',
    )
    const ends = await amounts.evaluateAll((each) =>
      each.map((cell) => Math.round(cell.getBoundingClientRect().right)),
    )
    expect(new Set(ends)).toEqual(new Set([ends[0]]))
    expect(ends.length).toBe(3)

    await customer.reload()
    await customer.getByRole('heading', { name: 'On its way with DHL', exact: true }).waitFor()
    await customer.locator('a.button', { hasText: en.order.onItsWay.track }).waitFor()
    await customer.getByRole('link', { name: en.order.question }).click()
    await arriveAt(customer, /\/chat\?order=[\w-]{43}$/)
    expect(await customer.locator('#body').inputValue()).toBe(
      en.chat.aboutOrder.replace('{{number}}', '1001'),
    )
    expect(problems.flat()).toEqual([])
  })
})

/** Whether its middle is within the window, under nothing else. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2) === element
}
