import { plainLine } from './single-line'

interface Postcode {
  /** As written, for who typed another. */
  example: string
  /** Without blanks and hyphens. */
  shape: RegExp
  /** As the country's post writes it, with the groups of `shape`. */
  written?: string
  /** What people write in front of it: the vehicle's sign, the country's code. */
  prefixes?: string
  /** Others are taken, too: many people there do not know theirs. */
  lenient?: true
}

const digits = (count: number) => new RegExp(`^\\d{${count}}$`)

/** Source: Universal Postal Union, addressing sheets of each country. */
const postcodes: Record<string, Postcode> = {
  AT: { example: '1010', shape: digits(4), prefixes: 'A' },
  BE: { example: '1000', shape: digits(4), prefixes: 'B' },
  BG: { example: '1000', shape: digits(4) },
  CH: { example: '8001', shape: digits(4) },
  CY: { example: '1010', shape: digits(4) },
  CZ: { example: '110 00', shape: /^(\d{3})(\d\d)$/, written: '$1 $2' },
  DE: { example: '10115', shape: digits(5), prefixes: 'D' },
  DK: { example: '1050', shape: digits(4) },
  EE: { example: '10111', shape: digits(5), prefixes: 'EST' },
  ES: { example: '28001', shape: digits(5), prefixes: 'E' },
  FI: { example: '00100', shape: digits(5), prefixes: 'FIN|AX' },
  FR: { example: '75001', shape: digits(5), prefixes: 'F' },
  GB: {
    example: 'SW1A 1AA',
    shape: /^(?:([A-Z]{1,2}\d[A-Z\d]?|GIR)(\d[A-Z]{2})|(BFPO)(\d{1,4}))$/,
    written: '$1$3 $2$4',
    prefixes: 'UK',
  },
  GR: { example: '104 31', shape: /^(\d{3})(\d\d)$/, written: '$1 $2', prefixes: 'EL' },
  HR: { example: '10000', shape: digits(5) },
  HU: { example: '1011', shape: digits(4), prefixes: 'H' },
  IE: {
    example: 'D02 X285',
    shape: /^([A-Z]\d[\dW])([A-Z\d]{4})$/,
    written: '$1 $2',
    prefixes: 'IRL',
    lenient: true,
  },
  IT: { example: '00184', shape: digits(5), prefixes: 'I' },
  LI: { example: '9490', shape: digits(4), prefixes: 'FL|CH' },
  LT: { example: '01100', shape: digits(5) },
  LU: { example: '1111', shape: digits(4), prefixes: 'L' },
  LV: { example: '1010', shape: digits(4) },
  MT: { example: 'VLT 1117', shape: /^([A-Z]{3})(\d{4})$/, written: '$1 $2', lenient: true },
  NL: { example: '1012 AB', shape: /^([1-9]\d{3})([A-Z]{2})$/, written: '$1 $2' },
  NO: { example: '0150', shape: digits(4), prefixes: 'N' },
  PL: { example: '00-950', shape: /^(\d\d)(\d{3})$/, written: '$1-$2' },
  PT: { example: '1000-001', shape: /^(\d{4})(\d{3})$/, written: '$1-$2', prefixes: 'P' },
  RO: { example: '010011', shape: digits(6) },
  SE: { example: '111 20', shape: /^(\d{3})(\d\d)$/, written: '$1 $2', prefixes: 'S' },
  SI: { example: '1000', shape: digits(4), prefixes: 'SLO' },
  SK: { example: '811 01', shape: /^(\d{3})(\d\d)$/, written: '$1 $2' },
}

/**
 * As the country's post writes it: `D-20459` is 20459, `1012ab` 1012 AB, `00–950` 00-950. Undefined if
 * it does not fit the country; in one that is not listed, a letter or digit is enough.
 */
export function readPostcode(typed: string, country: string): string | undefined {
  const text = plainLine(typed).toUpperCase()
  const usual = /[A-Z\d]/.test(text) ? text : undefined
  const known = knownIn(country)
  if (!known) return usual
  const { shape, written = '$&', prefixes = '', lenient } = known
  const fitting = ['', country, ...prefixes.split('|')]
    .filter((prefix) => text.startsWith(prefix))
    .map((prefix) => text.slice(prefix.length).replace(/[-., ]/g, ''))
    .find((bare) => shape.test(bare))
  if (fitting) return fitting.replace(shape, written)
  return lenient && usual
}

/** What is to be typed instead of what does not fit the country: a locale key and its values. */
export function postcodeError(country: string): { message: string; params?: PostcodeShape } {
  const { example } = knownIn(country) ?? {}
  if (!example) return { message: 'checkout:errors.postcode' }
  return /^\d+$/.test(example)
    ? { message: 'checkout:errors.postcodeDigits', params: { digits: example.length, example } }
    : { message: 'checkout:errors.postcodeForm', params: { example } }
}

export interface PostcodeShape {
  digits?: number
  example: string
}

function knownIn(country: string): Postcode | undefined {
  return Object.hasOwn(postcodes, country) ? postcodes[country] : undefined
}
