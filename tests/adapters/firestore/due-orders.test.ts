import { FieldValue } from 'firebase-admin/firestore'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../app/adapters/firestore/database/database.server'
import { openStores, storesOn } from '../../../app/adapters/firestore/stores.server'
import { recordPayment } from '../../../app/domain/shop/order-payment'
import { giveBack, refundOrder } from '../../../app/domain/shop/order-refunds'
import { noteWithdrawal } from '../../../app/domain/shop/order-withdrawal'
import type { PaymentServices } from '../../../app/domain/shop/payments'
import { exampleLine, exampleOrder, minute } from '../../contracts/examples'
import { newProject, onEmulator } from './places'

onEmulator(() => {
  test('A refund and a withdrawal from before are to do after a start, and counted there once', async () => {
    const project = newProject()
    const database = openDatabase(project)
    const older = storesOn(database)
    onTestFinished(() => older.close())
    const payments = { 'bank-transfer': { refund: async () => 'by-hand' } }
    const ports = { orders: older.orders, payments: payments as unknown as PaymentServices }
    for (const [key, number] of [
      ['a', 1_001],
      ['b', 1_002],
    ] as const) {
      await older.orders.place(exampleOrder(key, { lines: [exampleLine('gift')] }), {})
      await recordPayment(older.orders, { number }, undefined, minute(5))
      await refundOrder(ports, { number }, 'all', key, minute(6))
    }
    const email = 'lena@example.com'
    await older.orders.place(exampleOrder('c', { email, lines: [exampleLine('gift')] }), {})
    await noteWithdrawal(older.orders, {
      ...{ id: 'd', key: 'k', name: 'Lena', contract: '1003', email, endsOn: '', language: 'de' },
      ...{ mailed: true, matter: { kind: 'withdrawal' }, receivedAt: minute(6) },
    })
    for (const { ref } of (await database.collection('orders').get()).docs)
      await ref.update({ refundDue: FieldValue.delete() })
    const shop = database.document('shop', 'shop')
    await shop.update({ orders: { refunded: 2, created: 1 } })
    // One is given back meanwhile.
    await giveBack(older.orders, { number: 1_001 }, 'a', minute(7))

    const newer = await openStores(project)
    onTestFinished(() => newer.close())
    const numbers = async (list: 'to-send' | 'ended') =>
      (await older.orders.list(list, 9)).orders.map(({ number }) => number)
    await vi.waitFor(async () => expect(await numbers('to-send')).toEqual([1_002, 1_003]), 20_000)
    expect(await numbers('ended')).toEqual([1_001])
    expect(await older.orders.count()).toMatchObject({
      refunded: 1,
      'refund-due': 1,
      withdrawn: 1,
      created: 0,
    })
  })
})
