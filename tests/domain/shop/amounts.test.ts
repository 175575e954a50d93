import { describe, expect, test } from 'vitest'
import { readAmount } from '../../../app/domain/shop/money'
import { productForm } from '../../../app/domain/shop/product-input'
import { shippingForm } from '../../../app/domain/shop/shipping-input'

describe('an amount', () => {
  test.each([
    ['12', 1_200],
    ['12.5', 1_250],
    ['12,50', 1_250],
    ['12,', 1_200],
    ['1.234,50', 123_450],
    ['1,234.50', 123_450],
    ['12,50 €', 1_250],
    ['12,50€', 1_250],
    ['€ 0.99', 99],
    ['€12.50', 1_250],
    ['EUR 12,50', 1_250],
    ['EUR12.50', 1_250],
    ['12,50 EUR', 1_250],
    ['12,50 Euro', 1_250],
    ['12 euros', 1_200],
    ['12,50 Eur.', 1_250],
    ['Euro 12', 1_200],
    ['EUR. 12', 1_200],
    ['12,50 €.', 1_250],
    ['12,50.', 1_250],
    ['12,−', 1_200],
    ['12.−', 1_200],
    ['12,−−', 1_200],
    ['12,‐ €', 1_200],
    ['12,‑', 1_200],
    ['1´234.50', 123_450],
    ['1′234.50', 123_450],
    ['1ʼ234.50', 123_450],
    ['1＇234.50', 123_450],
    ['1\u2007234,50', 123_450],
    ['12,50\u2009€', 1_250],
    ['eur 12', 1_200],
    ['12,-', 1_200],
    ['12,– €', 1_200],
    ['12,--', 1_200],
    ['12.—', 1_200],
    ['12.-', 1_200],
    ['€ 12,—', 1_200],
    ['1.234,-', 123_400],
    [',99', 99],
    ['.99', 99],
    ['0,5', 50],
    ["1'234.50", 123_450],
    ['1’234.50', 123_450],
    ["1'234", 123_400],
    ['1 234,50', 123_450],
    ['1\u00a0234,50', 123_450],
    ['1\u202f234,50\u00a0€', 123_450],
    ['1\u2009234', 123_400],
    ['12 ,50', 1_250],
    ['１２，５０', 1_250],
    ['１２．５０ €', 1_250],
    ['\u200b12,50\u202c', 1_250],
    ['0', 0],
    ['0,00', 0],
    ['007', 700],
    ['0.990', 99],
    ['0,500', 50],
    ['01,500', 150],
    ['1.234,560', 123_456],
    ['1234,500', 123_450],
    ['999.999,99', 99_999_999],
    ['999999', 99_999_900],
  ])('%j is %i cents', (typed, cents) => {
    expect(readAmount(typed)).toEqual({ cents })
  })

  test.each([
    '',
    ' ',
    '-1',
    '−1',
    '1.2.3',
    '1,2345',
    'free',
    '1234567',
    '1.234.567',
    '0,125',
    '0.999',
    '0,001',
    '00.125',
    '1.234,567',
    '1234.567',
    '1.23,45',
    '1.234.50',
    '12,34.56',
    '12 34',
    '1 23',
    "1'23",
    '0 123',
    '12 €€',
    '€',
    ',',
    ',-',
    '$12',
    'CHF 12',
    '12 USD',
    '12€50',
    '1e3',
    '0x10',
    '١٢',
    '12-13',
    '12%',
  ])('“%s” is none', (typed) => {
    expect(readAmount(typed)).toEqual({})
  })

  test.each([
    ['1.234', '1234', '1.23'],
    ['1,500', '1500', '1,50'],
    ['12.000', '12000', '12.00'],
    ['999,999', '999999', '1000,00'],
    ['1.234 €', '1234', '1.23'],
    ['１．２３４', '1234', '1.23'],
    ['1.234 Euro.', '1234', '1.23'],
  ])('%j may be %s or %s', (typed, ...readings) => {
    expect(readAmount(typed)).toEqual({ readings })
    for (const reading of readings) expect(readAmount(reading).cents).toBeDefined()
  })
})

const product = {
  titleEn: 'Tea',
  summaryEn: 'Green tea',
  descriptionEn: 'Green tea',
  deliveryTimeEn: 'soon',
  kind: 'good',
  category: 'tea',
  price: '3',
  delivery: 'shipping',
}

function problemsOf(typed: Record<string, string>) {
  const issues = productForm('en').safeParse({ ...product, ...typed }).error?.issues ?? []
  return issues.map(({ path, message }) => [path[0], message])
}

describe('the form of a product', () => {
  test('refuses a price and a unit price of zero', () => {
    expect(problemsOf({ unit: 'kg', unitAmount: '19,90' })).toEqual([])
    expect(problemsOf({ price: '0' })).toEqual([['price', 'shelf:errors.price']])
    for (const unitAmount of ['0', '0,00', '0,125'])
      expect(problemsOf({ unit: 'kg', unitAmount })).toEqual([
        ['unitAmount', 'shelf:errors.unitAmount'],
      ])
  })

  test('asks about an ambiguous amount', () => {
    const typed = { ...product, price: '1,500', unit: 'kg', unitAmount: '1.234' }
    expect(productForm('en').safeParse(typed).error?.issues).toMatchObject([
      {
        path: ['price'],
        message: 'shelf:errors.amountTwoWays',
        params: { thousands: '1500', decimals: '1,50' },
      },
      { path: ['unitAmount'], params: { thousands: '1234', decimals: '1.23' } },
    ])
  })

  test('and the form of the shipping does the same', () => {
    const rate = { price0: '4,90 €', free0: '1.500', 'to0-DE': 'on' }
    expect(shippingForm('en').safeParse(rate).error?.issues).toMatchObject([
      { path: ['free0'], params: { thousands: '1500', decimals: '1.50' } },
    ])
    expect(
      shippingForm('en').safeParse({ ...rate, price0: '0', free0: '50,-' }).data?.shipping,
    ).toEqual([{ countries: ['DE'], price: 0, freeFrom: 5_000 }])
  })
})
