import type { Selectable } from 'kysely'
import { type Embed, type EmbedStore, newEmbed } from '../../../domain/desks/embeds'
import { lookFrom, originsFrom } from '../../../domain/desks/embeds-input'
import type { Database } from '../database/database.server'
import { optionalDate, type Row, type Schema, toRow } from '../database/schema.server'
import { textFrom } from '../localized-texts.server'

export function createEmbedStore({ kysely }: Database): EmbedStore {
  return {
    async find(deskId) {
      const row = await kysely
        .selectFrom('embeds')
        .selectAll()
        .where('deskId', '=', deskId)
        .executeTakeFirst()
      return row ? toEmbed(row) : newEmbed()
    },

    async save(deskId, parts) {
      const cells: Partial<Row<Embed>> = toRow(parts as Embed)
      await kysely
        .insertInto('embeds')
        .values({ ...toRow(newEmbed()), ...cells, deskId })
        .onConflict((conflict) => conflict.column('deskId').doUpdateSet({ ...cells, deskId }))
        .execute()
    },

    async note(deskId, seenOn, seenAt) {
      await kysely
        .updateTable('embeds')
        .set(toRow({ seenOn, seenAt }))
        .where('deskId', '=', deskId)
        .where((where) =>
          where.or([where('seenAt', 'is', null), where('seenAt', '<', seenAt.getTime())]),
        )
        .execute()
    },
  }
}

export function toEmbed(row: Selectable<Schema['embeds']>): Embed {
  return {
    look: lookFrom(JSON.parse(row.look)),
    launcher: textFrom(row.launcher),
    consent: textFrom(row.consent),
    consentLink: textFrom(row.consentLink),
    origins: originsFrom(JSON.parse(row.origins)),
    seenOn: row.seenOn ?? undefined,
    seenAt: optionalDate(row.seenAt),
  }
}
