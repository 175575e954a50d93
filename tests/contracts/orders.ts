import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewEntitlement } from '../../app/domain/desks/entitlements'
import { refundOrder } from '../../app/domain/shop/order-refunds'
import type { NewOrder, Order } from '../../app/domain/shop/orders'
import type { Stores } from '../../app/domain/stores'
import {
  eraseAccount,
  exampleLine,
  exampleOrder,
  minute,
  type OpenStores,
  twoDesks,
  writers,
} from './examples'
import { orderWorkContract } from './order-work'

const declared = { bell: 5, cup: 2 }

const pay = (known: Order) =>
  known.paidAt ? undefined : { state: 'paid' as const, paidAt: minute(5), invoice: true as const }

export function orderStoreContract(name: string, open: OpenStores) {
  describe(`orders in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const place = (sent: NewOrder) => stores.orders.place(sent, declared)

    test('an order is found as it was placed, by its secret, number and the payment’s name', async () => {
      const placed = await place(exampleOrder('a'))
      const expected = {
        ...exampleOrder('a'),
        number: 1_001,
        state: 'created',
        updatedAt: minute(0),
      }
      expect(placed).toMatchObject({ kind: 'placed', order: expected })
      await stores.orders.move({ number: 1_001 }, () => ({ providerRef: 'cs_1' }))
      for (const scope of [{ secretHash: 'hash-a' }, { number: 1_001 }, { providerRef: 'cs_1' }]) {
        expect(await stores.orders.find(scope)).toMatchObject({ ...expected, providerRef: 'cs_1' })
      }
      expect(await stores.orders.find({ secretHash: 'hash-b' })).toBeUndefined()
    })

    test('a customer’s orders are those with their address, however it is written, newest first', async () => {
      const emails = [
        'Vera@Example.com',
        'vera@example.community',
        'xvera@example.com',
        'vera@example.com',
        'VERA@EXAMPLE.COM',
      ]
      for (const email of emails) await place(exampleOrder(`of ${email}`, { email }))
      const numbers = async (email: string, limit: number) =>
        (await stores.orders.listOfCustomer(email, limit)).map(({ number }) => number)
      expect(await numbers('vera@example.com', 9)).toEqual([1_005, 1_004, 1_001])
      expect(await numbers('vera@EXAMPLE.com', 2)).toEqual([1_005, 1_004])
      await stores.orders.move({ number: 1_004 }, pay)
      expect(await numbers('vera@example.com', 9)).toEqual([1_005, 1_004, 1_001])
      expect(await numbers('vera@example.co', 9)).toEqual([])
    })

    test('who picks up and when they can is kept, found by name, and part of what is ordered', async () => {
      const when = { en: 'from noon', de: 'ab zwölf' }
      const pickup = { name: 'Käthe Kundin', day: '2026-11-28', when }
      const sent = exampleOrder('a', { address: undefined, pickup })
      expect(await place(sent)).toMatchObject({ kind: 'placed', order: { pickup } })
      expect(await place(sent)).toMatchObject({ kind: 'again', order: { pickup } })
      const found = await stores.orders.find({ number: 1_001 })
      expect(found).toMatchObject({ pickup })
      expect(found?.address).toBeUndefined()
      expect((await stores.orders.search(['kathe'], 9)).orders).toHaveLength(1)
      for (const change of [{ name: 'Karl' }, { day: '2026-11-29' }]) {
        const other = { ...sent, pickup: { ...pickup, ...change } }
        expect(await place(other)).toMatchObject({ kind: 'conflict', order: { pickup } })
      }
    })

    test('another address for the invoice, the VAT ID and the note are kept, and part of what is ordered', async () => {
      const more = {
        billing: {
          company: 'Laden GmbH',
          name: 'Karl',
          street: 'Weg 2',
          line2: 'c/o Karla',
          postcode: '1010',
          city: 'Wien',
          country: 'AT',
        },
        vatId: 'ATU12345678',
        note: 'Bitte klingeln.\nDanke!',
      }
      expect(await place(exampleOrder('a', more))).toMatchObject({ kind: 'placed', order: more })
      expect(await place(exampleOrder('a', more))).toMatchObject({ kind: 'again', order: more })
      expect(await stores.orders.find({ number: 1_001 })).toMatchObject(more)
      expect((await stores.orders.search(['laden'], 9)).orders).toHaveLength(1)
      const { street: _, ...rest } = more.billing
      for (const other of [
        { note: 'x' },
        { vatId: 'DE1' },
        { billing: { street: 'Weg 3', ...rest } },
        { billing: { ...more.billing, line2: 'c/o Karl' } },
      ]) {
        const sent = exampleOrder('a', { ...more, ...other })
        expect(await place(sent)).toMatchObject({ kind: 'conflict', order: more })
      }
    })

    test('many of the same order at once are one, with the next number and no goods twice', async () => {
      const answers = await Promise.all(writers(open, 100).map(() => place(exampleOrder('a'))))
      const kinds = answers.map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'placed')).toHaveLength(1)
      expect(kinds.filter((kind) => kind === 'again')).toHaveLength(kinds.length - 1)
      expect((await stores.orders.list('all', 10)).orders).toHaveLength(1)
      expect(await stores.orders.stockLeft(declared)).toEqual({ bell: 4, cup: 2 })
      expect(await place(exampleOrder('b'))).toMatchObject({ order: { number: 1_002 } })
    })

    test('the same key with other content changes nothing', async () => {
      await place(exampleOrder('a'))
      const other = await place(
        exampleOrder('a', { lines: [exampleLine('bell', 2)], gross: 2_870 }),
      )
      expect(other).toMatchObject({ kind: 'conflict', order: { gross: 1_680 } })
      expect(await place(exampleOrder('a', { email: 'other@example.com' }))).toMatchObject({
        kind: 'conflict',
      })
      expect(await stores.orders.stockLeft(declared)).toEqual({ bell: 4, cup: 2 })
    })

    test('a product may be called like a property that every object has', async () => {
      const stock = { constructor: 3, bell: 5 }
      const lines = [exampleLine('constructor', 2)]
      await stores.orders.place(exampleOrder('a'), stock)
      const placed = await stores.orders.place(exampleOrder('b', { lines }), stock)
      expect(placed.kind).toBe('placed')
      expect(await stores.orders.stockLeft(stock)).toEqual({ constructor: 1, bell: 4 })
      await stores.orders.move({ number: 1_002 }, pay)
      const wish = { pieces: { constructor: 1 }, shipping: false }
      const ports = { orders: stores.orders, payments: {} }
      const refunded = await refundOrder(ports, { number: 1_002 }, wish, 'k', minute(7))
      const refund = expect.objectContaining({ pieces: { constructor: 1 }, amount: 1_190 })
      expect(refunded).toMatchObject({ order: { refunds: [refund] } })
    })

    test('more than there is cannot be ordered, not even by two at once', async () => {
      const lines = [exampleLine('bell', 1), exampleLine('cup', 2), exampleLine('gift', 40)]
      const answers = await Promise.all([
        place(exampleOrder('a', { lines })),
        place(exampleOrder('b', { lines })),
      ])
      expect(answers.map(({ kind }) => kind).sort()).toEqual(['placed', 'short'])
      expect(answers).toContainEqual({ kind: 'short', left: { cup: 0 } })
      expect(await stores.orders.stockLeft(declared)).toEqual({ bell: 4, cup: 0 })
      expect((await stores.orders.list('all', 10)).orders).toHaveLength(1)
    })

    test('a new figure in the catalogue moves what is left by the difference', async () => {
      await place(exampleOrder('a', { lines: [exampleLine('cup', 2)] }))
      expect(await stores.orders.stockLeft({ cup: 10 })).toEqual({ cup: 8 })
      const more = await stores.orders.place(
        exampleOrder('b', { lines: [exampleLine('cup', 8)] }),
        { cup: 10 },
      )
      expect(more.kind).toBe('placed')
      expect(await stores.orders.stockLeft({ cup: 10 })).toEqual({ cup: 0 })
      expect(await stores.orders.stockLeft({ cup: 3 })).toEqual({ cup: 0 })
    })

    test('goods go back once, and may be taken again', async () => {
      await place(exampleOrder('a', { lines: [exampleLine('bell', 3)] }))
      const move = (stock: 'back' | 'taken') =>
        stores.orders.move({ number: 1_001 }, () => ({ stock }))
      await move('back')
      await move('back')
      expect(await stores.orders.stockLeft(declared)).toEqual(declared)
      await move('taken')
      expect(await stores.orders.stockLeft(declared)).toEqual({ bell: 2, cup: 2 })
    })

    describe('of orders without proof of their mailbox', () => {
      const unproven = (key: string, product: string, quantity: number, until = 60) =>
        place(
          exampleOrder(key, {
            lines: [exampleLine(product, quantity)],
            reservedUntil: minute(until),
          }),
        )
      const prove = (key: string) =>
        stores.orders.move({ secretHash: `hash-${key}` }, () => ({
          reservedUntil: undefined,
          stock: 'if-left',
        }))
      const left = () => stores.orders.stockLeft(declared)

      test('at most half of a product is held, whoever sends how many', async () => {
        for (const key of ['a', 'b', 'c', 'd']) {
          expect(await unproven(key, 'bell', 1)).toMatchObject({
            kind: 'placed',
            order: { stockTaken: key !== 'd', reservedUntil: minute(60) },
          })
        }
        expect(await left()).toEqual({ bell: 2, cup: 2 })
        expect((await unproven('e', 'bell', 3)).kind).toBe('short')
        expect(await prove('d')).toMatchObject({ kind: 'moved', order: { stockTaken: true } })
        expect(await left()).toEqual({ bell: 1, cup: 2 })
        await prove('d')
        expect(await left()).toEqual({ bell: 1, cup: 2 })
      })

      test('what is proven is held once, or short where others have bought it meanwhile', async () => {
        await unproven('a', 'cup', 2)
        expect(await left()).toEqual({ bell: 5, cup: 2 })
        await place(exampleOrder('b', { lines: [exampleLine('cup', 1)] }))
        expect(await prove('a')).toMatchObject({ kind: 'short', order: { stockTaken: false } })
        expect(await left()).toEqual({ bell: 5, cup: 1 })
        expect(await stores.orders.find({ secretHash: 'hash-a' })).toMatchObject({
          reservedUntil: minute(60),
        })
      })

      test('those are found whose time is over, while they hold something and are unpaid', async () => {
        await unproven('late', 'bell', 1, 30)
        await unproven('paid', 'bell', 1, 10)
        await unproven('back', 'bell', 1, 10)
        await unproven('much', 'cup', 2, 10)
        await place(exampleOrder('proven'))
        await stores.orders.move({ secretHash: 'hash-paid' }, pay)
        await stores.orders.move({ secretHash: 'hash-back' }, () => ({ stock: 'back' }))
        const keys = async (minutes: number) =>
          (await stores.orders.listUnproven(minute(minutes), 9)).map(({ id }) => id)
        expect(await keys(30)).toEqual([])
        expect(await keys(31)).toEqual(['order-late'])
      })
    })

    test('an event moves an order once, however often and at once it comes', async () => {
      await place(exampleOrder('a'))
      const scope = { secretHash: 'hash-a' }
      const answers = await Promise.all(
        writers(open, 20).map(() => stores.orders.move(scope, pay, 'evt_1')),
      )
      expect(answers.filter(({ kind }) => kind === 'moved')).toHaveLength(1)
      expect(answers.filter(({ kind }) => kind === 'again')).toHaveLength(answers.length - 1)
      expect(await stores.orders.move(scope, pay, 'evt_2')).toMatchObject({ kind: 'refused' })
      expect(await stores.orders.move(scope, pay, 'evt_2')).toMatchObject({ kind: 'again' })
      expect(await stores.orders.move({ number: 7 }, pay)).toEqual({ kind: 'unknown' })
      expect(await stores.orders.find(scope)).toMatchObject({
        state: 'paid',
        paidAt: minute(5),
        invoiceNumber: 1,
      })
    })

    test('invoices are numbered without a gap in the order of payment', async () => {
      for (const key of ['a', 'b', 'c']) await place(exampleOrder(key))
      await stores.orders.move({ number: 1_003 }, pay)
      await stores.orders.move({ number: 1_001 }, pay)
      await stores.orders.move({ number: 1_001 }, () => ({ invoice: true }))
      await stores.orders.move({ number: 1_002 }, () => undefined)
      const numbers = (await stores.orders.list('all', 10)).orders.map(
        ({ invoiceNumber }) => invoiceNumber,
      )
      expect(numbers).toEqual([1, undefined, 2])
    })

    test('what was not paid in time is found, and nothing else', async () => {
      await place(exampleOrder('late', { payableUntil: minute(30) }))
      await place(exampleOrder('later', { payableUntil: minute(20) }))
      await place(exampleOrder('paid', { payableUntil: minute(10), lines: [exampleLine('gift')] }))
      await stores.orders.move({ number: 1_003 }, pay)
      expect(await stores.orders.listUnpaid(minute(20), 10)).toEqual([])
      const due = await stores.orders.listUnpaid(minute(31), 10)
      expect(due.map(({ id }) => id)).toEqual(['order-later', 'order-late'])
      expect(await stores.orders.listUnpaid(minute(31), 1)).toHaveLength(1)
      expect(await stores.orders.listUnpaid(minute(31), 10, due[0])).toEqual([due[1]])
      expect(await stores.orders.listUnpaid(minute(31), 10, due[1])).toEqual([])
    })

    test('orders due at the same moment are all listed, one page after the other', async () => {
      const lines = [exampleLine('gift')]
      for (const key of ['c', 'a', 'b']) await place(exampleOrder(key, { lines }))
      const first = await stores.orders.listUnpaid(new Date('2100-01-01'), 2)
      const rest = await stores.orders.listUnpaid(new Date('2100-01-01'), 2, first.at(-1))
      expect([...first, ...rest].map(({ id }) => id)).toEqual(['order-a', 'order-b', 'order-c'])
    })

    test('an account lists its own orders, page by page', async () => {
      const [ada] = await twoDesks(stores)
      await place(exampleOrder('a', { uid: 'ada', deskId: ada.id }))
      await place(exampleOrder('b', { uid: 'ben' }))
      await place(exampleOrder('c', { uid: 'ada' }))
      const own = await stores.orders.listByAccount('ada', 10)
      expect(own.map(({ number }) => number)).toEqual([1_003, 1_001])
      const earlier = await stores.orders.listByAccount('ada', 10, 1_003)
      expect(earlier.map(({ number }) => number)).toEqual([1_001])
    })

    test('what a payment entitles to comes with it, once, and ends with the refund', async () => {
      const [ada, ben] = await twoDesks(stores)
      await place(exampleOrder('a', { uid: 'ada', deskId: ada.id }))
      const day = (days: number) => minute(days * 24 * 60)
      const entitlement: NewEntitlement = {
        id: 'entitlement-1',
        deskId: ada.id,
        orderId: 'order-a',
        productId: 'plus',
        grants: { savedReplies: 80 },
        from: day(0),
        until: day(31),
        createdAt: day(0),
      }
      const give = () => ({ entitlements: [entitlement] })
      await stores.orders.move({ number: 1_001 }, give)
      await stores.orders.move({ number: 1_001 }, () => ({
        entitlements: [{ ...entitlement, id: 'entitlement-2' }],
      }))
      const effective = (at: Date) => stores.entitlements.listEffective(ada.id, at)
      expect(await effective(day(30))).toEqual([entitlement])
      expect(await effective(day(44))).toEqual([entitlement])
      expect(await effective(day(46))).toEqual([])
      expect(await effective(minute(-1))).toEqual([])
      expect(await stores.entitlements.listEffective(ben.id, day(1))).toEqual([])
      expect(await stores.entitlements.find('entitlement-1')).toEqual(entitlement)
      const ending = (from: Date, to: Date) => stores.entitlements.listEnding(from, to, 10)
      expect(await ending(day(30), day(31))).toEqual([entitlement])
      expect(await ending(day(31), day(40))).toEqual([])
      expect(await ending(day(20), day(30))).toEqual([])
      await stores.orders.move({ number: 1_001 }, () => ({
        entitlementsEnd: { at: day(2), products: ['plus'] },
      }))
      await stores.orders.move({ number: 1_001 }, () => ({
        entitlementsEnd: { at: day(1), products: ['other'] },
      }))
      expect(await stores.entitlements.listAll(ada.id, 5)).toEqual([
        { ...entitlement, until: day(2) },
      ])
    })

    test('entitlements that end at the same moment are all listed, one page after the other', async () => {
      const [ada] = await twoDesks(stores)
      await place(exampleOrder('a', { uid: 'ada', deskId: ada.id }))
      const entitlements = ['storage', 'plus', 'team'].map((productId): NewEntitlement => {
        const about = { id: `of ${productId}`, deskId: ada.id, orderId: 'order-a', productId }
        return { ...about, grants: {}, from: minute(0), until: minute(9), createdAt: minute(0) }
      })
      await stores.orders.move({ number: 1_001 }, () => ({ entitlements }))
      const { listEnding } = stores.entitlements
      const first = await listEnding(minute(0), minute(9), 2)
      const rest = await listEnding(minute(0), minute(9), 2, first.at(-1))
      const listed = [...first, ...rest].map(({ productId }) => productId)
      expect(listed).toEqual(['plus', 'storage', 'team'])
    })

    test('an erased account takes its ended orders along, for nobody to reach; the others go on as a guest’s', async () => {
      await twoDesks(stores)
      for (const name of ['sent', 'cancelled', 'paid', 'unpaid'])
        await place(exampleOrder(name, { uid: 'ada', deskId: 'desk-ada' }))
      await place(exampleOrder('other', { uid: 'ben' }))
      for (const number of [1_001, 1_003]) await stores.orders.move({ number }, pay)
      await stores.orders.move({ number: 1_001 }, () => ({ state: 'fulfilled' }))
      await stores.orders.move({ number: 1_002 }, () => ({ state: 'cancelled', stock: 'back' }))
      const before = await stores.orders.find({ number: 1_003 })
      await eraseAccount(stores, 'ada')
      const left = (await stores.orders.list('all', 10)).orders
      expect(left.map(({ number, uid }) => [number, uid])).toEqual([
        [1_005, 'ben'],
        [1_004, undefined],
        [1_003, undefined],
      ])
      expect(await stores.orders.find({ secretHash: 'hash-paid' })).toEqual({
        ...before,
        uid: undefined,
        deskId: undefined,
      })
      expect(await stores.orders.find({ secretHash: 'hash-sent' })).toBeUndefined()
      expect(await stores.orders.count()).toMatchObject({ paid: 1, fulfilled: 0, cancelled: 0 })
      expect(await place(exampleOrder('next'))).toMatchObject({ order: { number: 1_006 } })
    })
  })
  orderWorkContract(name, open)
}
