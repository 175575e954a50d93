import type { Page } from 'playwright-core'
import { isAsked } from '~/domain/feedback/feedback'
import type { Language } from '~/domain/text/languages'
import type { SeededOrders } from './demo-orders'
import { demoOwner } from './demo-people'
import type { SeededTicket } from './seed'

/** Somebody who has not yet clicked the link in the verification mail. */
export const newOwner = { email: 'new@tresen.example', password: demoOwner.password }

/** How long a page may go on loading, in milliseconds: a chat's live frame never ends. */
export const settle = 400

/** A page, and how it comes to be as it is to be photographed. */
export interface Shot {
  name: string
  path: string
  /** Whoever is signed in; nobody, if not said. */
  as?: { email: string; password: string }
  /** Whether the page's scripts run: most pages are looked at as they come. */
  scripts?: true
  /** As it comes out of a printer, on a sheet of A4. */
  printed?: true
  /** What is done on the page before it is photographed. */
  first?: (page: Page) => Promise<void>
}

/** All pages in a language, of what was seeded. */
export function shotsOf(language: Language, seeded: SeededTicket[], orders: SeededOrders): Shot[] {
  const [fullest] = seeded
    .filter(({ ticket }) => ticket.locale === language)
    .sort((a, b) => b.ticket.lastSeq - a.ticket.lastSeq)
  const held = seeded.find(({ ticket }) => ticket.state === 'held')
  const closed = seeded.find(({ ticket }) => ticket.state === 'closed')
  const done = seeded.find(({ ticket }) => ticket.locale === language && isAsked(ticket))
  return [
    { name: 'home', path: '/' },
    { name: 'shop', path: '/shop' },
    { name: 'shop-nothing', path: '/shop?q=zeppelin' },
    { name: 'shop-item', path: '/shop?item=house-coffee' },
    { name: 'checkout', path: '/shop?item=counter-bell', first: goToCheckout },
    {
      name: 'checkout-refused',
      path: '/shop?item=counter-bell',
      first: async (page) => {
        await goToCheckout(page)
        await page.locator('button[value=order]').click()
        await page.waitForTimeout(settle)
      },
    },
    {
      name: 'checkout-desk',
      path: '/dashboard/settings/plan?to=desk-plus',
      as: newOwner,
      first: goToCheckout,
    },
    { name: 'shop-cart', path: '/shop' },
    ...Object.entries(orders[language]).map(([end, path]) => ({ name: `order-${end}`, path })),
    { name: 'order-unknown', path: '/shop/success?order=unknown' },
    {
      name: 'order-cancel',
      path: orders[language].transfer.replace('/success', '/cancel'),
    },
    {
      name: 'order-cancel-done',
      path: orders[language].cancelled.replace('/success', '/cancel'),
    },
    { name: 'order-print', path: orders[language].transfer, printed: true },
    { name: 'invoice', path: `${orders[language].paid}&invoice` },
    { name: 'invoice-print', path: `${orders[language].paid}&invoice`, printed: true },
    { name: 'terms-print', path: '/terms', printed: true },
    { name: 'chat', path: '/chat' },
    { name: 'chat-ticket', path: `/chat?t=${fullest?.secret}` },
    {
      name: 'chat-rights',
      path: `/chat?t=${fullest?.secret}`,
      first: (page) => unfold(page, '.rights summary'),
    },
    { name: 'chat-erase', path: `/chat?t=${fullest?.secret}&erase=1` },
    {
      name: 'chat-rate',
      path: `/chat?t=${done?.secret}&rate=4`,
      first: (page) => unfold(page, '.rate summary'),
    },
    { name: 'chat-closed', path: `/chat?t=${closed?.secret}` },
    { name: 'chat-unknown', path: '/chat?t=unknown' },
    { name: 'chat-feedback', path: '/chat?feedback=1' },
    { name: 'login', path: '/login' },
    { name: 'login-failed', path: '/login', first: (page) => signIn(page, 'not the password') },
    { name: 'login-forgotten', path: '/login?forgot' },
    { name: 'signup', path: '/signup' },
    { name: 'verify-email', path: '/verify-email', as: newOwner },
    { name: 'dashboard', path: '/dashboard', as: demoOwner },
    { name: 'dashboard-new', path: '/dashboard', as: newOwner },
    { name: 'tickets', path: '/dashboard/tickets', as: demoOwner },
    { name: 'tickets-new', path: '/dashboard/tickets', as: newOwner },
    { name: 'ticket', path: `/dashboard/tickets?ticket=${fullest?.ticket.number}`, as: demoOwner },
    {
      name: 'ticket-more',
      path: `/dashboard/tickets?ticket=${fullest?.ticket.number}`,
      as: demoOwner,
      first: (page) => unfold(page, '.ticket-head > details:last-of-type > summary'),
    },
    {
      name: 'ticket-assignee',
      path: `/dashboard/tickets?ticket=${fullest?.ticket.number}`,
      as: demoOwner,
      first: (page) => unfold(page, '.ticket-head summary'),
    },
    {
      name: 'ticket-tags',
      path: `/dashboard/tickets?ticket=${fullest?.ticket.number}`,
      as: demoOwner,
      first: (page) => unfold(page, '.facts li:last-child summary'),
    },
    {
      name: 'ticket-print',
      path: `/dashboard/tickets?ticket=${fullest?.ticket.number}&print=1&notes=1`,
      as: demoOwner,
    },
    { name: 'tickets-found', path: '/dashboard/tickets?q=kaffee&order=newest', as: demoOwner },
    { name: 'search', path: '/dashboard/search?q=kaffee', as: demoOwner },
    { name: 'tickets-snoozed', path: '/dashboard/tickets?state=snoozed', as: demoOwner },
    { name: 'feedback', path: '/dashboard/feedback', as: demoOwner },
    { name: 'feedback-new', path: '/dashboard/feedback', as: newOwner },
    {
      name: 'ticket-held',
      path: `/dashboard/tickets?state=held&ticket=${held?.ticket.number}`,
      as: demoOwner,
    },
    { name: 'replies', path: '/dashboard/settings/replies', as: demoOwner },
    { name: 'embed', path: '/dashboard/embed', as: demoOwner },
    { name: 'embed-key', path: '/dashboard/embed?step=key', as: demoOwner },
    {
      name: 'sample',
      path: '/sample',
      as: demoOwner,
    },
    { name: 'sample-open', path: '/sample', as: demoOwner, scripts: true, first: openEmbed },
    { name: 'profile', path: '/dashboard/profile', as: demoOwner },
    {
      name: 'profile-crop',
      path: '/dashboard/profile',
      as: demoOwner,
      scripts: true,
      first: choosePhoto,
    },
    { name: 'test', path: '/test', as: demoOwner, first: (page) => page.waitForTimeout(2_500) },
    {
      name: 'test-scripts',
      path: '/test',
      as: demoOwner,
      scripts: true,
      first: (page) => page.locator('#check-live[data-state=good]').waitFor(),
    },
    { name: 'settings', path: '/dashboard/settings', as: demoOwner },
    { name: 'settings-hours', path: '/dashboard/settings/hours', as: demoOwner },
    { name: 'settings-exceptions', path: '/dashboard/settings/exceptions', as: demoOwner },
    { name: 'settings-away', path: '/dashboard/settings/away', as: demoOwner },
    {
      name: 'settings-notifications',
      path: '/dashboard/settings/notifications',
      as: demoOwner,
    },
    { name: 'mails', path: '/mails?stop=unknown' },
    { name: 'settings-privacy', path: '/dashboard/settings/privacy', as: demoOwner },
    { name: 'settings-devices', path: '/dashboard/settings/devices', as: demoOwner },
    {
      name: 'settings-delete',
      path: '/dashboard/settings/delete?step=confirm',
      as: demoOwner,
    },
    ...['imprint', 'privacy', 'terms', 'withdrawal'].map((name) => ({ name, path: `/${name}` })),
    { name: 'withdraw', path: '/withdrawal?withdraw' },
    { name: 'cancel', path: '/withdrawal?cancel' },
    {
      name: 'settings-purchases',
      path: '/dashboard/settings/plan#purchases',
      as: demoOwner,
    },
    { name: 'shelf', path: '/dashboard/shelf', as: demoOwner },
    { name: 'shelf-product', path: '/dashboard/shelf/product?product=house-coffee', as: demoOwner },
    { name: 'shelf-shipping', path: '/dashboard/shelf/shipping', as: demoOwner },
    { name: 'shelf-categories', path: '/dashboard/shelf/categories', as: demoOwner },
    { name: 'website', path: '/dashboard/home', as: demoOwner },
    { name: 'website-part', path: '/dashboard/home?part=questions', as: demoOwner },
    { name: 'website-others', path: '/dashboard/home', as: newOwner },
    { name: 'company', path: '/dashboard/company', as: demoOwner },
    { name: 'company-details', path: '/dashboard/company?details', as: demoOwner },
    { name: 'company-bank', path: '/dashboard/company?bank', as: demoOwner },
    { name: 'company-text', path: '/dashboard/company?text=withdrawal', as: demoOwner },
    { name: 'orders', path: '/dashboard/orders', as: demoOwner },
    { name: 'orders-to-send', path: '/dashboard/orders?order=1005', as: demoOwner },
    { name: 'orders-to-pay', path: '/dashboard/orders?list=to-pay&order=1009', as: demoOwner },
    { name: 'orders-pickup', path: '/dashboard/orders?order=1010', as: demoOwner },
    { name: 'orders-refunded', path: '/dashboard/orders?list=done&order=1002', as: demoOwner },
    {
      name: 'orders-packing-slip',
      path: '/dashboard/orders?order=1006&print=packing-slip',
      as: demoOwner,
    },
    { name: 'orders-found', path: '/dashboard/orders?q=mue', as: demoOwner },
    { name: 'settings-plan', path: '/dashboard/settings/plan', as: demoOwner },
    {
      name: 'settings-plan-change',
      path: '/dashboard/settings/plan?to=desk-plus',
      as: demoOwner,
    },
    { name: 'missing', path: '/no-such-page' },
    { name: 'refused', path: `/shop?${'q'.repeat(9_000)}` },
  ]
}

/** Puts the product on show into the cart and goes to the checkout with it. */
async function goToCheckout(page: Page) {
  await page.locator('button[value=add]').click()
  await page.locator('#receipt > .button').click()
  await page.waitForTimeout(settle)
}

async function unfold(page: Page, summary: string) {
  for (const each of await page.locator(summary).all()) await each.click()
}

async function openEmbed(page: Page) {
  await page.locator('a[style]').click()
  await page.locator('div:has(> iframe)').waitFor()
}

async function choosePhoto(page: Page) {
  await page.locator('input[name=photo]').setInputFiles('public/card.png')
  await page.locator('.crop img').waitFor()
}

export async function signIn(page: Page, password: string, email = demoOwner.email) {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form:has(input[name=password]) button').first().click()
  await page.waitForTimeout(settle)
}
