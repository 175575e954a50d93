import { tagKey } from '../../../domain/tickets/tags'
import type { Connection } from '../database/connection.server'

/** Lists are filtered by the tags, too, that tickets have had from their beginning. */
export function firstTags(connection: Connection): void {
  const tagged = connection
    .prepare("select id, desk_id, tags from tickets where tags <> '[]' and merged_into is null")
    .all() as { id: string; desk_id: string; tags: string }[]
  const insert = connection.prepare(
    'insert or ignore into ticket_tags (ticket_id, desk_id, tag_key, tag) values (?, ?, ?, ?)',
  )
  for (const { id, desk_id, tags } of tagged)
    for (const tag of JSON.parse(tags) as string[]) insert.run(id, desk_id, tagKey(tag), tag)
}
