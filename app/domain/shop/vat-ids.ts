import { plainLine } from '../text/single-line'

/** By the country it begins with. Source: VIES, "What is the format of a VAT number?" */
const numbers: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d[A-Z+*]\d{5}[A-Z]|\d{7}[A-Z]{1,2})$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
}

/** What people copy along: "USt-IdNr.: DE…", "VAT no. DE…". */
const label = /^(?:UST(?:ID)?|UID|VAT(?:ID)?|MWST|TVA|BTW)(?:NR|NO)?(?=[A-Z]{2})/

/** As VIES writes it: without spaces, dots and hyphens. Undefined if no country of the EU has such. */
export function readVatId(typed: string): string | undefined {
  const id = plainLine(typed)
    .replace(/[ .:/_-]/g, '')
    .toUpperCase()
    .replace(label, '')
  const country = id.slice(0, 2)
  const number = Object.hasOwn(numbers, country) ? numbers[country] : undefined
  return number?.test(id.slice(2)) ? id : undefined
}
