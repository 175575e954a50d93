import { expect, test } from 'vitest'
import { keepUnits } from '~/domain/text/units'

test.each([
  ['House blend, 250\u00a0g', 'House blend, 250\u00a0g'],
  ['20 × 12 cm, 1,5 l and 10 GB', '20 × 12\u00a0cm, 1,5\u00a0l and 10\u00a0GB'],
  ['3 grand pianos in 2 mugs', '3 grand pianos in 2 mugs'],
  ['Bis 90 °C, 19 %', 'Bis 90\u00a0°C, 19\u00a0%'],
  ['Mo–Fr 8–18 Uhr, rund um die Uhr', 'Mo–Fr 8–18\u00a0Uhr, rund um die Uhr'],
  ['g', 'g'],
])('%s keeps its figures with their units', (text, kept) => {
  expect(keepUnits(text)).toBe(kept)
  expect(keepUnits(kept)).toBe(kept)
})
