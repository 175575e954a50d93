import { describe, expect, test } from 'vitest'
import { shareOut, sharesOf, vatIn } from '../../../app/domain/shop/money'
import { numbersFrom } from '../../support/numbers'

describe('Money', () => {
  test('contains the VAT that German receipts show', () => {
    expect(vatIn(1190, 19)).toBe(190)
    expect(vatIn(107, 7)).toBe(7)
    expect(vatIn(1, 19)).toBe(0)
    expect(vatIn(999, 0)).toBe(0)
  })

  test('is summed by rate, the highest first, without losing a cent', () => {
    expect(
      sharesOf([
        { rate: 7, gross: 107 },
        { rate: 19, gross: 119 },
        { rate: 7, gross: 214 },
        { rate: 0, gross: 0 },
      ]),
    ).toEqual([
      { rate: 19, net: 100, vat: 19, gross: 119 },
      { rate: 7, net: 300, vat: 21, gross: 321 },
    ])
  })

  test('in shares adds up to the cent, for any amounts', () => {
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const number = numbersFrom(seed)
      const amounts = Array.from({ length: 1 + number(12) }, () => ({
        rate: [0, 7, 19][number(3)] ?? 0,
        gross: number(1_000_000),
      }))
      const total = amounts.reduce((sum, { gross }) => sum + gross, 0)
      const shares = sharesOf(amounts)
      expect({ seed, sum: shares.reduce((sum, { gross }) => sum + gross, 0) }).toEqual({
        seed,
        sum: total,
      })
      for (const { net, vat, gross, rate } of shares) {
        expect(net + vat).toBe(gross)
        expect(Math.abs(vat - (gross * rate) / (100 + rate))).toBeLessThanOrEqual(0.5)
      }
      const weights = amounts.map(({ gross }) => gross)
      const amount = number(100_000)
      const parts = shareOut(amount, weights)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
      const sum = weights.reduce((all, weight) => all + weight, 0)
      for (const [index, part] of parts.entries()) {
        if (sum > 0) {
          expect(Math.abs(part - (amount * (weights[index] ?? 0)) / sum)).toBeLessThan(1)
        }
      }
    }
  })
})
