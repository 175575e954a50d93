import { describe, expect, test } from 'vitest'
import { entitlementsOf, monthsAfter } from '../../../app/domain/shop/order-grants'
import { exampleOrder } from '../../contracts/payments'

const at = (text: string) => new Date(`${text}T22:30:00Z`)

describe('What an order grants', () => {
  test('runs for calendar months, until the last day of a shorter one', () => {
    for (const [start, months, end] of [
      ['2026-01-15', 1, '2026-02-15'],
      ['2026-01-31', 1, '2026-02-28'],
      ['2028-01-31', 1, '2028-02-29'],
      ['2028-02-29', 12, '2029-02-28'],
      ['2026-12-31', 1, '2027-01-31'],
    ] as const) {
      expect(monthsAfter(at(start), months)).toEqual(at(end))
    }
  })

  test('belongs to a desk, by product and quantity, with the same ids each time', () => {
    const [bell] = exampleOrder().lines
    if (!bell) throw new Error('The example has no line')
    const storage = {
      ...bell,
      productId: 'more-storage',
      interval: 'month' as const,
      grants: { storageMegabytes: 10_000 },
      quantity: 2,
    }
    const order = exampleOrder({ deskId: 'desk', lines: [bell, storage] })
    const granted = entitlementsOf(order, at('2026-01-15'))
    expect(granted).toMatchObject([
      { productId: 'more-storage', grants: { storageMegabytes: 20_000 }, until: at('2026-02-15') },
    ])
    expect(entitlementsOf(order, at('2026-01-15'))).toEqual(granted)
    expect(entitlementsOf({ ...order, deskId: undefined }, at('2026-01-15'))).toEqual([])
  })
})
