import type { Language } from '~/domain/text/languages'
import { dayKey, formatClock, formatNumericDay, hasDecimalComma } from './formats'

/** Full width too. */
const formula = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r]/u

/** A byte order mark, so that spreadsheets read UTF-8. */
export const csvBegin = '\uFEFF'

/** Amounts are whole cents. */
export type CsvCell =
  | string
  | number
  | { cents: number }
  | { day: Date }
  | { time: Date }
  | undefined

/**
 * Writes lines as RFC 4180 has them. In a language with a decimal comma with semicolons, "12,50" and
 * "21.11.2026", as its spreadsheets read them, elsewhere "12.50" and "2026-11-21". Formulas get an
 * apostrophe.
 */
export function csvWriter(language: Language, timeZone: string) {
  const comma = hasDecimalComma(language)
  const day = (at: Date) =>
    comma ? formatNumericDay(at, language, timeZone) : dayKey(at, timeZone)
  const time = (at: Date) => formatClock(at, language, timeZone).padStart(5, '0')

  function written(cell: CsvCell): string {
    if (cell === undefined) return ''
    if (typeof cell === 'number') return comma ? String(cell).replace('.', ',') : String(cell)
    if (typeof cell === 'string') {
      const harmless = formula.test(cell) ? `'${cell}` : cell
      return `"${harmless.replaceAll('"', '""')}"`
    }
    if ('day' in cell) return `"${day(cell.day)}"`
    if ('time' in cell) return `"${day(cell.time)} ${time(cell.time)}"`
    const amount = (cell.cents / 100).toFixed(2)
    return comma ? amount.replace('.', ',') : amount
  }

  return (cells: readonly CsvCell[]): string => `${cells.map(written).join(comma ? ';' : ',')}\r\n`
}
