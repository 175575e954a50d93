/**
 * The values of a header like Accept-Encoding in lower case, highest weight first; weights from 0
 * (never) to 1. Source: RFC 9110, 12.4.2.
 */
export function weighted(header: string): { value: string; weight: number }[] {
  return (
    header
      .slice(0, 1_000)
      .split(',')
      .map((part) => {
        const [value = '', ...parameters] = part.split(';').map((piece) => piece.trim())
        const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2)
        return { value: value.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
      })
      .filter(({ value, weight }) => value && weight >= 0 && weight <= 1)
      // Sorting is stable: equal weights keep the header's order.
      .sort((a, b) => b.weight - a.weight)
  )
}
