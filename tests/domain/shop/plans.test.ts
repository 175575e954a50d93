import { describe, expect, it } from 'vitest'
import sample from '../../../app/adapters/json-file/sample-catalogue.json'
import { counting, type Entitlement, limitsOf } from '../../../app/domain/desks/entitlements'
import { isIban, spacedIban } from '../../../app/domain/legal/legal'
import { readCatalogue } from '../../../app/domain/shop/catalogue-input'
import { beyond, liftingPlan, limitsWith, planOf } from '../../../app/domain/shop/plans'
import { monthBoundaries } from '../../../app/domain/time/days'

const read = readCatalogue(sample)
if (read.kind === 'unsound') throw new Error(read.problems.join())
const { catalogue } = read

const day = (days: number) => new Date(Date.UTC(2026, 0, 1 + days))

function bought(productId: string, from: number, until: number): Entitlement {
  const grants = catalogue.products.find(({ id }) => id === productId)?.grants ?? {}
  const id = `${productId}-${from}`
  const times = { from: day(from), until: day(until), createdAt: day(from) }
  return { id, deskId: 'desk', orderId: id, productId, grants, ...times }
}

describe('A plan', () => {
  it('that is bought again in its grace period counts once', () => {
    const old = bought('desk-plus', 0, 31)
    const again = bought('desk-plus', 33, 62)
    expect(limitsOf(counting([old], day(40))).savedReplies).toBe(100)
    expect(limitsOf(counting([old, again], day(40))).savedReplies).toBe(100)
    // Two that were both paid for add up.
    const more = bought('more-storage', 0, 31)
    const twice = [more, { ...more, id: 'another' }]
    expect(limitsOf(counting(twice, day(5))).storageMegabytes).toBe(20_200)
  })

  it('is the one that began last, and an add-on is not one', () => {
    const effective = [bought('desk-plus', 0, 31), bought('desk-pro', 5, 36)]
    expect(planOf(effective, catalogue)).toMatchObject({ product: { id: 'desk-pro' } })
    expect(planOf([bought('own-name', 0, 31)], catalogue)).toBeUndefined()
  })

  it('adds to the limits that the desk has already', () => {
    const plus = catalogue.products.find(({ id }) => id === 'desk-plus')
    if (!plus) throw new Error('The sample has no such plan')
    const limits = limitsWith(plus, [bought('desk-plus', 0, 31)], catalogue)
    expect(limits).toMatchObject({ conversationsPerMonth: 1_900, savedReplies: 180 })
  })

  it('that has ended leaves add-ons, and what exceeds its limits is named', () => {
    const effective = [bought('desk-pro', 0, 31), bought('more-storage', 0, 31)]
    const free = catalogue.products.find(({ id }) => id === 'desk-free')
    if (!free) throw new Error('The sample has no free plan')
    const limits = limitsWith(free, effective, catalogue)
    expect(limits).toEqual({
      conversationsPerMonth: 100,
      savedReplies: 20,
      storageMegabytes: 10_200,
      branding: 1,
    })
    const uses = [
      { name: 'savedReplies', used: 21, most: 200 },
      { name: 'conversationsPerMonth', used: 100, most: 10_000 },
    ] as const
    expect(beyond(uses, limits)).toEqual(['savedReplies'])
  })

  it('lifts a limit if it is the cheapest that gives more', () => {
    expect(liftingPlan(catalogue, 'savedReplies', 20)?.id).toBe('desk-plus')
    expect(liftingPlan(catalogue, 'savedReplies', 100)?.id).toBe('desk-pro')
    expect(liftingPlan(catalogue, 'savedReplies', 200)).toBeUndefined()
  })
})

it('a month begins at midnight of its first day in the desk’s time zone', () => {
  const month = monthBoundaries('2026-12-21', 'Europe/Berlin').map((date) => date.toISOString())
  expect(month).toEqual(['2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'])
})

describe('An IBAN', () => {
  it('is recognised by its check digits', () => {
    for (const right of ['DE89370400440532013000', 'GB29NWBK60161331926819', 'NO9386011117947']) {
      expect(isIban(right), right).toBe(true)
    }
    for (const wrong of ['DE89370400440532013001', 'DE98370400440532013000', 'DE00', 'de89']) {
      expect(isIban(wrong), wrong).toBe(false)
    }
    expect(spacedIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
  })
})
