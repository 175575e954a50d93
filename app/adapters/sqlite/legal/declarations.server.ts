import type { Kysely } from 'kysely'
import {
  type Declaration,
  type DeclarationStore,
  declaresSame,
} from '../../../domain/legal/declarations'
import { storedMatter } from '../../../domain/legal/declarations-input'
import type { Database } from '../database/database.server'
import { type Schema, toRow } from '../database/schema.server'
import { addMails } from '../outbox/mails.server'

export function createDeclarationStore({ kysely }: Database): DeclarationStore {
  return {
    take: ({ ticket, ...declaration }, mails) =>
      kysely.transaction().execute(async (transaction) => {
        const known = await findByKey(transaction, declaration.key)
        if (known) {
          const earlier = toDeclaration(known)
          return declaresSame(earlier, declaration)
            ? { kind: 'again', declaration: earlier }
            : { kind: 'conflict' }
        }
        const place = { deskId: ticket?.deskId ?? null, ticketNumber: ticket?.number ?? null }
        await transaction
          .insertInto('declarations')
          .values({ ...toRow(declaration), ...place })
          .execute()
        await addMails(transaction, mails, declaration.receivedAt)
        return { kind: 'taken', declaration: { ...declaration, ...(ticket && { ticket }) } }
      }),

    has: async (key) => (await findByKey(kysely, key)) !== undefined,

    async find(id) {
      const row = await kysely
        .selectFrom('declarations')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toDeclaration(row)
    },
  }
}

function findByKey(kysely: Kysely<Schema>, key: string) {
  return kysely.selectFrom('declarations').selectAll().where('key', '=', key).executeTakeFirst()
}

export function toDeclaration({
  deskId,
  ticketNumber,
  ...row
}: Schema['declarations']): Declaration {
  return {
    ...row,
    matter: storedMatter.parse(JSON.parse(row.matter)),
    mailed: row.mailed === 1,
    receivedAt: new Date(row.receivedAt),
    ...(deskId && ticketNumber && { ticket: { deskId, number: ticketNumber } }),
  }
}
