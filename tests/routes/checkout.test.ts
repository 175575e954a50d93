import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pickupHours } from '~/components/shop/pickup-hours.server'
import { declaredStock } from '~/domain/shop/shelf'
import { mailedSecret, orderPath } from '~/http/links/order-link.server'
import { localizedPath } from '~/i18n/addresses'
import { formatDay } from '~/i18n/formats'
import type { Catalogue } from '../../app/domain/shop/catalogue'
import { recordPayment } from '../../app/domain/shop/order-payment'
import { handoverOf } from '../../app/domain/shop/orders'
import { withLimits } from '../support/app'
import { elements, fieldsListed, textOf } from '../support/html'
import { de } from '../support/locales'
import { openTestServer, type TestServer, words } from '../support/test-server'
import { cookieNamed, fillCart, hiddenIn, offerPlans, openCheckout, order } from '../support/till'
import { mailsIn } from '../support/written-mails'

/** An error about the whole form, which has the focus. */
const problem = /<\w+ class="error"[^>]* data-problem/

describe('The checkout', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer()
    await offerPlans(server.services)
  })
  afterAll(() => server.close())

  const orders = async () => (await server.services.orders.list('all', 100)).orders
  const newest = async () => {
    const [found] = await orders()
    if (!found) throw new Error('Nothing was ordered')
    return found
  }

  test('shows everything the law wants, and nothing between the bill and the one button', async () => {
    const cookie = await fillCart(server, { 'counter-bell': 2, 'house-coffee': 1 })
    for (const [language, path, button] of [
      ['de', '/de/shop/checkout', 'Zahlungspflichtig bestellen'],
      ['en', '/shop/checkout', 'Order with obligation to pay'],
    ] as const) {
      const { status, text, headers } = await server.ask(path, { cookie })
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(text).toMatch(new RegExp(`</table><button[^>]*value="order">${button}</button>`))
      // The ways to pay are named where ordering begins; they are chosen after the delivery.
      const { payments } = words[language].checkout
      const begins = text.slice(0, text.indexOf('name="email"'))
      for (const { name } of [payments['bank-transfer'], payments['on-pickup']]) {
        expect(begins).toContain(name)
      }
      expect(text.indexOf('name="delivery"')).toBeLessThan(text.indexOf('name="payment"'))
      expect(text).toMatch(/href="(\/de)?\/terms"/)
      expect(text).toMatch(/href="(\/de)?\/withdrawal"/)
    }
    const { text } = await server.ask('/de/shop/checkout', { cookie })
    // What browsers fill in by themselves. Source: HTML, 4.10.18.7 (autofill).
    const fields = [...elements(text, 'input'), ...elements(text, 'select')]
    const tokens = fields.map(({ attributes: { name, autocomplete } }) => [name, autocomplete])
    expect(Object.fromEntries(tokens)).toMatchObject({
      email: 'email',
      name: 'name',
      street: 'address-line1',
      postcode: 'postal-code',
      city: 'address-level2',
      country: 'country',
    })
    // 2 × 34,90 € and 7,90 €, sent for nothing from 50 € on; 19 % of 69,80 € and 7 % of 7,90 €.
    for (const amount of ['69,80', '77,70', '11,14', '0,52']) expect(text).toContain(amount)
  })

  test('takes an order, tells how to pay it, and empties the cart', async () => {
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    const reply = await order(server, cookie, await openCheckout(server, cookie))
    expect(reply.status).toBe(303)
    expect(reply.location).toMatch(/^\/de\/shop\/success\?order=[\w-]{43}$/)
    expect(cookieNamed(reply, 'cart')).toBe('cart=')
    const { number, gross, state } = await newest()
    expect({ gross, state }).toEqual({ gross: 1_280, state: 'awaiting-payment' })
    const page = await server.ask(reply.location)
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    for (const word of [`Nr.\u00a0${number}`, '12,80', `RF`, 'shape-rendering="crispEdges"']) {
      expect(page.text).toContain(word)
    }
    const missing = await server.ask(`${reply.location}x`)
    expect(missing.status).toBe(404)
    expect(missing.text).toContain('type="search"')
  })

  test('is one order, however often and at once it is sent, and after a lost answer too', async () => {
    const before = (await orders()).length
    const cookie = await fillCart(server, { 'stoneware-cup': 1 })
    const hidden = await openCheckout(server, cookie)
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => order(server, cookie, hidden)),
    )
    // Back to the form: the cart may be there still, or gone.
    replies.push(await order(server, cookie, hidden), await order(server, '', hidden))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([303]))
    expect(new Set(replies.map(({ location }) => location)).size).toBe(1)
    expect(await orders()).toHaveLength(before + 1)
    const other = await order(server, cookie, hidden, { email: 'other@example.com' })
    expect(other.status).toBe(409)
    expect(other.text).toContain('schon einmal bestellt')
    expect(await orders()).toHaveLength(before + 1)
  })

  test('says what is missing beside its field, and keeps what was typed', async () => {
    const cookie = await fillCart(server, { 'counter-bell': 1 })
    const hidden = await openCheckout(server, cookie)
    const reply = await order(server, cookie, hidden, {
      payment: '',
      email: 'nobody',
      postcode: '1234',
      street: 'Am Markt 7 <b>',
    })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('value="Am Markt 7 &lt;b&gt;"')
    for (const field of ['payment', 'email', 'postcode']) {
      expect(reply.text).toContain(`id="${field}-error"`)
    }
    expect(hiddenIn(reply.text).seen).toBe(hidden.seen)
  })

  test('lists all errors at once above the form, with focus, each a link to its field', async () => {
    const cookie = await fillCart(server, { 'counter-bell': 1 })
    const wrong = {
      payment: '',
      name: '',
      street: '',
      postcode: '1234',
      city: 'x'.repeat(121),
      vatId: 'AT1',
      billingName: 'Karl',
      billingLine2: 'x'.repeat(121),
      billingCountry: 'DE',
      note: 'x'.repeat(501),
    }
    const { text } = await order(server, cookie, await openCheckout(server, cookie), wrong)
    const invoice = 'billingLine2 vatId billingStreet billingPostcode billingCity'
    const fields = `name street postcode city ${invoice} note payment`
    expect(fieldsListed(text)).toEqual(fields.split(' '))
  })

  test('refuses a country that there is not, whatever it is called', async () => {
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    for (const country of ['constructor', '__proto__', 'XX', '']) {
      const hidden = await openCheckout(server, cookie)
      const reply = await order(server, cookie, hidden, { country })
      expect(reply.status, country).toBe(400)
      expect(reply.text).toContain(words.de.checkout.errors.country)
    }
  })

  test('asks again where the country makes it dearer, and orders nothing before', async () => {
    const before = (await orders()).length
    const cookie = await fillCart(server, { 'counter-bell': 1 })
    const hidden = await openCheckout(server, cookie)
    const abroad = { country: 'AT', postcode: '1010' }
    const first = await order(server, cookie, hidden, abroad)
    expect(first.status).toBe(409)
    expect(first.text).toContain('44,80')
    expect(textOf(first.text)).toContain('Mit Versand (Österreich) sind es 44,80 €.')
    expect(first.text).not.toMatch(problem)
    expect(await orders()).toHaveLength(before)
    const reckoned = await order(server, cookie, hidden, { ...abroad, intent: 'reckon' })
    expect(reckoned.status).toBe(200)
    const second = await order(server, cookie, hiddenIn(reckoned.text), abroad)
    expect(second.status).toBe(303)
    expect((await newest()).gross).toBe(4_480)
  })

  test('lets pick up at the house: free, without an address, said wherever the order is', async () => {
    const { company } = await server.services.legal.read()
    const cookie = await fillCart(server, { 'counter-bell': 1 })
    const before = (await orders()).length
    const shown = await server.ask('/de/shop/checkout', { cookie })
    expect(textOf(shown.text)).toContain(`Abholung: ${company.street}`)
    const none = { street: '', postcode: '', city: '' }
    const byHand = { ...none, delivery: 'pickup' }
    const first = await order(server, cookie, hiddenIn(shown.text), byHand)
    expect(first.status).toBe(409)
    const calm = `Mit Abholung sind es 34,90 €. ${de.checkout.calm.order}`
    expect(textOf(first.text)).toContain(calm)
    expect(first.text).not.toMatch(problem)
    expect(await orders()).toHaveLength(before)
    const seen = hiddenIn(first.text)
    expect((await order(server, cookie, seen, { ...byHand, name: ' ' })).text).toContain(
      'id="name-error"',
    )
    expect((await order(server, cookie, seen, none)).text).toContain('id="street-error"')
    const { status, location } = await order(server, cookie, seen, byHand)
    expect(status).toBe(303)
    const placed = await newest()
    expect(placed).toMatchObject({ gross: 3_490, shipping: 0, pickup: { name: 'Käthe Kundin' } })
    expect(placed.address).toBeUndefined()
    expect(await order(server, cookie, seen, byHand)).toMatchObject({ status: 303, location })
    expect((await order(server, cookie, seen, { ...byHand, name: 'Karl' })).status).toBe(409)

    const page = textOf((await server.ask(location)).text)
    for (const said of [de.order.pickupAt, company.street, placed.pickup?.when.de ?? '-']) {
      expect(page).toContain(said)
    }
    expect(page).not.toContain(de.order.sentTo)
    expect(page).toContain(de.order.pickups.transfer.text.split('. ').at(-1))
    await recordPayment(server.services.orders, placed, undefined, server.clock.now)
    const invoice = textOf((await server.ask(`${location}&invoice`)).text)
    expect(invoice).toContain('Käthe Kundin')
    expect(invoice).toContain('5,57')
  })

  test('asks for a name and no address where something is only picked up, whatever lies beside it', async () => {
    const { catalogue } = server.services
    const before = await catalogue.readWritten(server.clock.now)
    const coffee = before.products.find(({ id }) => id === 'house-coffee')
    if (!coffee) throw new Error('There is no coffee')
    const title = { en: 'Poppy seed cake', de: 'Mohnkuchen' }
    const cake = { ...coffee, id: 'cake', title, delivery: 'pickup' as const }
    const products = [...before.products, cake]
    await catalogue.change(() => ({ catalogue: { ...before, products } }), server.clock.now)
    const carts: Record<string, number>[] = [{ cake: 1 }, { cake: 1, 'house-coffee': 1 }]
    for (const products of carts) {
      const cookie = await fillCart(server, products)
      const sentence = de.checkout.onlyPickup.replace('{{titles}}', 'Mohnkuchen')
      const cart = textOf((await server.ask('/de/shop', { cookie })).text)
      const page = await server.ask('/de/shop/checkout', { cookie })
      const mixed = 'house-coffee' in products
      expect(cart.includes(sentence), cart).toBe(mixed)
      expect(cart.includes(de.shop.isPickedUp)).toBe(!mixed)
      expect(textOf(page.text).includes(sentence)).toBe(mixed)
      expect(page.text).toContain('id="name"')
      expect(page.text).not.toContain('id="street"')
      const hidden = hiddenIn(page.text)
      const nobody = await order(server, cookie, hidden, { delivery: 'pickup', name: '' })
      expect(nobody.text).toContain('id="name-error"')
      const sent = await order(server, cookie, hidden, { delivery: 'shipping' })
      expect([sent.status, textOf(sent.text)]).toEqual([
        400,
        expect.stringContaining(de.checkout.errors.delivery),
      ])
      const yesterday = await order(server, cookie, hidden, {
        delivery: 'pickup',
        day: '2020-01-01',
      })
      expect([yesterday.status, textOf(yesterday.text)]).toEqual([
        400,
        expect.stringContaining(de.checkout.errors.dayPast.split('{{')[0] ?? '-'),
      ])
      const inDays = (days: number) => new Date(server.clock.now.getTime() + days * 86_400_000)
      const day = inDays(3).toISOString().slice(0, 10)
      const typedDay = day.split('-').reverse().join('.')
      const wanted = { delivery: 'pickup', day: typedDay }
      const placed = await order(server, cookie, hidden, wanted)
      expect(placed.status).toBe(303)
      expect((await newest()).pickup?.day).toBe(day)
      expect(await order(server, cookie, hidden, wanted)).toMatchObject({
        status: 303,
        location: placed.location,
      })
      const later = { delivery: 'pickup', day: inDays(4).toISOString().slice(0, 10) }
      expect((await order(server, cookie, hidden, later)).status).toBe(409)
      const placedOrder = await newest()
      expect(placedOrder).toMatchObject({ shipping: 0, pickup: { name: 'Käthe Kundin' } })
      expect(placedOrder.address).toBeUndefined()
      expect(handoverOf(placedOrder)).toBe('pickup')
      const said = textOf((await server.ask(placed.location)).text)
      expect(said).toContain(de.order.pickupAt)
      expect(said).toContain(formatDay(new Date(day), 'de', 'UTC'))
    }
    await catalogue.change(() => ({ catalogue: before }), server.clock.now)
  })

  test('The checkout takes open days alone where the times to pick up are the opening hours', async () => {
    const shop = await openTestServer()
    const { services, clock } = shop
    const owner = await shop.signUp()
    const inDays = (days: number) => new Date(clock.now.getTime() + days * 86_400_000)
    const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10)
    const split = [
      { from: 8 * 60, to: 12 * 60 },
      { from: 13 * 60, to: 18 * 60 },
    ]
    const week = Array.from({ length: 7 }, () => split)
    const closed = { label: 'Closed', first: dayIn(3), last: dayIn(4) }
    await services.desks.saveHours(owner.desk.id, { timeZone: 'Europe/Berlin', week })
    await services.desks.saveExceptions(owner.desk.id, [closed])
    const pickup = { de: pickupHours({ week }, 'de'), en: pickupHours({ week }, 'en') }
    await services.catalogue.change((current) => ({ catalogue: { ...current, pickup } }), clock.now)
    for (const language of ['de', 'en'] as const) {
      const cookie = await fillCart(shop, { 'counter-bell': 1 })
      const asked = { delivery: 'pickup', street: '', postcode: '', city: '' }
      const shown = await order(shop, cookie, await openCheckout(shop, cookie, language), asked)
      const seen = hiddenIn(shown.text)
      const dayField = (html: string) =>
        elements(html, 'input').find(({ attributes }) => attributes.name === 'day')?.attributes
      expect(dayField(shown.text)?.min).toBe(dayIn(1))
      for (const [typed, next] of [
        [3, 5],
        [4, 5],
        [0, 1],
      ] as const) {
        const day = dayIn(typed)
        const refused = await order(shop, cookie, seen, { ...asked, day }, language)
        const named = (days: number) => formatDay(inDays(days), language, 'UTC')
        const sentence = words[language].checkout.errors.dayClosed
          .replace('{{day}}', named(typed))
          .replace('{{next}}', named(next))
        expect([refused.status, textOf(refused.text)]).toEqual([
          400,
          expect.stringContaining(sentence),
        ])
        expect(refused.text).toContain('id="day-error"')
        expect(dayField(refused.text)?.value).toBe(day)
      }
      const both = { ...asked, email: '', day: dayIn(3) }
      const { text } = await order(shop, cookie, seen, both, language)
      expect(fieldsListed(text)).toEqual(['email', 'day'])
      const placed = await order(shop, cookie, seen, { ...asked, day: dayIn(5) }, language)
      expect(placed.status).toBe(303)
      // That day with its hours, and nothing of the rest of the week.
      const times = words[language].hours.clock.replace('{{times}}', '8:00–12:00, 13:00–18:00')
      const fetched = `${formatDay(inDays(5), language, 'UTC')}, ${times}`
      const own = textOf((await shop.ask(placed.location)).text)
      expect(own).toContain(fetched)
      expect(own).not.toContain(pickup[language])
      const [newest] = (await services.orders.list('all', 1)).orders
      const atDesk = localizedPath(`/dashboard/orders?order=${newest?.number}`, language)
      expect(textOf((await shop.ask(atDesk, owner)).text)).toContain(
        words[language].orders.picksUp.replace('{{when}}', fetched),
      )
    }
    await shop.close()
  })

  test('takes money on pick-up for what is picked up alone, where the shop offers it', async () => {
    const cookie = await fillCart(server, { 'counter-bell': 1 })
    const onPickup = { payment: 'on-pickup', street: '', postcode: '', city: '' }
    const reckoned = await order(server, cookie, await openCheckout(server, cookie), {
      ...onPickup,
      delivery: 'pickup',
      intent: 'reckon',
    })
    const shipped = { payment: 'on-pickup', delivery: 'shipping' }
    const asked = await order(server, cookie, await openCheckout(server, cookie), shipped)
    expect(asked.status).toBe(409)
    const calm = `Mit Abholung sind es 34,90 €. ${de.checkout.calm.order}`
    expect(textOf(asked.text)).toContain(calm)
    expect(asked.text).toMatch(/<input[^>]*name="delivery" checked="" value="pickup"/)
    expect(asked.text).not.toMatch(problem)
    // Somebody who has seen the pick-up and wants it sent after all pays otherwise.
    const again = await order(server, cookie, hiddenIn(asked.text), shipped)
    expect(again.status).toBe(400)
    expect(textOf(again.text)).toContain(de.checkout.errors.onPickup)
    const { catalogue } = server.services
    const offer = (payOnPickup: boolean) =>
      catalogue.change((current) => ({ catalogue: { ...current, payOnPickup } }), server.clock.now)
    const pickedUp = { ...onPickup, delivery: 'pickup' }
    await offer(false)
    const refused = await order(server, cookie, hiddenIn(reckoned.text), pickedUp)
    expect(refused.status).toBe(400)
    expect(refused.text).not.toContain('value="on-pickup"')
    await offer(true)
    const placed = await order(server, cookie, hiddenIn(reckoned.text), pickedUp)
    expect(placed.status).toBe(303)
    const page = textOf((await server.ask(placed.location)).text)
    expect(page).toContain(de.order.heading.confirm)
    expect(page).not.toContain(de.order.pay)
  })

  test('takes a note and whom the invoice is for, which the order, its invoice and the owner show', async () => {
    const { cookie: owner } = await server.signUp()
    const cookie = await fillCart(server, { 'house-coffee': 2 })
    const hidden = await openCheckout(server, cookie)
    const more = {
      note: 'Bitte klingeln.\r\nDanke! <b>',
      company: 'Laden GmbH',
      vatId: 'at u12345678',
      billingName: 'Karl Käufer',
      billingStreet: 'Ring 2',
      billingPostcode: '1010',
      billingCity: 'Wien',
      billingCountry: 'AT',
    }
    const wrong = { ...more, vatId: 'AT1', billingCity: ' ', note: 'x'.repeat(501) }
    const refused = await order(server, cookie, hidden, wrong)
    expect(refused.status).toBe(400)
    for (const field of ['vatId', 'billingCity', 'note']) {
      expect(refused.text).toContain(`id="${field}-error"`)
    }
    expect(refused.text).toContain('value="Ring 2"')
    const { location } = await order(server, cookie, hidden, more)
    expect((await order(server, cookie, hidden, more)).location).toBe(location)
    expect((await order(server, cookie, hidden, { ...more, note: 'x' })).status).toBe(409)
    expect((await order(server, cookie, hidden, { ...more, billingName: 'x' })).status).toBe(409)

    const placed = await newest()
    expect(placed).toMatchObject({ vatId: 'ATU12345678', address: { name: 'Käthe Kundin' } })
    await recordPayment(server.services.orders, placed, undefined, server.clock.now)
    const own = textOf((await server.ask(location)).text)
    const invoice = textOf((await server.ask(`${location}&invoice`)).text)
    const room = `/dashboard/orders?order=${placed.number}`
    const sold = textOf((await server.ask(room, { cookie: owner })).text)
    const slip = textOf((await server.ask(`${room}&print=packing-slip`, { cookie: owner })).text)
    for (const page of [own, invoice, sold]) {
      for (const said of ['Laden GmbH', 'Karl Käufer', 'Ring 2', 'ATU12345678']) {
        expect(page).toContain(said)
      }
    }
    expect(invoice).not.toContain('Weg 1')
    // Quantity, unit price, VAT and amount have a column each.
    expect(invoice).toMatch(/27,90\s€7\s%15,80\s€/)
    for (const page of [own, sold, slip]) expect(page).toContain('Danke! <b>')
    expect(slip).toContain('Weg 1')
    expect(slip).not.toContain('Ring 2')
  })

  test('asks for an address on every invoice over 250 euros', async () => {
    const cookie = await fillCart(server, { 'coffee-class': 5 })
    const hidden = await openCheckout(server, cookie)
    const refused = await order(server, cookie, hidden)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('id="billingStreet-error"')
    const address = { billingName: 'Karl', billingStreet: 'Weg 2', billingPostcode: '12345' }
    const there = { ...address, billingCountry: 'DE' }
    const billed = await order(server, cookie, hidden, { ...there, billingCity: 'Ort' })
    expect(billed.status).toBe(303)
    expect(await newest()).toMatchObject({ billing: { name: 'Karl', country: 'DE' } })
  })

  test('says that pick-up is over where it was offered before, and asks again', async () => {
    const cookie = await fillCart(server, { 'counter-bell': 1 })
    const hidden = await openCheckout(server, cookie)
    const { catalogue } = server.services
    const { pickup } = await catalogue.read(server.clock.now)
    const offer = (pickup: Catalogue['pickup']) =>
      catalogue.change((current) => ({ catalogue: { ...current, pickup } }), server.clock.now)
    await offer(undefined)
    const refused = await order(server, cookie, hidden, { delivery: 'pickup' })
    expect(refused.status).toBe(400)
    expect(textOf(refused.text)).toContain(de.checkout.errors.delivery)
    await offer(pickup)
  })

  test('takes no order of a cart that was changed meanwhile, and none without a key of ours', async () => {
    const before = (await orders()).length
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    const hidden = await openCheckout(server, cookie)
    const more = await fillCart(server, { 'house-coffee': 2 }, cookie)
    const refused = await order(server, more, hidden)
    expect(refused.status).toBe(409)
    expect(textOf(refused.text)).toContain('Hausmischung, 250\u00a0g: 3 statt 1')
    expect(refused.text).toMatch(problem)
    expect((await order(server, more, { ...hidden, seen: 'x' })).status).toBe(409)
    expect((await order(server, cookie, { ...hidden, key: 'x' })).status).toBe(400)
    expect((await order(server, cookie, {})).status).toBe(400)
    expect(await orders()).toHaveLength(before)
  })

  test('changes quantities beside the bill, and keeps what was typed', async () => {
    const cookie = await fillCart(server, { 'house-coffee': 1, 'stoneware-cup': 1 })
    const hidden = await openCheckout(server, cookie)
    const before = (await orders()).length
    const more = { 'q-house-coffee': '3', 'q-stoneware-cup': '1' }
    const changed = await order(server, cookie, hidden, { ...more, intent: 'reckon' })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('value="Käthe Kundin"')
    expect(changed.text).toContain('>Warenkorb (4)<')
    const fields = elements(changed.text, 'input').map(({ attributes }) => attributes)
    expect(fields.find(({ name }) => name === 'q-house-coffee')?.value).toBe('3')
    const now = cookieNamed(changed, 'cart') ?? ''
    expect((await server.ask('/de/shop', { cookie: now })).text).toContain('23,70')

    // With the old page once more, or a figure that was not taken over by its button: not before it was shown.
    expect((await order(server, now, hidden, more)).status).toBe(409)
    const unshown = await order(server, cookie, hidden, more)
    expect(unshown.status).toBe(409)
    expect(textOf(unshown.text)).toContain('3 statt 1')
    expect(unshown.text).not.toMatch(problem)
    for (const [wrong, status] of [
      ['0', 400],
      ['viele', 400],
      ['99', 409],
    ] as const) {
      const form = { 'q-house-coffee': '2', 'q-stoneware-cup': wrong, intent: 'reckon' }
      const refused = await order(server, cookie, hidden, form)
      expect(refused.status, wrong).toBe(status)
      expect(refused.text).toContain('id="q-stoneware-cup-error"')
      expect(refused.text).toContain(`value="${wrong}"`)
    }

    const one = await order(server, now, hiddenIn(changed.text), {
      ...more,
      intent: 'remove stoneware-cup',
    })
    expect(one.text).not.toContain('q-stoneware-cup')
    const left = cookieNamed(one, 'cart') ?? ''
    expect(await orders()).toHaveLength(before)
    const seen = hiddenIn(one.text)
    expect((await order(server, left, seen, more)).status).toBe(303)
    expect((await newest()).lines).toMatchObject([{ productId: 'house-coffee', quantity: 3 }])
    const none = await order(server, left, seen, { intent: 'remove house-coffee' })
    expect(none).toMatchObject({ status: 303, location: '/de/shop' })
    expect(cookieNamed(none, 'cart')).toBe('cart=')
  })

  test('says that the last one is gone, to whoever comes second', async () => {
    const carts = await Promise.all(
      [1, 2].map(() => fillCart(server, { 'open-sign': 5, 'house-coffee': 1 })),
    )
    const hidden = await Promise.all(carts.map((cart) => openCheckout(server, cart)))
    const replies = await Promise.all(
      carts.map((cart, index) => order(server, cart, hidden[index] ?? {})),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.text).toContain('hat sich etwas geändert')
    expect(refused?.text).toContain('Türschild, zweiseitig: 4 statt 5')
  })

  test('gives a plan to its owner alone, with consent, and with the payment', async () => {
    const bare = await fillCart(server, { 'desk-plus': 1 })
    expect((await server.ask('/de/shop/checkout', { cookie: bare })).text).not.toContain(
      'value="order"',
    )
    const refused = await order(server, bare, await openCheckout(server, bare), { consent: 'on' })
    expect(refused.status).toBe(403)

    const { cookie: session, desk } = await server.signUp()
    const cookie = await fillCart(server, { 'desk-plus': 1 }, session)
    const hidden = await openCheckout(server, cookie)
    const unasked = await order(server, cookie, hidden)
    expect(unasked.status).toBe(400)
    expect(unasked.text).toContain('id="consent-error"')
    expect((await order(server, cookie, hidden, { consent: 'on' })).status).toBe(303)
    const { orders: store, entitlements } = server.services
    const placed = await newest()
    expect(placed).toMatchObject({ deskId: desk.id, digitalConsentAt: server.clock.now })
    expect(await entitlements.listAll(desk.id, 9)).toEqual([])
    const pay = () => recordPayment(store, { number: placed.number }, undefined, server.clock.now)
    const paid = await Promise.all([pay(), pay(), pay()])
    expect(paid.map(({ kind }) => kind).sort()).toEqual(['moved', 'refused', 'refused'])
    expect(await entitlements.listAll(desk.id, 9)).toHaveLength(1)
    expect(await newest()).toMatchObject({ state: 'fulfilled' })
  })

  test('is listed in the settings of the account that ordered, and of no other', async () => {
    const { cookie: session } = await server.signUp()
    const { cookie: other } = await server.signUp()
    const section = '/de/dashboard/settings/plan'
    const none = 'noch nichts gekauft'
    expect((await server.ask(section, { cookie: session })).text).toContain(none)
    const cookie = await fillCart(server, { 'house-coffee': 1 }, session)
    const { location } = await order(server, cookie, await openCheckout(server, cookie))
    const { text } = await server.ask(section, { cookie: session })
    const { number } = await newest()
    for (const word of [`href="${location}"`, `Nr.\u00a0${number}`, '12,80', 'noch zu zahlen']) {
      expect(text).toContain(word)
    }
    expect((await server.ask(section, { cookie: other })).text).toContain(none)
  })

  test('puts everything back into the cart when an unpaid order is cancelled', async () => {
    const cookie = await fillCart(server, { 'coffee-class': 2 })
    const { location } = await order(server, cookie, await openCheckout(server, cookie))
    const cancel = location.replace('/success', '/cancel')
    expect((await server.ask(cancel)).text).toContain(words.de.order.cancel.button)
    expect((await newest()).state).toBe('awaiting-payment')
    const done = await server.ask(cancel, { form: { intent: 'cancel' } })
    expect(done.status).toBe(303)
    expect((await newest()).state).toBe('cancelled')
    const cart = cookieNamed(done, 'cart') ?? ''
    expect((await server.ask('/de/shop', { cookie: cart })).text).toContain('118,00')
    const ended = textOf((await server.ask(cancel)).text)
    expect(ended).toContain(`Eine Bestätigung ist unterwegs an ${(await newest()).email}.`)
    const again = await order(server, cart, await openCheckout(server, cart))
    expect(again.location).not.toBe(location)
  })

  test('lets an order go that nobody pays for fourteen days', async () => {
    const cookie = await fillCart(server, { 'counter-bell': 1 })
    const { location } = await order(server, cookie, await openCheckout(server, cookie))
    server.clock.forward(14 * 86_400_000 + 1)
    await server.runDue()
    expect((await newest()).state).toBe('expired')
    const expired = await server.ask(location)
    expect(expired.text).toContain('verfallen')
    expect(textOf(expired.text)).toContain(de.order.toShop)
    const cancel = location.replace('/success', '/cancel')
    expect(await server.ask(cancel)).toMatchObject({ status: 303, location })
  })

  describe('keeps goods for an hour, for who only sent the form', () => {
    const left = async () => {
      const { catalogue, orders } = server.services
      return (await orders.stockLeft(declaredStock(await catalogue.read(server.clock.now))))[
        'stoneware-cup'
      ]
    }
    const ask = async (quantity = 1) => {
      const cookie = await fillCart(server, { 'stoneware-cup': quantity })
      const { location } = await order(server, cookie, await openCheckout(server, cookie))
      const secret = mailedSecret(await newest(), server.secrets)
      return { location, mailed: localizedPath(orderPath(secret), 'de') }
    }
    const press = (mailed: string) => server.ask(mailed, { form: { intent: 'confirm' } })
    const words = de.order.reservation

    // What was ordered before is over.
    beforeAll(async () => {
      server.clock.forward(15 * 86_400_000)
      await server.runDue()
    })

    test('and for fourteen days for who pressed the button behind the link in the e-mail', async () => {
      const before = (await left()) ?? 0
      const { location, mailed } = await ask()
      const shown = await server.ask(location)
      expect(shown.text).toContain(words.kept.split('{{')[0])
      const slip = shown.text.indexOf(`>${de.order.transferThen}<`)
      expect(slip).toBeGreaterThan(shown.text.indexOf('id="bill"'))
      expect(await left()).toBe(before - 1)
      const opened = await server.ask(mailed)
      expect(opened.status).toBe(200)
      expect(textOf(opened.text)).toContain(de.order.confirm)
      expect(opened.text).not.toContain('shape-rendering="crispEdges"')
      expect((await server.ask(location)).text).toContain(words.kept.split('{{')[0])
      expect(await press(mailed)).toMatchObject({ status: 303, location: mailed })
      // Pressed once more, as after a lost answer.
      expect(await press(mailed)).toMatchObject({ status: 303, location: mailed })
      expect((await server.ask(mailed)).text).not.toContain('value="confirm"')
      const confirmed = (await server.ask(location)).text
      expect(confirmed).not.toContain(words.kept.split('{{')[0])
      expect(shown.text).not.toContain(de.order.confirmed.split(',')[0])
      expect(confirmed).toContain(de.order.confirmed.split(',')[0])
      server.clock.forward(13 * 86_400_000)
      await server.runDue()
      expect(await left()).toBe(before - 1)
      server.clock.forward(2 * 86_400_000)
      await server.runDue()
      expect(await left()).toBe(before)
    })

    test('then they are free, and theirs again by the link if there are enough', async () => {
      const before = (await left()) ?? 0
      const { location, mailed } = await ask()
      expect((await press(location)).location).toBe(location)
      expect((await press(`${mailed}x`)).status).toBe(404)
      server.clock.forward(61 * 60_000)
      await server.runDue()
      expect(await left()).toBe(before)
      const waiting = await server.ask(location)
      expect(waiting.text).toContain(words.free.split('{{')[0])
      expect(waiting.text).not.toContain('shape-rendering="crispEdges"')
      await press(mailed)
      expect(await left()).toBe(before - 1)
      expect((await server.ask(location)).text).toContain('shape-rendering="crispEdges"')
    })

    test('and says so where others have bought them in the meantime', async () => {
      const all = (await left()) ?? 0
      const first = await ask(all)
      const second = await ask(all)
      expect((await press(second.mailed)).location).toBe(second.mailed)
      expect(await left()).toBe(0)
      const gone = await press(first.mailed)
      expect(gone.location).toBe(`${first.mailed}&gone`)
      expect((await server.ask(gone.location)).text).toContain(words.gone)
      expect((await server.ask(second.location)).text).toContain('shape-rendering="crispEdges"')
    })
  })

  test('accepts the last piece from one of three alone, and writes to who comes too late', async () => {
    server.clock.forward(15 * 86_400_000)
    await server.runDue()
    const { catalogue, orders } = server.services
    const declared = declaredStock(await catalogue.read(server.clock.now))
    const all = (await orders.stockLeft(declared))['stoneware-cup'] ?? 0
    const three = ['eins@example.com', 'zwei@example.com', 'drei@example.com']
    const links: string[] = []
    for (const email of three) {
      const cookie = await fillCart(server, { 'stoneware-cup': all })
      await order(server, cookie, await openCheckout(server, cookie), { email })
      links.push(localizedPath(orderPath(mailedSecret(await newest(), server.secrets)), 'de'))
      server.clock.forward(61 * 60_000)
      await server.runDue()
    }
    const texts = async (email: string) =>
      (await mailsIn(server.folder, email)).map(({ text = '' }) => text)
    const accepts = de.mails.order.received.split('}}').at(-1) ?? '-'
    const asked = de.mails.order.asked.split('}}').at(-1) ?? '-'
    for (const email of three) {
      const [text = '', ...more] = await texts(email)
      expect(more).toEqual([])
      expect(text).toContain(asked)
      expect(text).not.toContain(accepts)
      expect(text).not.toContain(de.order.iban)
    }
    for (const link of links) await server.ask(link, { form: { intent: 'confirm' } })
    await server.runDue()
    const [first = '', ...late] = three
    // Files of one second are in no order.
    const decided = async (email: string) =>
      (await texts(email)).filter((text) => !text.includes(asked)).join('\n')
    const acceptance = await decided(first)
    expect(acceptance).toContain(accepts)
    expect(acceptance).toContain('IBAN')
    for (const email of late) {
      const text = await decided(email)
      expect(text).toContain(de.order.heading.gone)
      expect(text).not.toContain('IBAN')
    }
  })
})

