/** Signs with which spreadsheets begin a formula, in the width of Asian scripts too. */
const formula = /^[\s\uFEFF]*[=+\-@＝＋－＠\t\r]/u

/** So that spreadsheets read UTF-8. */
export const csvBegin = '\uFEFF'

/**
 * One line of a table for spreadsheets. Source: RFC 4180. A text that would be read as a formula gets
 * an apostrophe in front: whoever wrote it must not make the reader's computer calculate.
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
