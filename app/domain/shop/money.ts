/** All amounts are whole cents of the catalogue's currency, as the customer pays them: with VAT. */
export type Cents = number

/** What is paid at one rate of VAT. `rate` in percent; gross = net + vat, to the cent. */
export interface VatShare {
  rate: number
  net: Cents
  vat: Cents
  gross: Cents
}

/** The VAT that a gross amount holds, rounded to the nearest cent (half up). */
export function vatIn(gross: Cents, rate: number): Cents {
  return Math.round((gross * rate) / (100 + rate))
}

/**
 * Amounts summed by rate, the highest rate first. VAT is taken of each rate's sum, not line by line,
 * so that the cents of many lines do not add up to an error.
 */
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

/**
 * Shares an amount out in proportion to the weights, to the cent: the parts add up to the amount.
 * What rounding leaves over goes to the largest remainders, the earlier first. Without any weight the
 * first part gets all.
 */
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
