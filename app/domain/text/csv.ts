/** How formulas begin, full-width forms included. */
const formula = /^[\s\uFEFF]*[=+\-@＝＋－＠\t\r]/u

/** A byte order mark, so that spreadsheets read UTF-8. */
export const csvBegin = '\uFEFF'

/**
 * A CSV line (RFC 4180). Formulas get an apostrophe, so that a text cannot make the reader's
 * computer calculate.
 */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | number | undefined): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const harmless = formula.test(cell) ? `'${cell}` : cell
  return `"${harmless.replaceAll('"', '""')}"`
}
