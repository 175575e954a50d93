import type { AppLoadContext } from '@remix-run/node'
import { type CsvCell, csvBegin, csvWriter } from '../../i18n/csv'
import type { Reader } from '../sessions/access.server'
import { download } from './download.server'
import { inPieces } from './pieces.server'

interface Table {
  /** One download at a time per holder. */
  holder: string
  /** Without its ending. */
  name: string
  reader: Reader
  timeZone: string
  /** Made as they are read; the head first. */
  rows(): AsyncGenerator<readonly CsvCell[]>
}

/** A table in the language of the page, as its spreadsheets read it. */
export function downloadTable(
  context: AppLoadContext,
  { holder, name, reader, timeZone, rows }: Table,
): Promise<Response> {
  const line = csvWriter(context.language, timeZone)
  async function* lines() {
    yield csvBegin
    for await (const cells of rows()) yield line(cells)
  }
  return download(context, {
    holder,
    reader,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
    },
    body: () => inPieces(lines()),
  })
}
