import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailedSecret, orderPath } from '~/http/links/order-link.server'
import { localizedPath } from '~/i18n/addresses'
import { elements, field, linksIn, textOf } from '../support/html'
import { openTestServer, type TestServer, words } from '../support/test-server'
import { fillCart, openCheckout, order } from '../support/till'
import { mailsIn } from '../support/written-mails'

const page = '/de/shop/success'
const { lost } = words.de.order
const { linkOpens_one: oneOpens, linkOpens_other: eachOpens } = words.de.mails.order

describe('Somebody who has lost the link to an order', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer()
    await server.signUp()
  })
  afterAll(() => server.close())

  /** Returns the address of the order's page. */
  async function buy(email: string) {
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    const { location } = await order(server, cookie, await openCheckout(server, cookie), { email })
    const [placed] = (await server.services.orders.list('all', 1)).orders
    if (!placed) throw new Error('Nothing was ordered')
    return { location, placed }
  }
  /** As in an e-mail. */
  const linkTo = ({ placed }: Awaited<ReturnType<typeof buy>>) =>
    localizedPath(orderPath(mailedSecret(placed, server.secrets)), 'de')
  let keys = 0
  const ask = (form: Record<string, string>) => {
    keys += 1
    return server.ask(page, { form: { intent: 'resend', key: `key${keys}`, ...form } })
  }
  /** What came to the address in answer to this. */
  async function mailed(email: string, asking: () => Promise<unknown>) {
    await server.runDue()
    const before = new Set((await mailsIn(server.folder, email)).map(({ messageId }) => messageId))
    await asking()
    await server.runDue()
    return (await mailsIn(server.folder, email)).filter(({ messageId }) => !before.has(messageId))
  }

  test('finds the form at the page without an order, and at one with a broken link', async () => {
    for (const path of ['/shop/success', page]) {
      const asked = await server.ask(path)
      expect(asked.status).toBe(200)
      expect(field(asked.text, 'email').value).toBe('')
      expect(asked.headers.get('cache-control')).toBe('private, no-store')
      const broken = await server.ask(`${path}?order=broken`)
      expect(broken.status).toBe(404)
      expect(field(broken.text, 'number').value).toBe('')
    }
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    for (const [path, sent] of [
      ['/withdrawal', {}],
      ['/shop', {}],
      ['/shop', { cookie }],
    ] as const)
      expect(linksIn((await server.ask(path, sent)).text)).toContain('/shop/success')
  })

  test('gets it by the e-mail address, with those of other orders, or by the number alone', async () => {
    const email = 'verloren@example.com'
    const first = await buy(email)
    const second = await buy(email)
    const all = await mailed(email, () => ask({ email: ' Verloren@Example.com ' }))
    expect(all).toHaveLength(1)
    for (const each of [first, second]) expect(all[0]?.text).toContain(linkTo(each))
    expect(all[0]?.text).toContain(eachOpens)
    for (const number of [`Nr. ${first.placed.number}`, `#${first.placed.number}`]) {
      const one = await mailed(email, () => ask({ email, number }))
      expect(one).toHaveLength(1)
      expect(one[0]?.text).toContain(linkTo(first))
      expect(one[0]?.text).toContain(oneOpens)
      expect(one[0]?.text).not.toContain(linkTo(second))
    }
  })

  test('gets one e-mail, however often and at once the form is sent', async () => {
    const email = 'einmal@example.com'
    await buy(email)
    const form = { email, key: 'once' }
    const mails = await mailed(email, () => Promise.all([ask(form), ask(form), ask(form)]))
    expect(mails).toHaveLength(1)
    expect(await mailed(email, () => ask(form))).toEqual([])
  })

  test('learns nothing of who has ordered what', async () => {
    const { placed } = await buy('kennt@example.com')
    const foreign = String(placed.number)
    const answers = await Promise.all([
      ask({ email: 'kennt@example.com' }),
      ask({ email: 'niemand@example.com' }),
      ask({ email: 'fremd@example.com', number: foreign }),
      ask({ email: 'fremd@example.com', number: '999999' }),
    ])
    for (const { status, location } of answers) {
      expect({ status, location }).toEqual({ status: 303, location: `${page}?sent` })
    }
    const sent = await server.ask(answers[0]?.location ?? '')
    expect(sent.status).toBe(200)
    expect(textOf(sent.text)).toContain(lost.sent)
    await server.runDue()
    expect(await mailsIn(server.folder, 'fremd@example.com')).toEqual([])
  })

  test.each([
    ['email', { email: '' }],
    ['email', { email: 'nobody' }],
    ['email', { email: `${'x'.repeat(300)}@example.com` }],
    ['number', { email: 'a@example.com', number: 'abc' }],
    ['number', { email: 'a@example.com', number: '0' }],
    ['number', { email: 'a@example.com', number: '1001 1002' }],
    ['number', { email: 'a@example.com', number: '9'.repeat(10_000) }],
    ['number', { email: 'a@example.com', number: "1' or 1=1" }],
  ])('is told beside the %s what is wrong, and loses nothing: %#', async (name, typed) => {
    const { status, text } = await ask(typed)
    expect(status).toBe(400)
    expect(field(text, name)).toMatchObject({ invalid: true, focused: true })
    for (const [each, value] of Object.entries(typed)) expect(field(text, each).value).toBe(value)
  })

  test('is refused without a key of ours, and with what no form sends', async () => {
    for (const key of ['', '<b>', 'x'.repeat(5_000)]) {
      expect((await ask({ email: 'a@example.com', key })).status).toBe(400)
    }
    const body = 'intent=resend&key=a&key=b&email=a%40example.com&email=b%40example.com'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const doubled = await server.ask(page, { method: 'POST', body, headers })
    expect(doubled.status).toBeLessThan(500)
    const nothing = await server.ask(page, { form: { intent: 'pay' } })
    expect(nothing.status).toBe(404)
  })
})

