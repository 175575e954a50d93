import { describe, expect, test } from 'vitest'
import { shippingCountries } from '../../../app/domain/shop/shipping-input'
import { postcodeError, readPostcode } from '../../../app/domain/text/postcodes'

describe('a postcode', () => {
  test.each([
    ['DE', '20459', '20459'],
    ['DE', 'D-20459', '20459'],
    ['DE', 'D 20459', '20459'],
    ['DE', 'DE-20459', '20459'],
    ['DE', '20 459', '20459'],
    ['DE', 'd20459', '20459'],
    ['DE', '\u200b20459\u00a0', '20459'],
    ['DE', '２０４５９', '20459'],
    ['AT', 'A-1010', '1010'],
    ['AT', 'AT 1010', '1010'],
    ['CH', 'CH-8001', '8001'],
    ['LI', 'FL-9490', '9490'],
    ['FR', 'F-75001', '75001'],
    ['FR', '75 001', '75001'],
    ['BE', 'B-1000', '1000'],
    ['LU', 'L 1234', '1234'],
    ['LU', 'L-1234', '1234'],
    ['LU', 'LU-1234', '1234'],
    ['NL', '1012AB', '1012 AB'],
    ['NL', '1012  ab', '1012 AB'],
    ['NL', 'NL-1012 AB', '1012 AB'],
    ['DK', 'DK-1050', '1050'],
    ['PL', '00-950', '00-950'],
    ['PL', '00–950', '00-950'],
    ['PL', '00950', '00-950'],
    ['PL', '00 950', '00-950'],
    ['PL', 'PL-00-950', '00-950'],
    ['CZ', 'CZ-110 00', '110 00'],
    ['SK', '81101', '811 01'],
    ['SE', 'S-111 22', '111 22'],
    ['SE', 'SE-11122', '111 22'],
    ['NO', 'N-0150', '0150'],
    ['FI', 'FI-00100', '00100'],
    ['GR', '10431', '104 31'],
    ['PT', '1000001', '1000-001'],
    ['PT', '1000-001', '1000-001'],
    ['ES', 'E-28001', '28001'],
    ['IT', 'I-00118', '00118'],
    ['HU', 'H-1051', '1051'],
    ['HR', 'HR-10000', '10000'],
    ['SI', 'SI-1000', '1000'],
    ['RO', '010011', '010011'],
    ['BG', '1000', '1000'],
    ['EE', '10111', '10111'],
    ['LV', 'LV-1010', '1010'],
    ['LT', 'LT-01100', '01100'],
    ['CY', '1010', '1010'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', 'M1  1AE', 'M1 1AE'],
    ['GB', 'gb-M1 1AE', 'M1 1AE'],
    ['GB', 'GB SW1A 1AA', 'SW1A 1AA'],
    ['IE', 'IE-D02 AF30', 'D02 AF30'],
    ['MT', 'MT VLT 1117', 'VLT 1117'],
    ['MT', 'MTF 1234', 'MTF 1234'],
    ['IE', 'd02af30', 'D02 AF30'],
    ['IE', 'Dublin 2', 'DUBLIN 2'],
    ['MT', 'VLT1117', 'VLT 1117'],
    ['US', '94103-1234', '94103-1234'],
    ['DE', 'D−20459', '20459'],
    ['DE', 'D—20459', '20459'],
    ['DE', 'D - 20459', '20459'],
    ['DE', '20459,', '20459'],
    ['LU', 'L‑1234', '1234'],
    ['PL', '00−950', '00-950'],
    ['PT', '1000–001', '1000-001'],
    ['PT', 'P-1000 001', '1000-001'],
    ['GB', 'UK-SW1A 1AA', 'SW1A 1AA'],
    ['GB', 'je2 3ab', 'JE2 3AB'],
    ['GB', 'GY1-1AA', 'GY1 1AA'],
    ['GB', 'IM1 1AA', 'IM1 1AA'],
    ['GB', 'bfpo57', 'BFPO 57'],
    ['GB', 'BF1 2AB', 'BF1 2AB'],
    ['IE', 'IRL-D02 AF30', 'D02 AF30'],
    ['IE', 'D6W XY00', 'D6W XY00'],
    ['FI', 'AX-22100', '22100'],
    ['SE', 'SE-111\u00a022', '111 22'],
    ['NL', 'NL 1012.AB', '1012 AB'],
  ])('in %s: %j is %s', (country, typed, read) => {
    expect(readPostcode(typed, country)).toBe(read)
  })

  test.each([
    ['DE', ''],
    ['DE', '2045'],
    ['DE', '204599'],
    ['DE', 'A-1010'],
    ['DE', 'F-20459'],
    ['DE', '2O459'],
    ['AT', '10100'],
    ['CH', 'D-8001'],
    ['NL', '1012'],
    ['NL', '0012 AB'],
    ['PL', '00-95'],
    ['FR', '7500'],
    ['IE', '-'],
    ['US', '\u3164'],
    ['GB', '12345'],
  ])('in %s: %j is none', (country, typed) => {
    expect(readPostcode(typed, country)).toBeUndefined()
  })

  test('stays the same when it is parsed again, in every country that a shop ships to', () => {
    const written = ['1010', '20459', '010011', '1012 AB', '1000-001', 'SW1A 1AA', 'D02 AF30']
    for (const country of shippingCountries({ shipping: [] })) {
      const read = written.flatMap((each) => readPostcode(each, country) ?? [])
      expect(read.length, country).toBeGreaterThan(0)
      for (const each of read) expect(readPostcode(each, country), country).toBe(each)
    }
  })
})

test('an error names what the country’s own look like, and every example is one', () => {
  for (const country of shippingCountries({ shipping: [] })) {
    const { params } = postcodeError(country)
    expect(params && readPostcode(params.example, country)).toBe(params?.example)
  }
  expect(postcodeError('DE').params).toEqual({ digits: 5, example: '10115' })
  expect(postcodeError('GB').params).toEqual({ example: 'SW1A 1AA' })
  expect(postcodeError('XX')).toEqual({ message: 'checkout:errors.postcode' })
})
