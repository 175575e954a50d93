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
  if (sum === 0) return weights.map((_, place) => (place === 0 ? amount : 0))
  const exact = weights.map((weight) => (amount * weight) / sum)
  const parts = exact.map(Math.floor)
  let left = amount - parts.reduce((total, part) => total + part, 0)
  const order = exact
    .map((value, place) => ({ place, remainder: value - Math.floor(value) }))
    .sort((one, other) => other.remainder - one.remainder || one.place - other.place)
  for (const { place } of order) {
    if (left <= 0) break
    parts[place] = (parts[place] ?? 0) + 1
    left -= 1
  }
  return parts
}

/** Reads what people type: 12, 12.5, 12,50, 1.234,50, with or without the sign; else undefined. */
export function readCents(typed: string): Cents | undefined {
  const text = typed.replaceAll('€', '').replace(/\s/g, '')
  const found = /^(\d{1,3}(?:[.,]?\d{3}){0,1})(?:[.,](\d{1,2}))?$/.exec(text)
  if (!found) return undefined
  const [, whole = '', cents = ''] = found
  return Number(whole.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'))
}
