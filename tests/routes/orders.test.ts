import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveBack } from '../../app/domain/shop/order-refunds'
import { proveOrder } from '../../app/domain/shop/order-reservations'
import { type Order, shopTimeZone } from '../../app/domain/shop/orders'
import { languages } from '../../app/domain/text/languages'
import { orderPath, recoverOrderSecret } from '../../app/http/links/order-link.server'
import { localizedPath } from '../../app/i18n/addresses'
import { formatFullDate } from '../../app/i18n/formats'
import { periods } from '../../app/routes/($lang).dashboard.orders/periods'
import { exampleLine, exampleOrder } from '../contracts/examples'
import { elements, field, linksIn, textOf } from '../support/html'
import { legal } from '../support/legal'
import { type StripeServer, startStripeServer, webhookSecret } from '../support/stripe-server'
import { hour, type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import { cookieNamed, fillCart, hiddenIn, openCheckout, order } from '../support/till'
import { mailsIn } from '../support/written-mails'

describe('The shop’s owner', () => {
  let stripe: StripeServer
  let server: TestServer
  let owner: Owner
  let stranger: Owner
  beforeAll(async () => {
    stripe = await startStripeServer({ now: () => server.clock.now })
    server = await openTestServer({
      environment: {
        PAYMENTS: 'stripe,bank-transfer',
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_API_BASE: stripe.url,
      },
    })
    owner = await server.signUp()
    stranger = await server.signUp()
  })
  afterAll(async () => {
    await server.close()
    await stripe.close()
  })

  /** What earlier tests refunded by transfer. */
  async function giveAllBack() {
    const { orders } = server.services
    for (const { number, refunds } of (await orders.list('to-send', 99)).orders)
      for (const { key } of refunds) await giveBack(orders, { number }, key, server.clock.now)
  }

  /** An order as a customer makes it; the newest there is. */
  async function sold(
    payment = 'bank-transfer',
    products: Record<string, number> = { 'house-coffee': 2 },
    changes: Record<string, string> = {},
  ) {
    const cookie = await fillCart(server, products)
    const form = { payment, ...changes }
    const { status, text } = await order(server, cookie, await openCheckout(server, cookie), form)
    // Pick-up costs less than the shipping that was shown.
    if (status === 409) await order(server, cookie, hiddenIn(text), form)
    const {
      orders: [placed],
    } = await server.services.orders.list('all', 1)
    if (!placed) throw new Error('Nothing was ordered')
    if (payment === 'stripe') {
      const session = stripe.sessions.get(placed.providerRef ?? '')
      stripe.pay(session?.id ?? '')
      const { body, signature } = stripe.message(
        'checkout.session.completed',
        stripe.sessions.get(session?.id ?? '') ?? (undefined as never),
        server.clock.now,
      )
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
      await server.ask('/payments/stripe', { method: 'POST', body, headers })
    }
    return placed
  }

  const at = ({ number }: Pick<Order, 'number'>, more = '') =>
    `/dashboard/orders?order=${number}${more}`
  const look = (path: string) => server.ask(path, { cookie: owner.cookie })
  const press = (about: Pick<Order, 'number'>, form: Record<string, string>, who = owner) =>
    server.ask(at(about), { cookie: who.cookie, form })
  const find = ({ number }: Pick<Order, 'number'>) => server.services.orders.find({ number })
  const keyIn = (html: string) => /name="key" value="([a-z0-9]+)"/.exec(html)?.[1] ?? ''

  /** The address of the customer's page. */
  const linkOf = (placed: Order) => {
    return localizedPath(
      orderPath(recoverOrderSecret(server.secrets, placed) ?? ''),
      placed.language,
    )
  }

  /** As the review of all that is left leads to it. */
  async function refundAll(placed: Order, key: string) {
    const { text } = await press(placed, { intent: 'refund-all', key })
    const hidden = elements(text, 'input').map(({ attributes }) => attributes)
    const cents = hidden.find(({ name }) => name === 'cents')?.value ?? ''
    return press(placed, { intent: 'refund-now', key, all: 'on', cents })
  }

  test('finds nothing to search before the first order, and then what is unpaid', async () => {
    const { start, unpaid_one: unpaid } = words.en.orders
    const empty = await look('/dashboard/orders')
    expect(textOf(empty.text)).toContain(start.opened)
    expect(empty.text).not.toContain('type="search"')
    await sold()
    expect(linksIn((await look('/dashboard/orders')).text)).toContain(
      '/dashboard/orders?list=to-pay',
    )
    const nothingToDo = textOf((await look('/dashboard/orders')).text)
    expect(nothingToDo).toContain(unpaid)
    expect(nothingToDo).toContain(words.en.orders.idle.done)
    const { idle } = words.en.orders
    expect(textOf((await look('/dashboard/orders?list=done')).text)).toContain(idle.all)
    expect(textOf((await look('/dashboard/orders?q=nobody')).text)).toContain(idle.notFound)
    expect(textOf((await look('/dashboard')).text)).toContain(words.en.overview.unpaid_one)
  })

  test('alone finds the room and its link; to everybody else it is not there', async () => {
    const placed = await sold()
    for (const path of ['/dashboard/orders', at(placed), '/dashboard/orders/csv?period=2026']) {
      expect((await server.ask(path, { cookie: stranger.cookie })).status, path).toBe(404)
      expect((await server.ask(path)).location, path).toContain('/login')
    }
    expect((await press(placed, { intent: 'paid' }, stranger)).status).toBe(404)
    expect((await find(placed))?.paidAt).toBeUndefined()
    const rooms = async ({ cookie }: Owner) => (await server.ask('/dashboard', { cookie })).text
    expect(await rooms(owner)).toContain('href="/dashboard/orders"')
    expect(await rooms(stranger)).not.toContain('/dashboard/orders')
    expect((await look('/dashboard/orders?order=999999')).status).toBe(404)
  })

  test('sees a withdrawal at its order, in the lists and in the ticket’s row', async () => {
    const placed = await sold()
    const { number, email } = placed
    const declare = async (contract: string, from = email) => {
      const form = { name: 'Lena Köhler', contract, email: from }
      const { location } = await server.ask('/de/withdrawal?withdraw', { form })
      return (await server.ask(location, { form: {} })).location
    }
    const begun = async () =>
      (await server.services.tickets.listAll(owner.desk.id, 0, 100)).filter(({ subject }) =>
        subject?.startsWith('Widerruf: '),
      )
    const de = words.de.orders
    await declare(`Nr. ${number}`, 'another@example.com')
    expect((await find(placed))?.history).toEqual(placed.history)
    await declare(`Kaffee vom 12.11.2026, Nr. ${number}`)
    await declare(`Kaffee vom 12.11.2026, Nr. ${number}`)
    const [unknown, ticket, ...more] = await begun()
    expect(more).toEqual([])
    expect(unknown).toMatchObject({ subject: `Widerruf: Nr. ${number}` })
    const subject = `Widerruf: Bestellung ${number}`
    expect(ticket).toMatchObject({ subject, priority: 'high', visitorEmail: email })
    expect(textOf((await look('/de/dashboard/tickets')).text)).toContain(subject)

    const at14 = formatFullDate(
      new Date(server.clock.now.getTime() + 14 * 24 * hour),
      'de',
      shopTimeZone,
    )
    const unpaid = await look(`/de${at(placed, '&list=all')}`)
    const declared = de.withdrawn.on.replace(
      '{{day}}',
      formatFullDate(server.clock.now, 'de', shopTimeZone),
    )
    for (const said of [declared, at14, de.states.withdrawn, de.late]) {
      expect(textOf(unpaid.text)).toContain(said)
    }
    expect(linksIn(unpaid.text)).toContain(`/de/dashboard/tickets?ticket=${ticket?.number}`)
    const lineIn = async (path: string) =>
      elements((await look(path)).text, 'a').find(({ attributes: { href = '' } }) =>
        href.includes(`order=${number}`),
      )?.text
    for (const toDo of ['/de/dashboard/orders', '/de/dashboard'])
      expect(await lineIn(toDo)).toContain(de.states.withdrawn)
    expect(await lineIn('/de/dashboard/orders?list=to-pay')).toBeUndefined()
    expect(textOf(unpaid.text)).not.toContain(de.awaited)
    // What follows from it is in its box, and not folded away at the end.
    expect(unpaid.text.split('value="cancel"')).toHaveLength(2)
    expect(unpaid.text).not.toContain('id="ending"')
    const own = textOf((await server.ask(linkOf(placed))).text)
    const { order: said } = words[placed.language]
    expect(own).toContain(said.heading.withdrawn)
    for (const asked of [said.iban, said.toCancel]) expect(own).not.toContain(asked)

    const mistaken = await press(placed, { intent: 'mistaken', key: keyIn(unpaid.text) })
    expect(mistaken).toMatchObject({ status: 303 })
    const goesOn = await look(`/de${at(placed, '&list=all')}`)
    expect(textOf(goesOn.text)).toContain(de.awaited)
    expect(textOf(goesOn.text)).toContain(de.events.mistaken)
    expect(textOf(goesOn.text)).not.toContain(declared)
    expect(textOf((await server.ask(linkOf(placed))).text)).toContain(said.iban)
    const undo = elements(goesOn.text, 'input').find(({ attributes }) => attributes.name === 'undo')
    await press(placed, { intent: 'undo', undo: undo?.attributes.value ?? '' })
    expect(textOf((await look(`/de${at(placed, '&list=all')}`)).text)).toContain(declared)

    await press(placed, { intent: 'paid' })
    await refundAll(placed, 'allbackafterwithdrawal')
    const over = textOf((await look(`/de${at(placed, '&list=all')}`)).text)
    expect(over).toContain(declared)
    expect(over).not.toContain(at14)
    await giveAllBack()
  })

  test('a customer’s page leads to the withdrawal, filled in, while it can be declared', async () => {
    const placed = await sold()
    const leads = async () =>
      linksIn((await server.ask(linkOf(placed))).text).find((link) => link.includes('?withdraw&'))
    expect(await leads()).toBeUndefined()
    await press(placed, { intent: 'paid' })
    expect(await leads()).toBeDefined()
    await press(placed, { intent: 'sent' })
    const path = (await leads()) ?? ''
    const { text } = await server.ask(path)
    for (const [name, value] of [
      ['name', placed.address?.name],
      ['contract', String(placed.number)],
      ['email', placed.email],
    ] as const)
      expect(field(text, name).value).toBe(value)
    const form = { name: 'Lena', contract: String(placed.number), email: placed.email }
    const { location } = await server.ask(path, { form })
    expect(textOf((await server.ask(location)).text)).toContain(placed.email)
    const sentAt = server.clock.now
    server.clock.now = new Date(sentAt.getTime() + 31 * 24 * hour)
    expect(await leads()).toBeUndefined()

    // The form itself stays open: the shop is asked to look before any money goes back.
    const late = await server.ask('/de/withdrawal?withdraw', { form })
    await server.ask(late.location, { form: {} })
    server.clock.now = sentAt
    for (const language of languages) {
      const { fulfilled, withdrawn } = words[language].orders
      const asked = withdrawn.late.replace('{{done}}', fulfilled.shipping).replace('{{days}}', '31')
      const page = textOf((await look(localizedPath(at(placed), language))).text)
      expect(page).toContain(asked)
      expect(page).not.toContain(withdrawn.refund.split('{{day}}')[0])
    }
    const { text: shown } = await look(at(placed))
    await press(placed, { intent: 'mistaken', key: keyIn(shown) })
  })

  test('marks a transfer as paid and the goods as sent, which the customer is told of', async () => {
    const placed = await sold()
    const unpaid = textOf((await look(at(placed))).text)
    expect(unpaid).toContain(words.en.orders.markPaid)
    expect(unpaid).toMatch(/RF\d{2}\d{4}/)
    expect(await press(placed, { intent: 'paid' })).toMatchObject({ status: 303 })
    expect(await find(placed)).toMatchObject({ state: 'paid' })
    expect((await look('/dashboard')).text).toContain(`order=${placed.number}`)
    const twice = await press(placed, { intent: 'paid' })
    expect(twice.status).toBe(409)
    expect(textOf(twice.text)).toContain(words.en.orders.moved.paid)
    const { errors } = words.en.orders
    for (const [carrier, tracking, error] of [
      ['DHL', 'javascript://1', errors.tracking.address],
      ['DHL', '12', errors.tracking.number],
      ['DHL', `https://parcel.example/${'x'.repeat(500)}`, errors.tracking.address],
      ['Bote', '00340434161094042557', errors.tracking.carrier],
      ['00340434161094042557', '', errors.tracking.name],
      ['x'.repeat(61), 'https://parcel.example/1', errors.carrier],
    ] as const) {
      const wrong = await press(placed, { intent: 'sent', carrier, tracking })
      expect(wrong.status, tracking).toBe(400)
      expect(field(wrong.text, 'tracking').value).toBe(tracking)
      expect(field(wrong.text, 'carrier').value).toBe(carrier)
      expect(textOf(wrong.text)).toContain(error)
    }
    await press(placed, { intent: 'sent', carrier: 'dhl', tracking: '0034 0434 1610 9404 2557' })
    expect(await find(placed)).toMatchObject({ state: 'fulfilled' })
    // As from another tab, whose fields the page no longer has.
    const late = await press(placed, { intent: 'sent', carrier: 'DHL', tracking: '12' })
    expect(late.status).toBe(409)
    expect(textOf(late.text)).toContain(words.en.orders.moved.fulfilled)
    const own = (await server.ask(linkOf(placed))).text
    const [heading] = elements(own, 'h1')
    expect(heading?.text).toBe('Unterwegs mit DHL')
    const track = elements(own, 'a').find(({ text }) => text === words.de.order.onItsWay.track)
    expect(track?.attributes.href).toMatch(/^https:\/\/www\.dhl\.de\/de\/.*00340434161094042557$/)
    server.clock.forward(60_000)
    await server.runDue()
    const page = textOf((await look(at(placed, '&list=done'))).text)
    for (const said of ['Marked as paid', 'Sent with DHL', 'Shipment: not sent: no mail server']) {
      expect(page).toContain(said)
    }
  })

  test('says what was marked, and undoes it until the e-mail has left', async () => {
    const placed = await sold('bank-transfer', { 'house-coffee': 1 }, { email: 'undo@example.com' })
    const mails = async () => (await mailsIn(server.folder, 'undo@example.com')).length
    const read = async (cookies: string[]) => {
      const flash = cookies.map((each) => each.split(';', 1)[0]).join('; ')
      const { text } = await server.ask(at(placed), { cookie: `${owner.cookie}; ${flash}` })
      const undo = elements(text, 'input').find(({ attributes }) => attributes.name === 'undo')
      return { said: textOf(text), undo: undo?.attributes.value ?? '' }
    }
    const mark = async (intent: string) => {
      const key = keyIn((await look(at(placed))).text)
      return read((await press(placed, { intent, key })).setCookies)
    }
    await server.runDue()
    const before = await mails()
    const paid = await mark('paid')
    expect(paid.said).toContain(words.en.notices.orderPaid)
    server.clock.forward(60_000)
    await server.runDue()
    expect(await mails()).toBe(before)
    for (const undo of ['', '{}', '[]', '{"event":"cancel"}', 'x'.repeat(9_000)]) {
      expect((await press(placed, { intent: 'undo', undo })).status, undo).toBe(400)
    }
    const foreign = await press(placed, { intent: 'undo', undo: paid.undo }, stranger)
    expect(foreign.status).toBe(404)
    const colleague = await server.join(owner.desk, 'colleague')
    const theirs = await press(placed, { intent: 'undo', undo: paid.undo }, colleague)
    expect(theirs.status).toBe(400)
    const undone = await press(placed, { intent: 'undo', undo: paid.undo })
    expect((await read(undone.setCookies)).said).toContain(words.en.notices.orderUndone)
    expect(await find(placed)).toMatchObject({ state: 'awaiting-payment' })
    const again = await press(placed, { intent: 'undo', undo: paid.undo })
    expect((await read(again.setCookies)).said).toContain(words.en.notices.orderUndone)
    server.clock.forward(10 * 60_000)
    await server.runDue()
    expect(await mails()).toBe(before)

    await mark('paid')
    expect((await press(placed, { intent: 'undo', undo: paid.undo })).status).toBe(409)
    const sent = await mark('sent')
    expect(sent.said).toContain(words.en.notices.orderSent)
    server.clock.forward(121_000)
    await server.runDue()
    // Accepted, paid and sent.
    expect(await mails()).toBe(before + 3)
    const late = await press(placed, { intent: 'undo', undo: sent.undo })
    expect(late.status).toBe(409)
    expect(textOf(late.text)).toContain(words.en.orders.errors.late)
    expect(await find(placed)).toMatchObject({ state: 'fulfilled' })
  })

  test('undoes the last step from the page of the order, as anybody of the desk', async () => {
    const colleague = await server.join(owner.desk, 'colleague')
    const undoOn = async (placed: Order, who = colleague) => {
      const { text } = await server.ask(at(placed), { cookie: who.cookie })
      const undo = elements(text, 'input').find(({ attributes }) => attributes.name === 'undo')
      return { key: keyIn(text), undo: undo?.attributes.value }
    }
    const goods = await sold()
    expect((await undoOn(goods)).undo).toBeUndefined()
    await press(goods, { intent: 'paid', key: (await undoOn(goods)).key })
    const { undo: theirs } = await undoOn(goods)
    const { undo: own } = await undoOn(goods, owner)
    expect(own).not.toBe(theirs)
    expect((await press(goods, { intent: 'undo', undo: own ?? '' }, colleague)).status).toBe(400)
    await press(goods, { intent: 'undo', undo: theirs ?? '' }, colleague)
    expect(await find(goods)).toMatchObject({ state: 'awaiting-payment' })
    expect((await undoOn(goods)).undo).toBeUndefined()

    await press(goods, { intent: 'paid', key: (await undoOn(goods)).key })
    server.clock.forward(121_000)
    await server.runDue()
    expect((await undoOn(goods)).undo).toBeUndefined()
    await press(goods, { intent: 'sent', key: (await undoOn(goods)).key })
    expect((await undoOn(goods)).undo).toBeDefined()
    expect(textOf((await look(at(goods))).text)).toContain(words.en.layout.undo)

    const lines = [{ ...exampleLine('plan'), kind: 'plan' as const }]
    const { now } = server.clock
    const dates = { createdAt: now, acceptedAt: now, payableUntil: new Date(now.getTime() + 1e8) }
    const order = exampleOrder('undone', { lines, ...dates })
    const placed = await server.services.orders.place(order, {})
    if (placed.kind !== 'placed') throw new Error(placed.kind)
    const plan = placed.order
    await press(plan, { intent: 'paid', key: (await undoOn(plan)).key })
    expect(await find(plan)).toMatchObject({ state: 'fulfilled' })
    await press(plan, { intent: 'undo', undo: (await undoOn(plan)).undo ?? '' }, colleague)
    expect(await find(plan)).toMatchObject({ state: plan.state })
  })

  test('answers a form that is sent again with other content that nothing was changed', async () => {
    const placed = await sold()
    await press(placed, { intent: 'paid' })
    const key = keyIn((await look(at(placed))).text)
    const send = async (tracking: string) =>
      (await press(placed, { intent: 'sent', key, carrier: 'DHL', tracking })).status
    expect(await send('00340434161094027318')).toBe(303)
    expect(await send('00340434161094027318')).toBe(303)
    expect(await send('00340434161094027319')).toBe(409)
    const refund = async (pieces: string, cents: string) =>
      (await press(placed, { intent: 'refund-now', key, 'pieces-0': pieces, cents })).status
    expect(await refund('1', '790')).toBe(303)
    expect(await refund('1', '790')).toBe(303)
    expect(await refund('2', '1580')).toBe(409)
    expect((await find(placed))?.refunds).toHaveLength(1)
  })

  test('lists by state and finds by number, name, e-mail and reference, in both languages', async () => {
    const placed = await sold()
    for (const language of languages) {
      const numbers = async (query: string) => {
        const { status, text } = await look(localizedPath(`/dashboard/orders?${query}`, language))
        expect(status).toBe(200)
        return [...text.matchAll(/class="who">(\d+)/g)].map(([, number]) => Number(number))
      }
      expect(await numbers('list=to-pay')).toContain(placed.number)
      expect(await numbers('list=done')).not.toContain(placed.number)
      const { reference = '' } =
        server.services.payments['bank-transfer']?.details(placed, legal.bank) ?? {}
      for (const q of [String(placed.number), reference]) {
        expect(await numbers(`q=${q}`)).toEqual([placed.number])
      }
      for (const q of ['kaethe', 'Kundin', placed.email]) {
        expect(await numbers(`q=${encodeURIComponent(q)}`)).toContain(placed.number)
      }
      expect(await numbers('q=nobody')).toEqual([])
    }
  })

  test('refunds by transfer what is chosen, then the rest, and is given what to transfer', async () => {
    const placed = await sold()
    await press(placed, { intent: 'paid', key: keyIn((await look(at(placed))).text) })
    const key = keyIn((await look(at(placed))).text)
    const none = await press(placed, { intent: 'refund', key, 'pieces-0': '0' })
    expect(none.status).toBe(400)
    const much = await press(placed, { intent: 'refund', key, 'pieces-0': '3' })
    expect(much.status).toBe(409)
    expect(much.text).toContain('value="3"')
    const wish = { key, 'pieces-0': '1' }
    const review = await press(placed, { intent: 'refund', ...wish })
    expect(review.status).toBe(200)
    expect(textOf(review.text)).toContain(
      words.en.orders.refundReview.replace('{{amount}}', '€7.90'),
    )
    expect(textOf(review.text)).toContain(`${placed.email} gets an e-mail`)
    expect((await find(placed))?.refunds).toEqual([])
    const changed = await press(placed, { intent: 'refund-now', ...wish, cents: '789' })
    expect(changed.status).toBe(409)
    expect(textOf(changed.text)).toContain(words.en.orders.errors.reviewed)
    const one = { intent: 'refund-now', ...wish, cents: '790' }
    const kinds = await Promise.all([press(placed, one), press(placed, one), press(placed, one)])
    expect(kinds.map(({ status }) => status)).toEqual([303, 303, 303])
    const part = await find(placed)
    expect(part).toMatchObject({ state: 'paid', refunds: [{ amount: 790, state: 'by-hand' }] })
    const { entries } = await server.services.auditLog.list(owner.desk.id, 9)
    const refunded = entries.filter(({ about }) => about === String(part?.number))
    expect(refunded).toMatchObject([
      { event: 'refunded', byUid: owner.desk.ownerUid, priceAfter: 790 },
    ])
    expect(textOf((await look('/de/dashboard/settings/log')).text)).toContain('hat 7,90\u00a0€ für')
    const page = (await look(at(placed))).text
    expect(textOf(page)).toContain('€7.90')
    const due = await server.services.mails.listDue(
      new Date(server.clock.now.getTime() + hour),
      999,
    )
    const mails = due.filter((mail) => 'recordId' in mail && mail.recordId === placed.id)
    // The invoice that a refund corrects waits as long as the payment can be undone.
    expect(mails.slice(-2)).toMatchObject([{ kind: 'order-paid' }, { kind: 'order-refunded' }])
    await refundAll(placed, keyIn(page))
    expect(await find(placed)).toMatchObject({ state: 'refunded' })
    for (const intent of ['refund-all', 'refund-now']) {
      const after = await press(placed, { intent, key: 'another', all: 'on', cents: '1' })
      expect(after.status).toBe(409)
    }
  })

  test('marks a refund as transferred, which is logged, shown to the customer, and undone', async () => {
    const placed = await sold()
    await press(placed, { intent: 'paid', key: keyIn((await look(at(placed))).text) })
    await refundAll(placed, keyIn((await look(at(placed))).text))
    const { orders: said, notices } = words.en
    const customersPage = async () => textOf((await server.ask(linkOf(placed))).text)
    const dueInList = async () =>
      elements((await look('/dashboard/orders')).text, 'span').filter(
        ({ attributes, text }) =>
          attributes.class === 'since long' && text === said.states['refund-due'],
      ).length
    const { 'transfer-due': due, 'transfer-given': given } = words[placed.language].order.backBy
    expect(await customersPage()).toContain(due.text)
    const owed = await dueInList()
    const page = (await look(at(placed))).text
    expect(textOf(page)).toContain(said.markTransferred)
    const [refund] = (await find(placed))?.refunds ?? []
    const form = { intent: 'given-back', key: keyIn(page), refund: refund?.key ?? '' }
    expect((await press(placed, { ...form, refund: 'another' })).status).toBe(409)
    const marked = await press(placed, form)
    expect(marked).toMatchObject({ status: 303, location: at(placed) })
    // Sent again after a lost answer.
    expect((await press(placed, form)).status).toBe(303)
    const after = (await look(at(placed))).text
    expect(textOf(after)).toContain(said.nothing.refunded)
    expect(textOf(after)).toContain(`${said.events['given-back']} €`)
    expect(await customersPage()).toContain(given.heading)
    expect(await customersPage()).not.toContain(due.text)
    expect(await dueInList()).toBe(owed - 1)
    expect((await look(at(placed, '&list=ended'))).text).not.toContain(said.states['refund-due'])
    const undo = elements(after, 'input').find(({ attributes }) => attributes.name === 'undo')
    const undone = await press(placed, { intent: 'undo', undo: undo?.attributes.value ?? '' })
    expect(undone.status).toBe(303)
    expect(await customersPage()).toContain(due.text)
    const { entries } = await server.services.auditLog.list(owner.desk.id, 9)
    const events = entries.filter(({ about }) => about === String(placed.number))
    expect(events.map(({ event }) => event).sort()).toEqual(['givenBack', 'refunded', 'toGiveBack'])
    const flash = `${owner.cookie}; ${cookieNamed(marked, 'flash')}`
    expect(textOf((await server.ask(at(placed), { cookie: flash })).text)).toContain(
      notices.orderGivenBack,
    )
  })

  test('a refund that is still to be transferred is not called paid back to its customer', async () => {
    const email = 'later@example.com'
    await server.ask(`/chat?desk=${owner.desk.publicKey}`, {
      form: { key: randomUUID(), body: 'When does it come?', email },
    })
    const [ticket] = await server.services.tickets.listOfVisitor(owner.desk.id, email, 1)
    const placed = await sold('bank-transfer', { 'house-coffee': 2 }, { email })
    await press(placed, { intent: 'paid', key: keyIn((await look(at(placed))).text) })
    await refundAll(placed, keyIn((await look(at(placed))).text))
    const { refunded, 'refund-due': due } = words.en.orders.states
    for (const path of [
      at(placed),
      `/dashboard/search?q=${placed.number}`,
      `/dashboard/tickets?ticket=${ticket?.number}`,
    ]) {
      const shown = textOf((await look(path)).text)
      expect(shown, path).toContain(due)
      expect(shown, path).not.toContain(refunded)
    }
    const sheet = textOf((await look(`/de${at(placed, '&print=invoice')}`)).text)
    expect(sheet).toContain(words.de.order.corrected.split(/\{\{\w+\}\}/)[1])
    expect(sheet).not.toContain('erstattet')
  })

  test('corrects the invoice with each refund: what is taken off, the total before and after', async () => {
    const placed = await sold()
    await press(placed, { intent: 'paid', key: keyIn((await look(at(placed))).text) })
    const say = words.de.order
    const sheets = async () => {
      const paths = [`/de${at(placed, '&print=invoice')}`, `${linkOf(placed)}&invoice`]
      return Promise.all(paths.map(async (path) => elements((await look(path)).text, 'tr')))
    }
    const amounts = (rows: { text: string }[], label: string) =>
      rows.flatMap(({ text }) =>
        text.startsWith(label) ? text.slice(label.length).replaceAll('\u00a0', ' ') : [],
      )
    for (const rows of await sheets()) {
      expect(amounts(rows, say.total)).toEqual(['20,70 €'])
      expect(amounts(rows, say.totalAfter)).toEqual([])
    }
    const part = { key: 'part', 'pieces-0': '1', cents: '790' }
    expect((await press(placed, { intent: 'refund-now', ...part })).status).toBe(303)
    for (const rows of await sheets()) {
      // Nowhere does the old total stand as the one that counts.
      expect(amounts(rows, say.total).filter((text) => /^\d/.test(text))).toEqual([])
      expect(amounts(rows, say.totalBefore)).toEqual(['20,70 €', '20,70 €'])
      expect(amounts(rows, '1 × ')).toEqual([expect.stringContaining('7,90 €')])
      expect(amounts(rows, say.totalAfter)).toEqual(['12,80 €'])
    }
    await refundAll(placed, 'rest')
    for (const rows of await sheets()) {
      expect(amounts(rows, say.goesBack)).toEqual(['7,90 €', '12,80 €'])
      expect(amounts(rows, say.totalAfter)).toEqual(['0,00 €'])
    }
    const notice = textOf((await look(`/de${at(placed, '&print=invoice')}`)).text)
    expect(notice.replaceAll('\u00a0', ' ')).toContain('0,00 € statt 20,70 €')
  })

  test('refunds at Stripe by itself, and asks again where it gave no answer', async () => {
    const placed = await sold('stripe')
    expect((await press(placed, { intent: 'paid' })).status).toBe(409)
    stripe.fail(500)
    const key = keyIn((await look(at(placed))).text)
    const wish = { key, 'pieces-0': '1', shipping: 'on', cents: '1280' }
    const silent = await press(placed, { intent: 'refund-now', ...wish })
    expect(silent.status).toBe(503)
    expect(silent.headers.get('Retry-After')).toBe('60')
    expect(textOf(silent.text)).toContain(words.en.orders.refundAgain)
    await press(placed, { intent: 'refund-again', key })
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([790 + 490])
    await press(placed, { intent: 'refund-again', key: 'never' })
    await refundAll(placed, 'rest')
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([790 + 490, 790])
    expect(await find(placed)).toMatchObject({ state: 'refunded' })
    expect(stripe.refusals).toEqual([])
  })

  test('cancels what is unpaid, once', async () => {
    const placed = await sold()
    expect((await press(placed, { intent: 'cancel' })).status).toBe(303)
    expect(await find(placed)).toMatchObject({
      state: 'cancelled',
      history: [{ event: 'payment-begins' }, { event: 'cancel', by: 'shop' }],
    })
    expect((await press(placed, { intent: 'cancel' })).status).toBe(409)
  })

  test('prints the packing slip without prices, and the invoice in the customer’s words', async () => {
    const placed = await sold()
    await press(placed, { intent: 'paid' })
    const slip = textOf((await look(at(placed, '&print=packing-slip'))).text)
    expect(slip).toContain('Käthe Kundin')
    expect(slip).not.toContain('€')
    // From the English room to the German customer's sheet, and back.
    const room = (await look(at(placed))).text
    const sheets = linksIn(room).filter((href) => href.includes('print='))
    expect(sheets.map((href) => href.split('?', 1)[0])).toEqual([
      '/de/dashboard/orders',
      '/de/dashboard/orders',
    ])
    const invoice = await look(sheets[1] ?? '')
    expect(textOf(invoice.text)).toMatch(/Rechnung R\d{5}/)
    expect(textOf(invoice.text)).toContain(words.de.order.print)
    expect(textOf(invoice.text)).toContain(words.de.order.printHint)
    expect(linksIn(invoice.text)).toContain(at(placed))
  })

  test('downloads what was booked, with net and VAT by rate, for a German and an English table', async () => {
    const year = server.clock.now.toISOString().slice(0, 4)
    const table = async (language: 'en' | 'de') => {
      const path = localizedPath(`/dashboard/orders/csv?period=${year}`, language)
      const { status, text, headers } = await look(path)
      expect(status).toBe(200)
      expect(headers.get('Content-Type')).toContain('text/csv')
      return text.replace('\uFEFF', '').trim().split('\r\n')
    }
    const [head, first] = await table('de')
    expect(head).toBe(
      '"Datum";"Bestellung";"Rechnung";"Status";"Zahlungsart";"Land";"Netto 7 %";"USt 7 %";"Brutto";"Währung"',
    )
    expect(first).toMatch(
      /^"\d\d\.\d\d\.\d{4}";\d{4};"R00001";"bezahlt";"Überweisung";"DE";\d+,\d\d;\d+,\d\d;20,70;"EUR"$/,
    )
    const lines = await table('en')
    expect(lines[0]).toContain('"Net 7%","VAT 7%","Gross"')
    expect(lines.filter((line) => line.includes('"refunded"')).length).toBeGreaterThan(1)
    expect(lines.some((line) => line.includes('-7.90,"EUR"'))).toBe(true)
    const { bookings } = await server.services.orders.listBookings(new Date(0), new Date(9e12), 99)
    expect(lines).toHaveLength(bookings.length + 1)
    expect((await look('/dashboard/orders/csv?period=13')).status).toBe(404)
  })

  test('says in the review when a refunded plan ends, and nothing of it for goods', async () => {
    const { now } = server.clock
    const plan = {
      ...exampleLine('plan'),
      interval: 'month' as const,
      grants: { savedReplies: 80 },
    }
    for (const [name, lines] of Object.entries({ plan: [plan], goods: [exampleLine('bell')] })) {
      const order = exampleOrder(`refund-${name}`, {
        ...{ uid: owner.desk.ownerUid, deskId: owner.desk.id, lines, createdAt: now },
        ...{ acceptedAt: now, payableUntil: new Date(now.getTime() + 86_400_000) },
      })
      const placed = await server.services.orders.place(order, {})
      if (placed.kind !== 'placed') throw new Error(placed.kind)
      await press(placed.order, { intent: 'paid' })
      const key = keyIn((await look(at(placed.order))).text)
      const { text } = await press(placed.order, { intent: 'refund-all', key })
      expect(textOf(text)).toContain(words.en.orders.refundNow.replace('{{amount}}', '€16.80'))
      expect(textOf(text).includes(words.en.orders.refundPlan)).toBe(name === 'plan')
    }
  })

  test('prepares what is picked up, and tells its customer when it is ready', async () => {
    const placed = await sold('bank-transfer', { 'house-coffee': 1 }, { delivery: 'pickup' })
    await press(placed, { intent: 'paid' })
    const { picksUp, markReady, pickedUpBy, ready, mailStates } = words.en.orders
    const when = words.en.orders.noDay
    const page = textOf((await look(at(placed))).text)
    for (const said of [picksUp.replace('{{when}}', when), markReady, 'Käthe Kundin']) {
      expect(page).toContain(said)
    }
    expect(page).not.toContain(words.en.orders.addTracking)
    const slip = textOf((await look(at(placed, '&print=packing-slip'))).text)
    expect(slip).toContain(pickedUpBy.replace('{{name}}', 'Käthe Kundin').replace('{{when}}', when))
    await press(placed, { intent: 'sent' })
    // It does not read as done before it is picked up.
    const { states, markTaken } = words.en.orders
    const list = (await look('/dashboard/orders?list=done')).text
    const line = elements(list, 'a').find(({ attributes: { href = '' } }) =>
      href.includes(`order=${placed.number}`),
    )
    expect(line?.text).toContain(states.ready)
    expect(line?.text).not.toContain(states.fulfilled)
    expect(textOf((await look(at(placed))).text)).toContain(markTaken)
    const { order: said } = words[placed.language]
    const own = textOf((await server.ask(linkOf(placed))).text)
    expect(own).toContain(said.pickups.ready.heading)
    expect(own).toContain(said.byMail.invoice.replace('{{email}}', placed.email))
    server.clock.forward(60_000)
    await server.runDue()
    const done = textOf((await look(at(placed))).text)
    // The test server has no mail server.
    expect(done).toContain(`${ready}: ${mailStates.unsent}`)
    expect(done).not.toContain(words.en.orders.mailKinds['order-sent'])
    const form = { name: 'Käthe', contract: String(placed.number), email: placed.email }
    const { location } = await server.ask('/de/withdrawal?withdraw', { form })
    await server.ask(location, { form: {} })
    const withdrawn = textOf((await server.ask(linkOf(placed))).text)
    expect(withdrawn).toContain(said.heading.withdrawn)
    for (const over of [said.pickupAt, said.pickups.ready.heading]) {
      expect(withdrawn).not.toContain(over)
    }
  })

  test('records that what was paid is picked up, once, until that is undone', async () => {
    const how = { delivery: 'pickup', email: 'abgeholt@example.com' }
    const placed = await sold('bank-transfer', { 'house-coffee': 1 }, how)
    await press(placed, { intent: 'paid' })
    expect((await press(placed, { intent: 'picked-up' })).status).toBe(409)
    await press(placed, { intent: 'sent' })
    server.clock.forward(60_000)
    const { text } = await look(at(placed))
    const form = { intent: 'picked-up', key: keyIn(text) }
    for (let sent = 0; sent < 2; sent++) expect((await press(placed, form)).status).toBe(303)
    expect(await find(placed)).toMatchObject({ state: 'fulfilled', fulfilledAt: server.clock.now })
    const { orders, order: own } = { ...words.en, order: words[placed.language].order }
    const page = (await look(at(placed))).text
    const happened = textOf(page.split('class="happened"')[1] ?? '')
    expect(happened.split(orders.fulfilled['picked-up'])).toHaveLength(2)
    expect(textOf(page)).toContain(orders.nothing.fulfilled)
    expect(textOf(page)).not.toContain(orders.markTaken)
    const customers = async () => textOf((await server.ask(linkOf(placed))).text)
    expect(await customers()).toContain(own.heading.fulfilled)
    expect(await customers()).not.toContain(own.pickupAt)
    const undo = elements(page, 'input').find(({ attributes }) => attributes.name === 'undo')
    await press(placed, { intent: 'undo', undo: undo?.attributes.value ?? '' })
    expect(textOf((await look(at(placed))).text)).toContain(orders.markTaken)
    expect(await customers()).toContain(own.pickups.ready.heading)
    expect((await mailsIn(server.folder, 'abgeholt@example.com')).length).toBeLessThan(4)
  })

  test('prepares what is paid on pick-up once it is confirmed, and hands it over for money', async () => {
    const onPickup = { delivery: 'pickup', email: 'abholerin@example.com' }
    const placed = await sold('on-pickup', { 'house-coffee': 1 }, onPickup)
    expect(placed).toMatchObject({ state: 'created', payment: 'on-pickup' })
    const { orders } = words.en
    const before = textOf((await look(at(placed))).text)
    expect(before).toContain(orders.toConfirmText)
    expect(before).not.toContain(orders.markReady)
    server.clock.forward(60_000)
    await server.runDue()
    const [mailed] = await mailsIn(server.folder, placed.email)
    const link = /https?:\S+order=[\w.-]+/.exec(mailed?.text ?? '')?.[0] ?? ''
    const { pathname, search } = new URL(link)
    expect(mailed?.text).toContain(words.de.order.confirm)
    await server.ask(pathname + search)
    expect(await find(placed)).toMatchObject({ state: 'created' })
    const { location } = await server.ask(pathname + search, { form: { intent: 'confirm' } })
    await giveAllBack()
    // To be paid when it is picked up, so nothing says that it was paid.
    const overview = textOf((await look('/dashboard')).text)
    const [, line = ''] = overview.split(`${placed.number} · `)
    expect(line.slice(0, 60)).toContain(words.en.overview.paysOnPickup)
    expect(textOf((await server.ask(location)).text)).toContain(
      words.de.order.heading['to-prepare'],
    )
    const confirmed = textOf((await look(at(placed))).text)
    for (const said of [orders.toPrepare, orders.markReady, orders.markPickedUp]) {
      expect(confirmed).toContain(said)
    }
    expect((await look('/dashboard/orders')).text).toContain(`order=${placed.number}`)
    await press(placed, { intent: 'sent' })
    expect(await find(placed)).toMatchObject({ state: 'ready' })
    const own = await server.ask(location)
    const waiting = textOf(own.text)
    expect(waiting).toContain(words.de.order.heading.ready)
    expect(waiting).not.toContain(words.de.order.pay)
    // What is next comes first.
    expect(own.text).toMatch(/id="pickup".*id="bill"/s)
    expect(own.text).not.toMatch(/id="bill".*id="pickup"/s)
    expect((await press(placed, { intent: 'paid' })).status).toBe(303)
    expect(await find(placed)).toMatchObject({ state: 'fulfilled', paidAt: server.clock.now })
    expect(textOf((await server.ask(location)).text)).toContain(words.de.order.heading.fulfilled)
    const page = (await look(at(placed))).text
    // Ready once; what ended the order was the hand-over.
    const happened = textOf(page.split('class="happened"')[1] ?? '')
    expect(happened.split(orders.fulfilled.pickup)).toHaveLength(2)
    expect(happened).toMatch(
      new RegExp(`${orders.events.markedPaid}.*${orders.fulfilled['picked-up']}`),
    )
    await refundAll(placed, keyIn(page))
    const back = orders.giveBack.split('{{amount}}')[0] ?? '-'
    expect(textOf((await look(at(placed))).text)).toContain(back)
  })

  test('keeps what is paid on pick-up until its day has come, however far off that is', async () => {
    const day = new Date(server.clock.now.getTime() + 40 * 86_400_000).toISOString().slice(0, 10)
    const onPickup = { delivery: 'pickup', email: 'hochzeit@example.com', day }
    const placed = await sold('on-pickup', { 'house-coffee': 1 }, onPickup)
    await proveOrder(server.services, { id: placed.id }, server.clock.now, {})
    for (const [days, state] of [
      [40, 'to-prepare'],
      [13, 'to-prepare'],
      [3, 'expired'],
    ] as const) {
      server.clock.forward(days * 86_400_000)
      await server.runDue()
      expect(await find(placed)).toMatchObject({ state })
    }
    // Nothing was to be paid before.
    const own = textOf((await server.ask(linkOf(placed))).text)
    const { order } = words[placed.language]
    expect(own).toContain(order.text.uncollected)
    expect(own).not.toContain(order.text.expired)
  })
})

const now = new Date('2027-01-15T12:00:00Z')

test('The bookkeeper’s months begin with that of the first booking', () => {
  const of = (first?: Date) => periods(now, 'en', first).map(({ key }) => key)
  expect(of(new Date('2026-12-31T23:30:00Z'))).toEqual(['2027-01', '2027'])
  expect(of(new Date('2026-12-31T12:00:00Z'))).toEqual(['2027-01', '2026-12', '2027', '2026'])
  expect(of()).toEqual(['2027-01', '2027'])
})

test('The bookkeeper’s months come newest first, and their years after them', () => {
  const keys = periods(now, 'en', new Date('2024-05-01')).map(({ key }) => key)
  const months = keys.filter((key) => key.includes('-'))
  expect(months.slice(0, 3)).toEqual(['2027-01', '2026-12', '2026-11'])
  expect(months).toEqual(months.toSorted().reverse())
  expect(keys.slice(months.length)).toEqual(['2027', '2026', '2025'])
})

test('A withdrawal reaches the shop with its order and the day by which the money is due', async () => {
  const server = await openTestServer()
  const owner = await server.signUp()
  const cookie = await fillCart(server, { 'house-coffee': 1 })
  await order(server, cookie, await openCheckout(server, cookie))
  const at = '/dashboard/orders?order=1001'
  const look = async () => (await server.ask(at, owner)).text
  await server.ask(at, { ...owner, form: { intent: 'paid' } })
  const email = (await server.services.orders.find({ number: 1_001 }))?.email ?? ''
  const form = { name: 'Lena Köhler', contract: '1001', email }
  const { location } = await server.ask('/de/withdrawal?withdraw', { form })
  await server.ask(location, { form: {} })
  const in14 = new Date(server.clock.now.getTime() + 14 * 24 * hour)
  const due = formatFullDate(in14, 'en', shopTimeZone)
  server.clock.forward(3 * 60_000)
  await server.runDue()
  const letters = await mailsIn(server.folder, owner.email)
  const letter = letters.find(({ subject }) => subject === 'Lena Köhler withdraws: order 1001')
  const text = letter?.text?.replace(/\s+/g, ' ') ?? ''
  const said = words.en.mails.withdrawal.refund.replace('{{order}}', '1001').replace('{{day}}', due)
  expect(text).toContain(said.replace(/\s+/g, ' '))
  expect(text).toContain(at)
  expect(text).toContain('/dashboard/tickets?ticket=1')

  // The refund is open, and the one filled step.
  const shown = await look()
  expect(shown).toMatch(/<details open=""><summary>Refund</)
  const filled = elements(shown, 'button').filter(
    ({ attributes }) => attributes.class === 'button main' && attributes.form === undefined,
  )
  expect(filled.map(({ attributes }) => attributes.value)).toEqual(['refund-all'])
  await server.close()
})
