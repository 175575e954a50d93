import { plainLine } from './single-line'

interface Postcode {
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
  AT: { shape: digits(4), prefixes: 'A' },
  BE: { shape: digits(4), prefixes: 'B' },
  BG: { shape: digits(4) },
  CH: { shape: digits(4) },
  CY: { shape: digits(4) },
  CZ: { shape: /^(\d{3})(\d\d)$/, written: '$1 $2' },
  DE: { shape: digits(5), prefixes: 'D' },
  DK: { shape: digits(4) },
  EE: { shape: digits(5), prefixes: 'EST' },
  ES: { shape: digits(5), prefixes: 'E' },
  FI: { shape: digits(5), prefixes: 'FIN|AX' },
  FR: { shape: digits(5), prefixes: 'F' },
  GB: {
    shape: /^(?:([A-Z]{1,2}\d[A-Z\d]?|GIR)(\d[A-Z]{2})|(BFPO)(\d{1,4}))$/,
    written: '$1$3 $2$4',
    prefixes: 'UK',
  },
  GR: { shape: /^(\d{3})(\d\d)$/, written: '$1 $2', prefixes: 'EL' },
  HR: { shape: digits(5) },
  HU: { shape: digits(4), prefixes: 'H' },
  IE: { shape: /^([A-Z]\d[\dW])([A-Z\d]{4})$/, written: '$1 $2', prefixes: 'IRL', lenient: true },
  IT: { shape: digits(5), prefixes: 'I' },
  LI: { shape: digits(4), prefixes: 'FL|CH' },
  LT: { shape: digits(5) },
  LU: { shape: digits(4), prefixes: 'L' },
  LV: { shape: digits(4) },
  MT: { shape: /^([A-Z]{3})(\d{4})$/, written: '$1 $2', lenient: true },
  NL: { shape: /^([1-9]\d{3})([A-Z]{2})$/, written: '$1 $2' },
  NO: { shape: digits(4), prefixes: 'N' },
  PL: { shape: /^(\d\d)(\d{3})$/, written: '$1-$2' },
  PT: { shape: /^(\d{4})(\d{3})$/, written: '$1-$2', prefixes: 'P' },
  RO: { shape: digits(6) },
  SE: { shape: /^(\d{3})(\d\d)$/, written: '$1 $2', prefixes: 'S' },
  SI: { shape: digits(4), prefixes: 'SLO' },
  SK: { shape: /^(\d{3})(\d\d)$/, written: '$1 $2' },
}

/**
 * As the country's post writes it: `D-20459` is 20459, `1012ab` 1012 AB, `00–950` 00-950. Undefined if
 * it does not fit the country; in one that is not listed, a letter or digit is enough.
 */
export function readPostcode(typed: string, country: string): string | undefined {
  const text = plainLine(typed).toUpperCase()
  const usual = /[A-Z\d]/.test(text) ? text : undefined
  const known = Object.hasOwn(postcodes, country) ? postcodes[country] : undefined
  if (!known) return usual
  const { shape, written = '$&', prefixes = '', lenient } = known
  const fitting = ['', country, ...prefixes.split('|')]
    .filter((prefix) => text.startsWith(prefix))
    .map((prefix) => text.slice(prefix.length).replace(/[-., ]/g, ''))
    .find((bare) => shape.test(bare))
  if (fitting) return fitting.replace(shape, written)
  return lenient && usual
}
