const formula = /^[\s\uFEFF]*[=+\-@＝＋－＠\t\r]/u

/** A byte order mark, so that spreadsheets read UTF-8. */
export const csvBegin = '\uFEFF'

/** RFC 4180. Formulas get an apostrophe, so that no text makes spreadsheets calculate. */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | number | undefined): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const harmless = formula.test(cell) ? `'${cell}` : cell
  return `"${harmless.replaceAll('"', '""')}"`
}