describe('An order with a mistyped address', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ limited: withLimits })
  })
  afterAll(() => server.close())

  let keys = 0
  const send = (path: string, intent: string, fields: Record<string, string> = {}) => {
    keys += 1
    return server.ask(path, { form: { intent, key: `key${keys}`, ...fields } })
  }
  const buy = async (email: string) => {
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    const { location } = await order(server, cookie, await openCheckout(server, cookie), { email })
    await server.runDue()
    return location
  }
  const mailedTo = async (email: string) => {
    await server.runDue()
    const mails = await mailsIn(server.folder, email)
    return mails.map(({ text = '' }) => /\/de\/shop\S+order=[\w.-]+/.exec(text)?.[0] ?? '')
  }

  test('gets the right one on its page, and what was sent to the other is worth nothing', async () => {
    const location = await buy('kundin@exmaple.com')
    const [wrong = ''] = await mailedTo('kundin@exmaple.com')
    expect((await server.ask(location)).text).toContain('value="mailbox"')
    expect((await server.ask(wrong)).text).not.toContain('value="mailbox"')
    // A stranger who got the e-mail by mistake takes nothing over.
    await send(wrong, 'mailbox', { email: 'stranger@example.com' })
    expect(await mailedTo('stranger@example.com')).toEqual([])
    const bad = await send(location, 'mailbox', { email: 'kundin@' })
    expect(bad.status).toBe(400)
    expect(bad.text).toContain('value="kundin@"')
    const changed = await send(location, 'mailbox', { email: 'kundin@example.com' })
    expect(changed).toMatchObject({ status: 303, location: `${location}&sent` })
    const [right = ''] = await mailedTo('kundin@example.com')
    expect((await server.ask(right)).status).toBe(200)
    expect((await server.ask(location)).status).toBe(200)
    expect((await server.ask(wrong)).status).toBe(404)
    expect((await send(wrong.replace('success', 'cancel'), '')).status).toBe(404)
    const [placed] = (await server.services.orders.list('all', 1)).orders
    expect(placed).toMatchObject({
      email: 'kundin@example.com',
      state: 'awaiting-payment',
      history: [{ event: 'payment-begins' }, { event: 'mailbox', by: 'customer' }],
    })
  })

  test('is sent again as often as the limit of the mailbox lets it', async () => {
    const location = await buy('noch@example.com')
    expect(await mailedTo('noch@example.com')).toHaveLength(1)
    await send(location, 'again', { key: 'once' })
    await send(location, 'again', { key: 'once' })
    expect(await mailedTo('noch@example.com')).toHaveLength(2)
    const statuses: number[] = []
    for (let each = 0; each < 5; each += 1) statuses.push((await send(location, 'again')).status)
    expect(statuses).toEqual([303, 303, 303, 429, 429])
  })

  test('writes to at most three others', async () => {
    const location = await buy('null@example.com')
    const statuses: number[] = []
    for (let each = 1; each < 5; each += 1) {
      const email = `fremd${each}@example.com`
      statuses.push((await send(location, 'mailbox', { email })).status)
    }
    expect(statuses).toEqual([303, 303, 303, 409])
    expect(await mailedTo('fremd4@example.com')).toEqual([])
    const page = await server.ask(location)
    expect(page.text).not.toContain('value="mailbox"')
    expect(textOf(page.text)).toContain(de.order.mailbox.refused)
  })
})
