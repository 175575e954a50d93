import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withdrawalIn } from '../../app/domain/shop/order-history'
import { type OrderListName, orderSearch } from '../../app/domain/shop/order-lists'
import { changeMailbox } from '../../app/domain/shop/order-mailbox'
import { recordPayment } from '../../app/domain/shop/order-payment'
import { giveBack, refundOrder } from '../../app/domain/shop/order-refunds'
import { acceptOrder, proveOrder } from '../../app/domain/shop/order-reservations'
import { readOrderUndo, undoOf, undoStep } from '../../app/domain/shop/order-undo'
import { dismissWithdrawal, noteWithdrawal } from '../../app/domain/shop/order-withdrawal'
import {
  cancelOrder,
  endReservations,
  expireOrders,
  fulfilOrder,
  placeOrder,
} from '../../app/domain/shop/order-work'
import type { Address, NewOrder } from '../../app/domain/shop/orders'
import type { PaymentServices } from '../../app/domain/shop/payments'
import type { RefundWish } from '../../app/domain/shop/refunds'
import type { Stores } from '../../app/domain/stores'
import {
  eraseAccount,
  exampleLine as line,
  minute,
  type OpenStores,
  exampleOrder as order,
  twoDesks,
  writers,
} from './examples'

const declared = { bell: 5, cup: 2 }

/** A service that pays back once a key, and counts the cents. */
function payingBack(answer: 'refunded' | 'by-hand' | 'refused' | 'unreachable' = 'refunded') {
  const paid = new Map<string, number>()
  const service = {
    close: async () => ({ kind: 'over' as const }),
    async refund(_: unknown, { key, amount }: { key: string; amount: number }) {
      if (answer === 'refunded') paid.set(key, amount)
      return answer
    },
  }
  const payments = { 'bank-transfer': service } as unknown as PaymentServices
  return { payments, paid }
}

