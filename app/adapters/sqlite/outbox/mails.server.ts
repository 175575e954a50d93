import { type ExpressionBuilder, sql } from 'kysely'
import {
  leftStates,
  type MailStore,
  mostCounted,
  type RecordMail,
  troubledStates,
} from '../../../domain/outbox/mails'
import type { Database } from '../database/database.server'
import { type Schema, toRow } from '../database/schema.server'
import { anyOf } from '../files/attachment-rows.server'
import { insertMail, toMail, toTicketMails } from './mail-rows.server'

export function createMailStore({ kysely }: Database): MailStore {
  const all = () => kysely.selectFrom('mails').selectAll()

  return {
    add: (mails, now) =>
      kysely.transaction().execute(async (transaction) => {
        let added = 0
        for (const mail of mails) {
          if (await insertMail(transaction, mail, now)) added += 1
        }
        return added
      }),

    async listDue(now, limit) {
      const rows = await all()
        .where('dueAt', '<=', now.getTime())
        .orderBy('dueAt')
        .limit(limit)
        .execute()
      return rows.map(toMail)
    },

    change: (key, now, decide) =>
      kysely.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('mails')
          .selectAll()
          .where('key', '=', key)
          .executeTakeFirst()
        const change = row && decide(toMail(row))
        if (!change) return undefined
        const changed = { ...toMail(row), ...change, updatedAt: now }
        await transaction.updateTable('mails').set(toRow(changed)).where('key', '=', key).execute()
        return changed
      }),

    async listWaiting(deskId, kind, before, limit, reader) {
      const rows = await all()
        .where('deskId', '=', deskId)
        .where('kind', '=', kind)
        .where('state', '=', 'due')
        .where('dueAt', '<=', before.getTime())
        .where('reader', 'is', reader ?? null)
        .orderBy('dueAt')
        .limit(limit)
        .execute()
      return rows.map(toMail)
    },

    join: (deskId, keys, to, now) =>
      kysely.transaction().execute(async (transaction) => {
        for (const key of keys) {
          await transaction
            .updateTable('mails')
            .set({ state: 'joined', joinedTo: to, dueAt: null, updatedAt: now.getTime() })
            .where('key', '=', key)
            .where('deskId', '=', deskId)
            .where('state', '=', 'due')
            .execute()
        }
      }),

    async listJoined(deskId, to) {
      const rows = await all()
        .where('joinedTo', '=', to)
        .where('deskId', '=', deskId)
        .orderBy('createdAt')
        .orderBy('key')
        .execute()
      return rows.map(toMail)
    },

    async departures(deskId, kind, since, reader) {
      const rows = await kysely
        .selectFrom('mails')
        .select('updatedAt')
        .where('deskId', '=', deskId)
        .where('kind', '=', kind)
        .where('state', 'in', leftStates)
        .where('updatedAt', '>=', since.getTime())
        .where('reader', 'is', reader ?? null)
        .orderBy('updatedAt')
        .execute()
      return rows.map(({ updatedAt }) => new Date(updatedAt))
    },

    async findLatest(ticketId, kind) {
      const rows = await all()
        .where('ticketId', '=', ticketId)
        .where('kind', '=', kind)
        .orderBy('createdAt', 'desc')
        .orderBy('seq', 'desc')
        .limit(1)
        .execute()
      return toTicketMails(rows)[0]
    },

    async lastNotifiedSeq(ticketId, kind) {
      const { seq } = await kysely
        .selectFrom('mails')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .where('ticketId', '=', ticketId)
        .where('kind', '=', kind)
        .where('state', 'in', leftStates)
        .executeTakeFirstOrThrow()
      return Number(seq ?? 0)
    },

    async countLeft(ticketIds, kinds, since) {
      const { left } = await kysely
        .selectFrom('mails')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .where('ticketId', 'in', anyOf(ticketIds.slice(0, mostCounted)))
        .where('kind', 'in', kinds)
        .where('state', 'in', leftStates)
        .where('updatedAt', '>=', since.getTime())
        .executeTakeFirstOrThrow()
      return Number(left)
    },

    async listTroubled(deskId, since, limit) {
      const rows = await all()
        .where('deskId', '=', deskId)
        .where('state', 'in', troubledStates)
        .where('updatedAt', '>=', since.getTime())
        .orderBy('updatedAt', 'desc')
        .limit(limit)
        .execute()
      return toTicketMails(rows)
    },

    async listByRecord(recordId, limit) {
      const rows = await all()
        .where('recordId', '=', recordId)
        .orderBy('createdAt')
        .limit(limit)
        .execute()
      return rows.map(toMail).filter((mail): mail is RecordMail => 'recordId' in mail)
    },

    async setStopped(ticketId, stopped, now) {
      if (!stopped) {
        await kysely.deleteFrom('mailStops').where(hereOrBefore(ticketId)).execute()
        return
      }
      await kysely
        .insertInto('mailStops')
        .columns(['ticketId', 'stoppedAt'])
        .expression((query) =>
          query
            .selectFrom('tickets')
            .select(['id', sql.val(now.getTime()).as('stoppedAt')])
            .where('id', '=', ticketId),
        )
        .onConflict((conflict) => conflict.column('ticketId').doNothing())
        .execute()
    },

    async isStopped(ticketId) {
      const stop = await kysely
        .selectFrom('mailStops')
        .select('ticketId')
        .where(hereOrBefore(ticketId))
        .executeTakeFirst()
      return stop !== undefined
    },
  }
}

export function hereOrBefore(ticketId: string) {
  return (column: ExpressionBuilder<Schema, 'mailStops'>) =>
    column.or([
      column('ticketId', '=', ticketId),
      column('ticketId', '=', (query) =>
        query.selectFrom('tickets').select('followUpOf').where('id', '=', ticketId),
      ),
    ])
}
