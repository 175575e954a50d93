import { type Kysely, type SqlBool, sql } from 'kysely'
import { belongings } from '../../../domain/erasure/belongings'
import type { ErasureStore } from '../../../domain/erasure/erasure'
import { kindsOfDesk } from '../../../domain/record-stores'
import type { Database } from '../database/database.server'
import { optionalDate, type Schema } from '../database/schema.server'
import { eraseOfDesk } from '../records/records.server'
import { unassign } from '../tickets/assignees.server'
import { mergeSome } from '../tickets/index.server'
import { hideAccount, hideOldTickets, hideTicket } from './hiding.server'

export function createErasure({ kysely }: Database): ErasureStore {
  return {
    hideTicket: (scope, now) =>
      kysely.transaction().execute((transaction) => hideTicket(transaction, scope, now)),

    hideOldTickets: (deskId, before, limit, now) =>
      kysely
        .transaction()
        .execute((transaction) => hideOldTickets(transaction, { deskId, before, limit, now })),

    hideAccount: (uid, sealedTokens, now, desks) =>
      kysely
        .transaction()
        .execute((transaction) => hideAccount(transaction, uid, sealedTokens, now, desks)),

    async isHidden(uid) {
      const row = await kysely
        .selectFrom('accountErasures')
        .select('uid')
        .where('uid', '=', uid)
        .executeTakeFirst()
      return row !== undefined
    },

    eraseStep: (rows) =>
      kysely.transaction().execute(async (transaction) => {
        let left = rows
        let more = true
        while (more && left > 0) {
          const erased = await eraseSome(transaction, left)
          more = erased !== undefined
          left -= erased ?? 0
        }
        await mergeSome(transaction)
        return more
      }),

    async dueAccounts(now, limit) {
      const rows = await kysely
        .selectFrom('accountErasures')
        .selectAll('accountErasures')
        .select(hasData.as('hasData'))
        .where('dueAt', '<=', now.getTime())
        .orderBy('dueAt')
        .limit(limit)
        .execute()
      return rows.map(({ uid, deskId, sealedTokens, askedAt, tries, hasData }) => ({
        uid,
        deskId: deskId ?? undefined,
        sealedTokens: sealedTokens ?? undefined,
        askedAt: new Date(askedAt),
        tries,
        hasData: hasData === 1,
      }))
    },

    async postpone(uid, { sealedTokens = null, tries, dueAt }) {
      await kysely
        .updateTable('accountErasures')
        .set({ sealedTokens, tries, dueAt: dueAt?.getTime() ?? null })
        .where('uid', '=', uid)
        .execute()
    },

    async finish(uid) {
      await kysely.deleteFrom('accountErasures').where('uid', '=', uid).execute()
    },

    async duePurge(now) {
      const { due } = await kysely
        .selectFrom('purges')
        .select(({ fn }) => fn.max<number | null>('dueAt').as('due'))
        .where('dueAt', '<=', now.getTime())
        .executeTakeFirstOrThrow()
      return optionalDate(due)
    },

    async purged(due) {
      await kysely.deleteFrom('purges').where('dueAt', '<=', due.getTime()).execute()
    },
  }
}

/** Of an erasure: whether its account or its desk is still there. */
const hasData = sql<SqlBool>`(exists (select 1 from accounts where accounts.uid = account_erasures.uid)
  or exists (select 1 from desks where desks.id = account_erasures.desk_id))`

/** Erases up to `limit` rows; returns how many, at least one; undefined for none. */
async function eraseSome(transaction: Kysely<Schema>, limit: number): Promise<number | undefined> {
  const hidden = await transaction
    .selectFrom('tickets')
    .select('id')
    .where(sql<boolean>`number < 0`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (hidden) return eraseFromTicket(transaction, hidden.id, limit)
  const account = await transaction
    .selectFrom('accountErasures')
    .select(['uid', 'deskId'])
    .where(hasData)
    // Desks name the account that owns them, and so go before it.
    .orderBy(sql`exists (select 1 from accounts where accounts.uid = account_erasures.uid)`)
    .limit(1)
    .executeTakeFirst()
  return account && eraseFromAccount(transaction, account, limit)
}

const places = {
  texts: ['searchTexts', 'id'],
  messages: ['messages', 'id'],
  history: ['ticketHistory', 'id'],
  mails: ['mails', 'key'],
  feedback: ['feedback', 'id'],
  attachments: ['attachments', 'id'],
} as const

/** Texts go first, in index order: each step back would begin another segment to merge. */
async function eraseFromTicket(transaction: Kysely<Schema>, ticketId: string, limit: number) {
  for (const kind of ['texts', ...belongings.ticket.many] as const) {
    const erased = await eraseWhere(transaction, kind, 'ticketId', ticketId, limit)
    if (erased > 0) return erased
  }
  await transaction.deleteFrom('tickets').where('id', '=', ticketId).execute()
  return 1
}

/** Its desk goes before the account, which is last. */
async function eraseFromAccount(
  transaction: Kysely<Schema>,
  { uid, deskId }: { uid: string; deskId: string | null },
  limit: number,
) {
  if (deskId) {
    for (const kind of belongings.desk.many) {
      const erased =
        kind === 'tickets'
          ? await eraseFromTickets(transaction, deskId, limit)
          : await eraseWhere(transaction, kind, 'deskId', deskId, limit)
      if (erased > 0) return erased
    }
    for (const kind of kindsOfDesk) {
      const erased = await eraseOfDesk(transaction, kind, deskId, limit)
      if (erased > 0) return erased
    }
    await transaction.deleteFrom('desks').where('id', '=', deskId).execute()
  }
  const { numUpdatedRows } = await transaction
    .updateTable('tickets')
    .set({ keptBy: null })
    .where('id', 'in', (kept) =>
      kept.selectFrom('tickets').select('id').where('keptBy', '=', uid).limit(limit),
    )
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return Number(numUpdatedRows)
  const unassigned = await unassign(transaction, { uid }, limit)
  if (unassigned > 0) return unassigned
  await transaction.deleteFrom('sessions').where('uid', '=', uid).execute()
  await transaction.deleteFrom('accounts').where('uid', '=', uid).execute()
  return 1
}

async function eraseFromTickets(transaction: Kysely<Schema>, deskId: string, limit: number) {
  const ticket = await transaction
    .selectFrom('tickets')
    .select('id')
    .where('deskId', '=', deskId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return ticket ? eraseFromTicket(transaction, ticket.id, limit) : 0
}

async function eraseWhere(
  transaction: Kysely<Schema>,
  kind: keyof typeof places,
  column: 'ticketId' | 'deskId',
  value: string,
  limit: number,
): Promise<number> {
  const { ref } = sql
  const [table, key] = places[kind]
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${ref(key)} in
    (select ${ref(key)} from ${sql.table(table)} where ${ref(column)} = ${value} limit ${limit})`.execute(
    transaction,
  )
  return Number(numAffectedRows)
}
