import type { Selectable } from 'kysely'
import { isEarlierKey, type MailAlias, type MailAliasStore } from '../../../domain/mail-in/aliases'
import type { Database } from '../database/database.server'
import { type Schema, toRow } from '../database/schema.server'
import { isDeskThere } from '../erasure/visible.server'

export function createMailAliasStore({ kysely }: Database): MailAliasStore {
  return {
    async findDesk(name) {
      const row = await kysely
        .selectFrom('mailAliases')
        .select('deskId')
        .where('name', '=', name)
        .where(isDeskThere('mailAliases.deskId'))
        .executeTakeFirst()
      return row?.deskId
    },

    async list(deskId) {
      const rows = await kysely
        .selectFrom('mailAliases')
        .selectAll()
        .where('deskId', '=', deskId)
        .where(isDeskThere('mailAliases.deskId'))
        .orderBy('chosenAt', 'desc')
        .orderBy('name')
        .execute()
      return rows.map(toMailAlias)
    },

    choose: (alias, most) =>
      kysely.transaction().execute(async (transaction) => {
        const { name, deskId } = alias
        const known = await transaction
          .selectFrom('mailAliases')
          .select(['name', 'deskId'])
          .where((column) => column.or([column('name', '=', name), column('deskId', '=', deskId)]))
          .execute()
        const same = known.find((each) => each.name === name)
        if (same && same.deskId !== deskId) return 'taken'
        const alike = known.filter((each) => isEarlierKey(each.name) === isEarlierKey(name))
        if (!same && alike.length >= most) return 'full'
        const row = toRow(alias)
        await transaction
          .insertInto('mailAliases')
          .values(row)
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ chosenAt: row.chosenAt }))
          .execute()
        return 'chosen'
      }),
  }
}

export function toMailAlias(row: Selectable<Schema['mailAliases']>): MailAlias {
  return { ...row, chosenAt: new Date(row.chosenAt) }
}
