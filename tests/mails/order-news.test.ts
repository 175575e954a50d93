import { describe, expect, it } from 'vitest'
import type { Notifications } from '~/domain/accounts/notifications'
import { recordPayment } from '~/domain/shop/order-payment'
import { proveOrder } from '~/domain/shop/order-reservations'
import { cancelOrder, placeOrder } from '~/domain/shop/order-work'
import type { NewOrder } from '~/domain/shop/orders'
import type { PaymentServices } from '~/domain/shop/payments'
import { exampleOrder as order } from '../contracts/examples'
import { hour, mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

const bank = { close: async () => ({ kind: 'over' }) } as unknown as NonNullable<
  PaymentServices['bank-transfer']
>

describe('the shop owner’s e-mails about orders', () => {
  useMailDesk()

  const place = (key: string, changes: Partial<NewOrder> = {}, proven = true) => {
    const dates = { createdAt: mailDesk.now, acceptedAt: mailDesk.now }
    const payableUntil = new Date(mailDesk.now.getTime() + 24 * hour)
    const placed = order(key, { ...dates, payableUntil, ...changes })
    return placeOrder(mailDesk.orders, placed, proven ? {} : { bell: 3 }, proven, mailDesk.desk.id)
  }
  const notify = (order: Notifications['events']['order'], quiet?: Notifications['quiet']) =>
    mailDesk.accounts.setNotifications('ada', {
      events: { ticket: 'now', message: 'now', order },
      quiet,
    })

  /** The subjects of what came to the owner after so long. */
  async function sentAfter(milliseconds: number) {
    mailDesk.forward(milliseconds)
    await mailDesk.round()
    return server.received
      .filter(({ to }) => to.includes('ada@example.com'))
      .map(({ mail }) => mail.subject?.replace(/\u00a0/g, ' '))
  }

  it('go to each member of the shop’s desk who wants them, once', async () => {
    await mailDesk.join('cleo')
    await mailDesk.join('dora')
    const off = { ticket: 'now', message: 'now', order: 'off' } as const
    await mailDesk.accounts.setNotifications('dora', { events: off })
    await place('a')
    for (const wait of [0, 0, minute, hour]) await sentAfter(wait)
    const news = server.received.filter(({ mail }) => /1001: /.test(mail.subject ?? ''))
    const sent = () => news.map(({ to }) => to.join()).sort()
    expect(sent()).toEqual(['ada@example.com', 'cleo@example.com'])
  })

  it('come at once for an order by transfer, once, however often the form is sent', async () => {
    const note = 'Bitte klingeln.'
    await Promise.all([place('a', { note }), place('a', { note }), place('a', { note })])
    expect(await sentAfter(0)).toEqual(['Bestellung 1001: 16,80 €, noch zu zahlen'])
    const text = server.received.find(({ to }) => to.includes('ada@example.com'))?.mail.text
    expect(text).toContain('https://counter.example/de/dashboard/orders?order=1001')
    expect(text).toContain('K hat am')
    expect(text).toContain('direkt an kundin@example.com')
    expect(text).toContain(note)
    await recordPayment(mailDesk.orders, { number: 1_001 }, undefined, mailDesk.now)
    for (const wait of [minute, hour, 24 * hour]) expect(await sentAfter(wait)).toHaveLength(1)
  })

  it('wait until an order by transfer is confirmed, and then say that it is to be paid', async () => {
    await place('a', {}, false)
    await place('b', {}, false)
    for (const wait of [0, minute, hour]) expect(await sentAfter(wait)).toEqual([])
    const scope = { number: 1_001 }
    const proven = await proveOrder(mailDesk, scope, mailDesk.now, { bell: 3 })
    expect(proven.kind).toBe('moved')
    expect(await sentAfter(30 * minute)).toEqual(['Bestellung 1001: 16,80 €, noch zu zahlen'])
    await cancelOrder(
      { ...mailDesk, payments: { 'bank-transfer': bank } },
      { number: 1_002 },
      { customer: true, siteDesk: mailDesk.desk.id },
      mailDesk.now,
    )
    for (const wait of [hour, 24 * hour]) expect(await sentAfter(wait)).toHaveLength(1)
  })

  it('come at once for an order that no e-mail asks to confirm', async () => {
    const placed = order('a', { createdAt: mailDesk.now, acceptedAt: mailDesk.now })
    await placeOrder(mailDesk.orders, placed, { bell: 3 }, false, mailDesk.desk.id, false)
    expect(await sentAfter(0)).toEqual(['Bestellung 1001: 16,80 €, noch nicht bestätigt'])
  })

  it('wait for the money of orders paid elsewhere, and leave out those never paid', async () => {
    await place('paid', { payment: 'stripe' })
    await place('ended', { payment: 'stripe' })
    expect(await sentAfter(hour)).toEqual([])
    const received = { amount: 1_680, currency: 'EUR', providerRef: 'cs_1' }
    await recordPayment(mailDesk.orders, { number: 1_001 }, received, mailDesk.now)
    await cancelOrder(
      { ...mailDesk, payments: {} },
      { number: 1_002 },
      { customer: true },
      mailDesk.now,
    )
    expect(await sentAfter(5 * minute)).toEqual(['Bestellung 1001: 16,80 €, bezahlt'])
    expect(await sentAfter(24 * hour)).toHaveLength(1)
  })

  it('says once that a customer cancelled, to both, however often it is pressed', async () => {
    await place('a')
    expect(await sentAfter(0)).toHaveLength(1)
    const cancel = () =>
      cancelOrder(
        { ...mailDesk, payments: { 'bank-transfer': bank } },
        { number: 1_001 },
        { customer: true, siteDesk: mailDesk.desk.id },
        mailDesk.now,
      )
    const kinds = (await Promise.all([cancel(), cancel(), cancel()])).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['moved', 'refused', 'refused'])
    expect(await sentAfter(0)).toEqual([
      'Bestellung 1001: 16,80 €, noch zu zahlen',
      'Bestellung 1001: 16,80 €, storniert',
    ])
    const theirs = server.received.filter(({ to }) => to.includes('kundin@example.com'))
    expect(theirs.map(({ mail }) => mail.subject)).toContain('Storniert: Ihre Bestellung Nr. 1001')
    for (const wait of [minute, hour, 24 * hour]) expect(await sentAfter(wait)).toHaveLength(2)
    expect(server.received.filter(({ to }) => to.includes('kundin@example.com'))).toHaveLength(2)
  })

  it('wait for the end of quiet hours, then come as one', async () => {
    // It is noon.
    await notify('now', { from: '11:00', to: '18:00' })
    await place('a')
    expect(await sentAfter(hour)).toEqual([])
    await place('b')
    await place('c')
    expect(await sentAfter(5 * hour - minute)).toEqual([])
    expect(await sentAfter(minute)).toEqual(['3 neue Bestellungen'])
    expect(server.received.at(-1)?.mail.replyTo).toBeUndefined()
    expect(server.received.at(-1)?.mail.text).toContain('Antworten liest niemand')
    expect(await sentAfter(24 * hour)).toHaveLength(1)
    await place('d')
    expect(await sentAfter(0)).toHaveLength(2)
  })

  it('call orders new only where none of them was cancelled', async () => {
    await notify('now', { from: '11:00', to: '18:00' })
    for (const key of ['a', 'b']) {
      await place(key)
      await sentAfter(minute)
    }
    await cancelOrder(
      { ...mailDesk, payments: { 'bank-transfer': bank } },
      { number: 1_002 },
      { customer: true, siteDesk: mailDesk.desk.id },
      mailDesk.now,
    )
    expect(await sentAfter(6 * hour)).toEqual(['Neues zu 2 Bestellungen'])
  })

  it('wait for the digest, or are off, as chosen', async () => {
    await notify('digest')
    await place('a')
    expect(await sentAfter(19 * hour)).toEqual([])
    await place('b')
    expect(await sentAfter(hour)).toEqual(['2 neue Bestellungen'])
    expect(await sentAfter(24 * hour)).toHaveLength(1)
    await notify('off')
    await place('c')
    expect(await sentAfter(48 * hour)).toHaveLength(1)
  })

  it('writes to nobody whose address is not confirmed', async () => {
    const ada = await mailDesk.accounts.find('ada')
    if (ada) await mailDesk.accounts.save({ ...ada, emailVerified: false })
    await place('a')
    expect(await sentAfter(hour)).toEqual([])
  })
})