describe('A question', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer()
    await server.signUp()
  })
  afterAll(() => server.close())

  const begun = (text: string) => {
    const [body] = elements(text, 'textarea')
    return [body?.text, field(text, 'name').value, field(text, 'email').value]
  }

  test('about an order brings the asker’s name and address, for whoever holds its link alone', async () => {
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    const { location } = await order(server, cookie, await openCheckout(server, cookie))
    const [placed] = (await server.services.orders.list('all', 1)).orders
    const links = linksIn((await server.ask(location)).text)
    const question = links.find((href) => href.startsWith('/de/chat?order=')) ?? ''
    const asked = await server.ask(question)
    expect(asked.headers.get('cache-control')).toBe('private, no-store')
    expect(asked.headers.get('referrer-policy')).toBe('same-origin')
    const about = words.de.chat.aboutOrder.replace('{{number}}', String(placed?.number))
    expect(begun(asked.text)).toEqual([about, 'Käthe Kundin', 'kundin@example.com'])
    const known = await server.ask(`/de/chat?order=${placed?.number}`)
    expect(begun(known.text)).toEqual([about, '', ''])
    for (const order of ['x', 'constructor', 'x'.repeat(500), '0']) {
      expect(begun((await server.ask(`/de/chat?order=${order}`)).text)).toEqual(['', '', ''])
    }
  })

  test('about a product names it, in the page’s language', async () => {
    for (const [path, language, title] of [
      ['/shop?item=counter-bell', 'en', 'Counter bell'],
      ['/de/shop?item=counter-bell', 'de', 'Tresenklingel'],
    ] as const) {
      const links = linksIn((await server.ask(path)).text)
      const question = links.find((href) => href.includes('/chat?item=')) ?? ''
      const about = words[language].chat.aboutProduct.replace('{{product}}', title)
      expect(begun((await server.ask(question)).text)).toEqual([about, '', ''])
    }
    for (const item of ['none', 'desk-pro', '<b>x', 'constructor']) {
      const { status, text } = await server.ask(`/chat?item=${encodeURIComponent(item)}`)
      expect(status).toBe(200)
      expect(begun(text)).toEqual(['', '', ''])
    }
  })
})