/** What the shop's owner does and looks at: part of what `orderStoreContract` asks. */
export function orderWorkContract(name: string, open: OpenStores) {
  describe(`the work on orders in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const place = (key: string, changes: Partial<NewOrder> = {}) =>
      stores.orders.place(order(key, changes), declared)
    const pay = (number: number, at = 5) =>
      recordPayment(stores.orders, { number }, undefined, minute(at))
    const send = (number: number) => fulfilOrder(stores.orders, { number }, {}, minute(6))
    const refund = (wish: RefundWish, key: string, { payments } = payingBack(), at = 7) =>
      refundOrder({ ...stores, payments }, { number: 1_001 }, wish, key, minute(at))
    const find = (number = 1_001) => stores.orders.find({ number })
    const numbers = async (list: OrderListName, limit = 9, after?: number) => {
      const { orders, next } = await stores.orders.list(list, limit, after)
      return [...orders.map(({ number }) => number), ...(next ? ['next'] : [])]
    }

    /** One order in each state that the owner can bring about: 1001 and 1002 to send. */
    async function placeEach() {
      for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await place(key, { lines: [line('gift')] })
      for (const number of [1_001, 1_002, 1_003, 1_004]) await pay(number)
      await send(1_003)
      await refundOrder({ ...stores, ...payingBack() }, { number: 1_004 }, 'all', 'k', minute(7))
      await cancelOrder(
        { ...stores, ...payingBack() },
        { number: 1_005 },
        { shop: true },
        minute(7),
      )
    }

    test('each list holds its states in its order, page by page, and the counts are kept', async () => {
      await placeEach()
      expect(await numbers('to-send')).toEqual([1_001, 1_002])
      expect(await numbers('to-send', 1)).toEqual([1_001, 'next'])
      expect(await numbers('to-send', 1, 1_001)).toEqual([1_002])
      expect(await numbers('to-pay')).toEqual([1_006])
      expect(await numbers('done')).toEqual([1_003])
      expect(await numbers('ended')).toEqual([1_005, 1_004])
      expect(await numbers('ended', 1)).toEqual([1_005, 'next'])
      expect(await numbers('ended', 1, 1_005)).toEqual([1_004])
      expect(await numbers('all', 3)).toEqual([1_006, 1_005, 1_004, 'next'])
      expect(await numbers('all', 3, 1_004)).toEqual([1_003, 1_002, 1_001])
      expect(await stores.orders.count()).toEqual({
        created: 1,
        'to-accept': 0,
        'awaiting-payment': 0,
        'to-prepare': 0,
        ready: 0,
        paid: 2,
        fulfilled: 1,
        cancelled: 1,
        expired: 0,
        refunded: 1,
        'refund-due': 0,
        withdrawn: 0,
      })
    })

    test('a refund that is due is to do, and nothing else, until it is given back', async () => {
      for (const key of ['a', 'b', 'c', 'd']) await place(key, { lines: [line('gift', 2)] })
      for (const number of [1_001, 1_002, 1_003, 1_004]) await pay(number)
      for (const number of [1_002, 1_003]) await send(number)
      const bank = payingBack('by-hand')
      const part = { pieces: { gift: 1 }, shipping: false }
      const byHand = (number: number, wish: RefundWish) =>
        refundOrder({ ...stores, ...bank }, { number }, wish, `key ${number}`, minute(7))
      await byHand(1_001, part)
      await byHand(1_002, part)
      await byHand(1_004, 'all')
      const counted = async () => {
        const counts = await stores.orders.count()
        return [counts['refund-due'], counts.paid, counts.fulfilled, counts.refunded]
      }
      expect(await numbers('to-send')).toEqual([1_001, 1_002, 1_004])
      expect(await numbers('to-send', 2)).toEqual([1_001, 1_002, 'next'])
      expect(await numbers('to-send', 2, 1_002)).toEqual([1_004])
      expect([await numbers('done'), await numbers('ended')]).toEqual([[1_003], []])
      expect(await numbers('all')).toEqual([1_004, 1_003, 1_002, 1_001])
      expect(await counted()).toEqual([3, 0, 1, 0])
      for (const number of [1_001, 1_002, 1_004])
        await giveBack(stores.orders, { number }, `key ${number}`, minute(8), 'form')
      expect(await numbers('to-send')).toEqual([1_001])
      expect([await numbers('done'), await numbers('ended')]).toEqual([[1_003, 1_002], [1_004]])
      expect(await counted()).toEqual([0, 1, 2, 1])
      const step = readOrderUndo((await find(1_004))?.history.at(-1)?.undo ?? '')
      if (!step) throw new Error('It cannot be undone')
      await undoStep(stores.orders, { number: 1_004 }, step, minute(9))
      expect(await numbers('to-send')).toEqual([1_001, 1_004])
      expect(await counted()).toEqual([1, 1, 2, 0])
    })

    test('what is paid on pick-up is to do once confirmed, then waits, and is done when it is paid', async () => {
      const [desk] = await twoDesks(stores)
      const sent = order('a', { payment: 'on-pickup', lines: [line('gift')] })
      await placeOrder(stores.orders, sent, declared, false, desk.id)
      const kept = new Date(sent.createdAt.getTime() + 60 * 60_000)
      expect(await find()).toMatchObject({ state: 'created', reservedUntil: kept })
      expect(await numbers('to-send')).toEqual([])
      const confirm = () => proveOrder(stores, { number: 1_001 }, minute(4), declared)
      expect(await confirm()).toMatchObject({ kind: 'moved', order: { state: 'to-prepare' } })
      expect((await confirm()).kind).toBe('refused')
      expect(await numbers('to-send')).toEqual([1_001])
      await send(1_001)
      expect(await numbers('to-pay')).toEqual([1_001])
      await pay(1_001, 8)
      expect(await find()).toMatchObject({ state: 'fulfilled', paidAt: minute(8) })
      expect((await find())?.history.map(({ event, by }) => [event, by])).toEqual([
        ['confirm', 'customer'],
        ['fulfil', 'shop'],
        ['payment-arrives', 'shop'],
        ['fulfil', 'shop'],
      ])
      const mails = await stores.mails.listByRecord('order-a', 9)
      const kinds = mails.map(({ kind }) => kind).sort()
      expect(kinds).toEqual([
        'order-accepted',
        'order-news',
        'order-paid',
        'order-received',
        'order-sent',
      ])
    })

    test('what no e-mail asks its customer to confirm is to do until the shop accepts it', async () => {
      const standing = async () => Object.entries(await stores.orders.count()).filter(([, n]) => n)
      for (const payment of ['bank-transfer', 'on-pickup'] as const) {
        const sent = order(payment, { payment, lines: [line('bell')] })
        await placeOrder(stores.orders, sent, declared, false, undefined, false)
      }
      expect([await numbers('to-send'), await numbers('to-pay')]).toEqual([[1_001, 1_002], []])
      expect(await standing()).toEqual([['to-accept', 2]])
      const accept = (number: number) =>
        acceptOrder(stores.orders, { number }, minute(4), declared, 'form')
      expect(await accept(1_001)).toMatchObject({ kind: 'moved', order: { state: 'created' } })
      expect(await accept(1_002)).toMatchObject({ kind: 'moved', order: { state: 'to-prepare' } })
      expect((await accept(1_002)).kind).toBe('refused')
      expect([await numbers('to-send'), await numbers('to-pay')]).toEqual([[1_002], [1_001]])
      expect((await find(1_001))?.history.map(({ event, by }) => [event, by])).toEqual([
        ['unmailed', 'shop'],
        ['confirm', 'shop'],
      ])
      expect((await find(1_001))?.reservedUntil).toBeUndefined()
    })

    test.each(['to-prepare', 'ready'] as const)(
      'nobody picks up what is %s: it expires',
      async (state) => {
        const sent: Partial<NewOrder> = {
          payment: 'on-pickup',
          lines: [line('bell')],
          payableUntil: minute(20),
        }
        await place('a', sent)
        await stores.orders.move({ number: 1_001 }, () => ({ state }))
        await expireOrders(
          { ...stores, payments: {} },
          () => minute(21),
          async () => true,
        )
        expect(await find()).toMatchObject({ state: 'expired' })
        expect(await stores.orders.stockLeft(declared)).toEqual(declared)
      },
    )

    test('the counts are right after many moves at once, and after an account is erased', async () => {
      await twoDesks(stores)
      const lines = [line('gift')]
      await Promise.all(['a', 'b', 'c', 'd'].map((key) => place(key, { uid: 'ada', lines })))
      await Promise.all([1_001, 1_002, 1_003, 1_001].map((number) => pay(number)))
      expect(await stores.orders.count()).toMatchObject({ created: 1, paid: 3 })
      await stores.orders.move({ number: 1_002 }, () => ({ state: 'fulfilled' }))
      await eraseAccount(stores, 'ada')
      expect(await stores.orders.count()).toMatchObject({ created: 1, paid: 2, fulfilled: 0 })
    })

    test('an order is found by its words, within them where the store can, and by its whole numbers', async () => {
      const address: Address = {
        name: 'Jörg Müller-Lüdenscheidt',
        street: 'Am Weiher 9',
        line2: 'c/o Blum',
        postcode: '50667',
        city: 'Köln',
        country: 'DE',
      }
      const scarf = line('cup', 1, { title: { en: 'Wool scarf', de: 'Wollschal' } })
      await place('a', { address, lines: [scarf] })
      await place('b', { email: 'jule@example.org' })
      await pay(1_002)
      await stores.orders.move({ number: 1_002 }, () => ({ providerRef: 'cs_test_A1b2' }))
      const found = async (typed: string, limit = 9, after?: number) => {
        const page = await stores.orders.search(orderSearch(typed), limit, after)
        return [...page.orders.map(({ number }) => number), ...(page.next ? ['next'] : [])]
      }
      for (const typed of [
        ...['1001', 'mueller', 'Muller jörg', 'LÜDEN', 'RF57 1001', 'rf571001'],
        ...[
          'Nr. 1001',
          'No. 1001 Müller',
          '#1001',
          '№1001',
          'weiher 9',
          '50667',
          'Blum',
          '\u200b1001',
          'wollschal',
          'scarf weiher',
        ],
      ]) {
        expect(await found(typed), typed).toEqual([1_001])
      }
      for (const typed of ['R00001', 'cs_test_A1b2', 'jule@example.org', 'jul']) {
        expect(await found(typed), typed).toEqual([1_002])
      }
      expect(await found('j')).toEqual([1_002, 1_001])
      expect(await found('j', 1)).toEqual([1_002, 'next'])
      expect(await found('j', 1, 1_002)).toEqual([1_001])
      const within = stores.orders.searchLevel === 'infix'
      for (const typed of ['schal', 'üller', 'ueller jörg', 'eller', 'scheidt Wollschal']) {
        expect(await found(typed), typed).toEqual(within ? [1_001] : [])
      }
      expect(await found('example')).toEqual([1_002, 1_001])
      for (const typed of ['', '100', '0667', 'jörg jule', '%', '"', 'RF57']) {
        expect(await found(typed), typed).toEqual([])
      }
    })

    test('an order is found by its number and its address as people write them', async () => {
      const home = { name: 'Ada Blum', street: 'Hafenstr. 12', city: 'Amsterdam' }
      await place('a', { address: { ...home, postcode: '1012 AB', country: 'NL' } })
      const flat = { name: 'Bo Lind', street: 'Lange Straße 3', city: 'Graz' }
      await place('b', { address: { ...flat, postcode: '8010', country: 'AT' } })
      await pay(1_002)
      const found = async (typed: string) => {
        const { orders } = await stores.orders.search(orderSearch(typed), 9)
        return orders.map(({ number }) => number)
      }
      const ways = {
        1001: [
          ...['Bestellung 1001', 'Bestellung Nr. 1001', 'Bestell-Nr. 1001', 'Bestellnummer: 1001'],
          ...[
            'Auftrag 1001',
            'Auftragsnr. 1001',
            'order #1001',
            'Order no. 1001',
            'order id 1001',
            'Auftragsbestätigung 1001',
          ],
          ...[
            'Hafenstraße 12',
            'hafenstrasse',
            'Hafenstr.',
            'HAFENSTRASSE 12',
            '1012AB',
            '1012 ab',
          ],
          ...['NL-1012 AB', 'Blum, Ada', 'Bestellung Blum 1001'],
        ],
        1002: ['Rechnung R00001', 'r1', 'Rechnungsnr. R1', 'Lange Str. 3', 'A-8010', 'A 8010 Graz'],
      }
      for (const [number, typed] of Object.entries(ways)) {
        for (const each of typed) expect(await found(each), each).toEqual([Number(number)])
      }
      expect(await found('Bestellung')).toEqual([])
      await place('c', { email: 'r5@strasse.example' })
      expect(await found('r5@strasse.example')).toEqual([1_003])
    })

    test('moves are a history with the order, kept as they were written', async () => {
      await place('a')
      await pay(1_001)
      const shipment = { carrier: 'DHL', trackingUrl: 'https://parcel.example/1' }
      await fulfilOrder(stores.orders, { number: 1_001 }, shipment, minute(6))
      await refund({ pieces: {}, shipping: true }, 'k')
      expect((await find())?.history).toEqual([
        { at: minute(5), event: 'payment-arrives', by: 'shop' },
        { at: minute(6), event: 'fulfil', by: 'shop', ...shipment },
        { at: minute(7), event: 'refund-part', by: 'shop', refund: 'k' },
      ])
    })

    test('a step is undone with its e-mail, booking and entitlements, and can be made again', async () => {
      const [desk] = await twoDesks(stores)
      const plan = line('plus', 1, {
        kind: 'plan',
        interval: 'month',
        grants: { savedReplies: 100 },
      })
      const bought = { deskId: desk.id, lines: [plan], reservedUntil: minute(30) }
      const before = await place('a', bought)
      if (before.kind !== 'placed') throw new Error('Nothing was ordered')
      const markPaid = (form: string, at: number) =>
        recordPayment(stores.orders, { number: 1_001 }, undefined, minute(at), undefined, form)
      const undo = (text: string, at: number) => {
        const step = readOrderUndo(text)
        if (!step) throw new Error('No undo')
        return undoStep(stores.orders, { number: 1_001 }, step, minute(at))
      }
      const mails = () => stores.mails.listByRecord('order-a', 9)
      const booked = () => stores.orders.listBookings(minute(0), minute(60), 9)
      const effective = () => stores.entitlements.listEffective(desk.id, minute(8))

      await markPaid('paid one', 5)
      const due = { state: 'due', dueAt: minute(7) }
      expect(await mails()).toMatchObject([
        { kind: 'order-accepted', ...due },
        { kind: 'order-paid', ...due },
      ])
      expect(await effective()).toHaveLength(1)
      const taken = undoOf('payment-arrives', before.order, minute(5))
      const kinds = await Promise.all([undo(taken, 6), undo(taken, 6), undo(taken, 6)])
      expect(kinds.map(({ kind }) => kind).sort()).toEqual(['moved', 'refused', 'refused'])
      const { history, ...undone } = (await find()) ?? (undefined as never)
      const { history: _, ...ordered } = before.order
      expect(undone).toMatchObject({ ...ordered, updatedAt: minute(6), invoiceNumber: 1 })
      expect(undone.paidAt).toBeUndefined()
      expect(history.map(({ event }) => event)).toEqual(['payment-arrives', 'fulfil', 'undo'])
      expect(await stores.orders.count()).toMatchObject({ created: 1, fulfilled: 0 })
      expect([await mails(), (await booked()).bookings, await effective()]).toEqual([[], [], []])

      await markPaid('paid two', 7)
      expect(await find()).toMatchObject({ state: 'fulfilled', invoiceNumber: 1 })
      expect((await booked()).bookings).toHaveLength(1)
      expect(await effective()).toHaveLength(1)
      const [waiting] = await mails()
      await stores.mails.change(waiting?.key ?? '', minute(9), () => ({ state: 'sent' }))
      const late = await undo(undoOf('payment-arrives', before.order, minute(7)), 10)
      expect(late.kind).toBe('late')
      expect(await find()).toMatchObject({ state: 'fulfilled', paidAt: minute(7) })
      expect((await booked()).bookings).toHaveLength(1)
    })

    test('that goods were sent is undone until something else has happened', async () => {
      await place('a')
      await pay(1_001)
      const before = await find()
      if (!before) throw new Error('Nothing was ordered')
      const sendBy = (form: string, at: number) =>
        fulfilOrder(stores.orders, { number: 1_001 }, {}, minute(at), form)
      const undo = (at: number, since: number) => {
        const step = readOrderUndo(undoOf('fulfil', before, minute(at)))
        if (!step) throw new Error('No undo')
        return undoStep(stores.orders, { number: 1_001 }, step, minute(since))
      }
      await sendBy('sent one', 6)
      expect((await undo(6, 7)).kind).toBe('moved')
      expect(await find()).toMatchObject({ state: 'paid', paidAt: minute(5), stockTaken: true })
      expect((await find())?.fulfilledAt).toBeUndefined()
      await sendBy('sent two', 8)
      await refund({ pieces: { bell: 1 }, shipping: false }, 'k', payingBack(), 9)
      expect((await undo(8, 10)).kind).toBe('refused')
      expect((await undo(6, 10)).kind).toBe('refused')
    })

    test('the owner and the service who both see the money make one payment of it', async () => {
      const [desk] = await twoDesks(stores)
      await placeOrder(stores.orders, order('a'), declared, true, desk.id)
      const received = { amount: 1_680, currency: 'EUR', providerRef: 'cs_1' }
      const told = writers(open, 20).map((index) =>
        index % 2
          ? pay(1_001)
          : recordPayment(stores.orders, { number: 1_001 }, received, minute(5), `evt_${index}`),
      )
      const kinds = (await Promise.all(told)).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'moved')).toHaveLength(1)
      expect(await find()).toMatchObject({ state: 'paid', invoiceNumber: 1 })
      const { bookings } = await stores.orders.listBookings(minute(0), minute(60), 9)
      expect(bookings).toMatchObject([{ kind: 'payment', gross: 1_680, invoiceNumber: 1 }])
      const mails = await stores.mails.listByRecord('order-a', 9)
      expect(mails.map(({ kind }) => kind).sort()).toEqual([
        'order-news',
        'order-paid',
        'order-received',
      ])
    })

    test('many refunds at once never give more back than was paid, and each key once', async () => {
      await place('a', { lines: [line('bell', 3)], goods: 3_570, gross: 4_060 })
      await pay(1_001)
      const bank = payingBack()
      const wish = { pieces: { bell: 1 }, shipping: true }
      const asked = writers(open, 24).map((index) =>
        refund(index % 3 ? wish : 'all', `key ${index % 12}`, bank),
      )
      await Promise.all(asked)
      for (let index = 0; index < 12; index += 1) await refund('all', `last ${index}`, bank)
      const sum = [...bank.paid.values()].reduce((total, amount) => total + amount, 0)
      expect(sum).toBe(4_060)
      const { state, refunds } = (await find()) ?? {}
      expect(state).toBe('refunded')
      expect(refunds?.map(({ key }) => key).sort()).toEqual([...bank.paid.keys()].sort())
      const { bookings } = await stores.orders.listBookings(minute(6), minute(60), 99)
      expect(bookings.reduce((total, { gross }) => total + gross, 0)).toBe(4_060)
      expect(await stores.orders.stockLeft(declared)).toEqual(declared)
    })

    test('a refund by hand is given back once, and that is undone until something follows', async () => {
      await place('a', { lines: [line('bell', 3)], goods: 3_570, gross: 4_060 })
      await pay(1_001)
      const bank = payingBack('by-hand')
      await refund({ pieces: { bell: 1 }, shipping: false }, 'one', bank)
      await refund({ pieces: { bell: 1 }, shipping: false }, 'two', bank, 8)
      const give = (key: string, at: number, form?: string) =>
        giveBack(stores.orders, { number: 1_001 }, key, minute(at), form)
      const states = async () => {
        const { refunds = [] } = (await find()) ?? {}
        return refunds.map(({ state, givenBackAt }) => [state, givenBackAt])
      }
      expect((await give('none', 9)).kind).toBe('refused')
      expect((await give('one', 10, 'form')).kind).toBe('moved')
      expect((await give('one', 11, 'other')).kind).toBe('refused')
      expect(await states()).toEqual([
        ['done', minute(10)],
        ['by-hand', undefined],
      ])
      const last = (await find())?.history.at(-1)
      expect(last).toMatchObject({ event: 'given-back', by: 'shop', refund: 'one' })
      const step = readOrderUndo(last?.undo ?? '')
      if (!step) throw new Error('It cannot be undone')
      const undo = () => undoStep(stores.orders, { number: 1_001 }, step, minute(12))
      expect((await undo()).kind).toBe('moved')
      expect((await undo()).kind).toBe('refused')
      expect(await states()).toEqual([
        ['by-hand', undefined],
        ['by-hand', undefined],
      ])
      expect(await find()).toMatchObject({ state: 'paid', paidAt: minute(5) })
      expect((await give('one', 13, 'again')).kind).toBe('moved')
      expect((await give('two', 14, 'more')).kind).toBe('moved')
      expect((await undo()).kind).toBe('refused')
    })

    test('a refund that nobody answered goes on when it is asked again; a refused one leaves nothing', async () => {
      await place('a')
      await pay(1_001)
      expect((await refund('all', 'k', payingBack('unreachable'))).kind).toBe('unreachable')
      expect(await find()).toMatchObject({ state: 'paid', refunds: [{ key: 'k', state: 'begun' }] })
      expect((await refund('all', 'other')).kind).toBe('refused')
      const bank = payingBack()
      expect((await refund('all', 'k', bank)).kind).toBe('moved')
      expect((await refund('all', 'k', bank)).kind).toBe('again')
      expect([...bank.paid.values()]).toEqual([1_680])
      await place('b')
      await pay(1_002)
      const refused = await refundOrder(
        { ...stores, ...payingBack('refused') },
        { number: 1_002 },
        'all',
        'k',
        minute(8),
      )
      expect(refused).toMatchObject({ kind: 'not-possible', order: { state: 'paid', refunds: [] } })
    })

    test('a key of another refund gives nothing back, and is not answered as if it had', async () => {
      await place('a', { lines: [line('bell', 3)], goods: 3_570, gross: 4_060 })
      await pay(1_001)
      const bank = payingBack()
      const one = { pieces: { bell: 1 }, shipping: false }
      expect((await refund(one, 'k', bank)).kind).toBe('moved')
      for (const other of [{ ...one, pieces: { bell: 2 } }, { ...one, shipping: true }, 'all'])
        expect((await refund(other as RefundWish, 'k', bank)).kind).toBe('conflict')
      expect((await refund({ ...one, pieces: { bell: 1, cup: 0 } }, 'k', bank)).kind).toBe('again')
      expect((await refund('all', 'rest', bank)).kind).toBe('moved')
      expect((await refund('all', 'rest', bank)).kind).toBe('again')
      expect([...bank.paid.values()]).toEqual([1_190, 2_870])
    })

    test('one of two add-ons that is refunded takes its half of the limits along', async () => {
      const [desk] = await twoDesks(stores)
      const addon = line('storage', 2, {
        kind: 'addon',
        interval: 'month',
        grants: { storageMegabytes: 1_000 },
      })
      await place('a', { deskId: desk.id, lines: [addon], goods: 2_380, shipping: 0, gross: 2_380 })
      await pay(1_001)
      const granted = async () => {
        const all = await stores.entitlements.listEffective(desk.id, minute(60))
        return all.filter(({ until }) => until > minute(60)).map(({ grants }) => grants)
      }
      expect(await granted()).toEqual([{ storageMegabytes: 2_000 }])
      await refund({ pieces: { storage: 1 }, shipping: false }, 'one')
      expect(await granted()).toEqual([{ storageMegabytes: 1_000 }])
      await refund({ pieces: { storage: 1 }, shipping: false }, 'two')
      expect(await granted()).toEqual([])
    })

    test('who confirms gets goods that came onto the shelf meanwhile', async () => {
      const lines = [line('cup', 2)]
      const unproven = { lines, reservedUntil: minute(60) }
      await place('a', unproven)
      await place('b', { lines })
      const more = { ...declared, cup: 4 }
      expect(await stores.orders.stockLeft(more)).toEqual({ bell: 5, cup: 2 })
      const prove = (stock: Record<string, number>) =>
        proveOrder(stores, { number: 1_001 }, minute(4), stock)
      const written = async () =>
        (await stores.mails.listByRecord('order-a', 9)).map(({ kind }) => kind)
      expect((await prove(declared)).kind).toBe('short')
      expect((await prove(declared)).kind).toBe('short')
      expect(await written()).toEqual(['order-gone'])
      expect((await prove(more)).kind).toBe('moved')
      expect(await stores.orders.stockLeft(more)).toEqual({ bell: 5, cup: 0 })
      expect((await written()).sort()).toEqual(['order-accepted', 'order-gone'])
      expect((await find())?.history).toMatchObject([{ event: 'confirm', by: 'customer' }])
    })

    test('a reservation that ends while its customer is at the payment service ends the order', async () => {
      await place('a', { lines: [line('cup')], reservedUntil: minute(60), payment: 'stripe' })
      await stores.orders.move({ number: 1_001 }, () => ({ providerRef: 'cs_1' }))
      const closing = (kind: 'over' | 'unreachable') =>
        ({ stripe: { close: async () => ({ kind }) } }) as unknown as PaymentServices
      const end = (kind: 'over' | 'unreachable') =>
        endReservations({ ...stores, payments: closing(kind) }, minute(61), 1)
      expect(await end('unreachable')).toBe(false)
      expect(await find()).toMatchObject({ state: 'created', stockTaken: true })
      expect(await end('over')).toBe(true)
      expect(await find()).toMatchObject({ state: 'expired', stockTaken: false })
    })

    test('e-mails about an order go to its corrected address, three times at most', async () => {
      await place('a')
      const change = (to: string, form: string) =>
        changeMailbox(stores.orders, { number: 1_001 }, to, form, minute(4))
      const [old, right] = ['kunde@exmaple.org', 'kunde@example.org'] as const
      expect((await change(old, '1')).kind).toBe('moved')
      expect((await change(right, '2')).kind).toBe('moved')
      expect((await change(right, '2')).kind).toBe('again')
      expect((await change(old, '3')).kind).toBe('moved')
      expect((await change(right, '4')).kind).toBe('refused')
      const { email, history } = (await find()) ?? {}
      expect(email).toBe(old)
      expect(history?.map(({ event, by }) => [event, by])).toEqual([
        ['mailbox', 'customer'],
        ['mailbox', 'customer'],
        ['mailbox', 'customer'],
      ])
      expect(await stores.mails.listByRecord('order-a', 9)).toHaveLength(3)
      const found = async (words: string[]) => (await stores.orders.search(words, 9)).orders.length
      expect([await found(['exmaple']), await found(['example'])]).toEqual([1, 0])
      expect(await stores.orders.listOfCustomer(old, 9)).toHaveLength(1)
      expect(await stores.orders.listOfCustomer(right, 9)).toEqual([])
    })

    test('the first withdrawal that names an order and its address is noted at it', async () => {
      await place('a', { email: 'Lena@example.org' })
      const declare = (contract: string, email: string, at: number) =>
        noteWithdrawal(stores.orders, {
          ...{ id: `d${at}`, key: `k${at}`, name: 'Lena', contract, email, endsOn: '' },
          ...{ language: 'de', mailed: true, matter: { kind: 'withdrawal' } },
          ...{ ticket: { deskId: 'desk-ada', number: at }, receivedAt: minute(at) },
        })
      await declare('1001', 'else@example.org', 1)
      await declare('vom 10.01.1001', 'lena@example.org', 2)
      await declare('1002', 'lena@example.org', 3)
      expect((await find())?.history).toEqual([])
      await declare('Bestellung Nr.1001 vom 12.11.2026', 'lena@example.org', 4)
      await declare('1001', 'lena@example.org', 5)
      expect((await find())?.history).toMatchObject([
        { event: 'withdrawn', by: 'customer', ticket: 4, at: minute(4) },
      ])
    })

    test('a withdrawal that was a mistake is over until that is undone or another is declared', async () => {
      await place('a', { email: 'lena@example.org' })
      const declare = (at: number) =>
        noteWithdrawal(stores.orders, {
          ...{ id: `d${at}`, key: `k${at}`, name: 'Lena', contract: '1001', endsOn: '' },
          ...{ email: 'lena@example.org', language: 'de', mailed: true },
          ...{ matter: { kind: 'withdrawal' }, receivedAt: minute(at) },
        })
      const dismiss = (at: number) =>
        dismissWithdrawal(stores.orders, { number: 1_001 }, minute(at), 'mistaken form')
      const isWithdrawn = async () => withdrawalIn((await find())?.history ?? []) !== undefined
      expect((await dismiss(1)).kind).toBe('refused')
      await declare(2)
      expect((await dismiss(3)).kind).toBe('moved')
      expect(await isWithdrawn()).toBe(false)
      expect((await dismiss(4)).kind).toBe('refused')
      // Resent, it is not another one.
      await declare(2)
      expect(await isWithdrawn()).toBe(false)
      const step = readOrderUndo((await find())?.history.at(-1)?.undo ?? '')
      if (!step) throw new Error('The dismissal says no way back')
      const undone = await undoStep(stores.orders, { number: 1_001 }, step, minute(5))
      expect(undone.kind).toBe('moved')
      expect(await isWithdrawn()).toBe(true)
      await dismiss(6)
      expect(await isWithdrawn()).toBe(false)
      await declare(7)
      expect(await isWithdrawn()).toBe(true)
    })

    test('a withdrawal is to do, and nothing else, until its order is cancelled or money goes back', async () => {
      for (const key of ['a', 'b', 'c'])
        await place(key, { email: `${key}@example.com`, lines: [line('gift', 2)] })
      for (const number of [1_002, 1_003]) {
        await pay(number)
        await send(number)
      }
      expect(await numbers('to-send')).toEqual([])
      for (const [email, contract] of [
        ['a@example.com', '1001'],
        ['b@example.com', '1002'],
      ] as const)
        await noteWithdrawal(stores.orders, {
          ...{ id: contract, key: contract, name: 'Lena', contract, email, endsOn: '' },
          ...{ language: 'de', mailed: true, matter: { kind: 'withdrawal' } },
          ...{ receivedAt: minute(6) },
        })
      expect(await numbers('to-send')).toEqual([1_001, 1_002])
      expect(await numbers('to-send', 1)).toEqual([1_001, 'next'])
      expect([await numbers('to-pay'), await numbers('done')]).toEqual([[], [1_003]])
      expect((await stores.orders.count()).withdrawn).toBe(2)
      const order = { number: 1_001 }
      await dismissWithdrawal(stores.orders, order, minute(7), 'mistaken form')
      expect([await numbers('to-send'), await numbers('to-pay')]).toEqual([[1_002], [1_001]])
      const step = readOrderUndo((await find())?.history.at(-1)?.undo ?? '')
      if (!step) throw new Error('It cannot be undone')
      await undoStep(stores.orders, order, step, minute(8))
      expect([await numbers('to-send'), await numbers('to-pay')]).toEqual([[1_001, 1_002], []])
      const bank = { ...stores, ...payingBack() }
      await cancelOrder(bank, order, { shop: true }, minute(9))
      const part = { pieces: { gift: 1 }, shipping: false }
      await refundOrder(bank, { number: 1_002 }, part, 'part', minute(9))
      expect(await numbers('to-send')).toEqual([])
      expect([await numbers('ended'), await numbers('done')]).toEqual([[1_001], [1_003, 1_002]])
      expect((await stores.orders.count()).withdrawn).toBe(0)
    })

    test('goods refunded before they were sent are for sale again, others are not', async () => {
      const left = () => stores.orders.stockLeft(declared)
      await place('a', { lines: [line('bell', 3)], goods: 3_570, gross: 4_060 })
      await pay(1_001)
      expect(await left()).toEqual({ bell: 2, cup: 2 })
      await refund({ pieces: { bell: 1 }, shipping: false }, 'one')
      expect(await left()).toEqual({ bell: 3, cup: 2 })
      await send(1_001)
      await refund('all', 'rest')
      expect(await find()).toMatchObject({ state: 'refunded' })
      expect(await left()).toEqual({ bell: 3, cup: 2 })
    })

    test('bookings are listed by time and page, and stay when the account goes', async () => {
      await twoDesks(stores)
      for (const key of ['a', 'b', 'c']) await place(key, { uid: 'ada', lines: [line('gift')] })
      await pay(1_002, 10)
      await pay(1_001, 10)
      await pay(1_003, 20)
      await refund('all', 'k', payingBack(), 20)
      await eraseAccount(stores, 'ada')
      const list = (from: number, to: number, limit = 9, after?: string) =>
        stores.orders.listBookings(minute(from), minute(to), limit, after)
      expect((await list(10, 20)).bookings.map(({ number }) => number)).toEqual([1_001, 1_002])
      const ids: string[] = []
      let after: string | undefined
      do {
        const page = await list(0, 60, 1, after)
        ids.push(...page.bookings.map(({ id }) => id))
        after = page.next
      } while (after)
      expect(ids).toEqual([
        'order-a payment',
        'order-b payment',
        'order-a refund k',
        'order-c payment',
      ])
      expect(await stores.orders.takings(minute(0), minute(20))).toBe(3_360)
      expect(await stores.orders.takings(minute(20), minute(21))).toBe(0)
      expect(await stores.orders.takings(minute(21), minute(60))).toBe(0)
      expect((await list(20, 60)).bookings[0]).toEqual({
        id: 'order-a refund k',
        kind: 'refund',
        at: minute(20),
        number: 1_001,
        invoiceNumber: 2,
        payment: 'bank-transfer',
        country: 'DE',
        gross: 1_680,
        vat: [{ rate: 19, net: 1_412, vat: 268, gross: 1_680 }],
      })
    })
  })
}
