import { z } from 'zod'
import { searchText } from '../../../domain/text/search-folding'
import type { Connection } from '../database/connection.server'

const texts = z.array(
  z.object({
    place: z.number(),
    desk_id: z.string(),
    ticket_id: z.string(),
    message_id: z.string().nullable(),
    number: z.number().nullable(),
    words: z.string(),
  }),
)

const ofTickets = `
  select rowid as place, desk_id, id as ticket_id, null as message_id, number,
    number || ' ' || visitor_name || ' ' || visitor_email as words
  from tickets where rowid > ? order by rowid limit 500`

const ofMessages = `
  select messages.rowid as place, desk_id, ticket_id, messages.id as message_id, null as number,
    body as words
  from messages join tickets on tickets.id = ticket_id
  where messages.rowid > ? order by messages.rowid limit 500`

export function fillTicketIndex(connection: Connection): void {
  const text = connection.prepare(
    'insert into search_texts (desk_id, ticket_id, message_id, number) values (?, ?, ?, ?) returning id',
  )
  const index = connection.prepare('insert into search_index (rowid, words) values (?, ?)')
  const ids = z.array(z.object({ id: z.number() })).length(1)
  for (const query of [ofTickets, ofMessages]) {
    const piece = connection.prepare(query)
    let last = 0
    for (;;) {
      const rows = texts.parse(piece.all([last]))
      for (const { place, desk_id, ticket_id, message_id, number, words } of rows) {
        const [row] = ids.parse(text.all([desk_id, ticket_id, message_id, number]))
        index.run([row?.id, searchText(words)])
        last = place
      }
      if (rows.length === 0) break
    }
  }
}
