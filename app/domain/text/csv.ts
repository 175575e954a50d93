/** Full width too. */
const formula = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r]/u

/** A byte order mark, so that spreadsheets read UTF-8. */
export const csvBegin = '\uFEFF'

/** Whole cents are written as an amount, "12.50". */
type CsvCell = string | number | { cents: number } | undefined

/** RFC 4180. Formulas get an apostrophe. German spreadsheets expect semicolons. */
export function csvLine(cells: readonly CsvCell[], separator: ',' | ';' = ','): string {
  return `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`
}

function csvCell(cell: CsvCell, separator: ',' | ';'): string {
  if (cell === undefined) return ''
  if (typeof cell === 'object') {
    const amount = (cell.cents / 100).toFixed(2)
    return separator === ';' ? amount.replace('.', ',') : amount
  }
  if (typeof cell === 'number') return String(cell)
  const harmless = formula.test(cell) ? `'${cell}` : cell
  return `"${harmless.replaceAll('"', '""')}"`
}
