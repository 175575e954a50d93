import { plainLine } from '../text/single-line'

/** Whole cents of the catalogue's currency, including VAT. */
export type Cents = number

/** `rate` in percent; gross = net + vat, to the cent. */
export interface VatShare {
  rate: number
  net: Cents
  vat: Cents
  gross: Cents
}

/** Rounded half up to the cent. */
export function vatIn(gross: Cents, rate: number): Cents {
  return Math.round((gross * rate) / (100 + rate))
}

/** Highest rate first; VAT is rounded once per rate, not per line. */
export function sharesOf(amounts: readonly { rate: number; gross: Cents }[]): VatShare[] {
  const sums = new Map<number, Cents>()
  for (const { rate, gross } of amounts) sums.set(rate, (sums.get(rate) ?? 0) + gross)
  return [...sums]
    .filter(([, gross]) => gross !== 0)
    .sort(([one], [other]) => other - one)
    .map(([rate, gross]) => {
      const vat = vatIn(gross, rate)
      return { rate, net: gross - vat, vat, gross }
    })
}

/** To the cent: remainders go to the largest fractions. Without weights the first gets all. */
export function shareOut(amount: Cents, weights: readonly number[]): Cents[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map((_, index) => (index === 0 ? amount : 0))
  const exact = weights.map((weight) => (amount * weight) / sum)
  const parts = exact.map(Math.floor)
  let left = amount - parts.reduce((total, part) => total + part, 0)
  const order = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index)
  for (const { index } of order) {
    if (left <= 0) break
    parts[index] = (parts[index] ?? 0) + 1
    left -= 1
  }
  return parts
}

export interface ReadAmount {
  cents?: Cents
  /** Two ways to read it, each as it can be typed: as thousands, and with decimals. */
  readings?: [thousands: string, decimals: string]
}

const currency = /^(?:€|euro|eur\.?)\s?|\s?(?:€|euros?|eur)$/giu

/** `12,-`, `12,– €`, `12.—`, as hyphens. */
const dashes = /(?<amount>\d[.,]) ?-{1,2}$/

const withThousands = /^([1-9]\d{0,2})([.,' ])(\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,3}))?$/

const withoutThousands = /^(\d*)(?:[.,](\d{0,3}))?$/

/** Euros. */
const mostDigits = 6

/**
 * Reads what people type: 12, 12.5, 12,50, 1.234,50, 1'234.50, 1 234,50, ,99, 12,-, EUR 12,50.
 * Three digits after the only point or comma may be thousands or decimals: `readings`, no `cents`.
 * Neither for other texts, such as an amount with a fraction of a cent.
 */
export function readAmount(typed: string): ReadAmount {
  // NFKC would take an acute accent apart.
  const text = plainLine(typed.replace(/[’‘`´′ʼ]/g, "'"))
    .replace(/\.$/, '')
    .replace(currency, '')
    .replace(dashes, '$<amount>00')
    .replace(/ ?([.,]) ?/g, '$1')
    .trim()
  const [, first = '', separator = '', rest = '', fraction] = withThousands.exec(text) ?? []
  if (first && fraction === undefined && rest.length === 3 && /[.,]/.test(separator)) {
    const rounded = Math.round(Number(rest) / 10)
    const decimals =
      rounded < 100
        ? `${first}${separator}${String(rounded).padStart(2, '0')}`
        : `${Number(first) + 1}${separator}00`
    return { readings: [first + rest, decimals] }
  }
  if (first) return centsOf(first + rest, fraction)
  const [found, whole = '', decimals] = withoutThousands.exec(text) ?? []
  return found && (whole || decimals) ? centsOf(whole || '0', decimals) : {}
}

function centsOf(whole: string, decimals = ''): ReadAmount {
  const cents = decimals.replace(/^(\d\d)0$/, '$1').padEnd(2, '0')
  if (cents.length > 2 || whole.replace(/^0+/, '').length > mostDigits) return {}
  return { cents: Number(whole) * 100 + Number(cents) }
}
