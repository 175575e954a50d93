import { type Selectable, sql, type Updateable } from 'kysely'
import { AccountGone, type Desk, type DeskStore, repliesCounted } from '../../../domain/desks/desks'
import { exceptionsFrom, replyPromiseFrom, weekFrom } from '../../../domain/desks/hours-input'
import { firstManager } from '../../../domain/desks/members'
import type { People } from '../../../domain/desks/people'
import { memberKind } from '../../../domain/members/member-records'
import { created } from '../../../domain/records/records'
import { textFrom } from '../../../domain/text/stored-text'
import { median } from '../../../domain/tickets/numbers'
import type { Database } from '../database/database.server'
import { optionalDate, type Schema, toRow } from '../database/schema.server'
import { isAccountThere, isDeskThere } from '../erasure/visible.server'
import { write } from '../records/records.server'

export function createDeskStore({ kysely }: Database): DeskStore {
  const desks = () => kysely.selectFrom('desks').selectAll().where(isDeskThere('desks.id'))

  const change = async (id: string, cells: Updateable<Schema['desks']>) => {
    await kysely.updateTable('desks').set(cells).where('id', '=', id).execute()
  }

  return {
    ensure: (desk, name) =>
      kysely.transaction().execute(async (transaction) => {
        const account = await transaction
          .selectFrom('accounts')
          .select('uid')
          .where('uid', '=', desk.ownerUid)
          .where(isAccountThere('accounts.uid'))
          .executeTakeFirst()
        if (!account) throw new AccountGone()
        const own = await transaction
          .selectFrom('members')
          .innerJoin('desks', 'desks.id', 'members.deskId')
          .selectAll('desks')
          .where('uid', '=', desk.ownerUid)
          .where(isDeskThere('desks.id'))
          .orderBy('chosenAt', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (own) return toDesk(own)
        const row = await transaction
          .insertInto('desks')
          .values({
            ...toRow(desk),
            searchPlace: sql<number>`(select ifnull(max(search_place), 0) + 1 from desks)`,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await write(transaction, [created(memberKind, firstManager(desk, name))])
        return toDesk(row)
      }),

    async findById(id) {
      const row = await desks().where('id', '=', id).executeTakeFirst()
      return row && toDesk(row)
    },

    async findByPublicKey(key, now) {
      const current = await desks().where('publicKey', '=', key).executeTakeFirst()
      const row =
        current ??
        (await desks()
          .where('earlierKey', '=', key)
          .where('earlierKeyUntil', '>', now.getTime())
          .executeTakeFirst())
      return row && toDesk(row)
    },

    async findOldest() {
      const row = await desks().orderBy('createdAt').orderBy('id').limit(1).executeTakeFirst()
      return row && toDesk(row)
    },

    rename: (id, name) => change(id, { name }),

    async replaceKey(id, earlierKey, publicKey, earlierKeyUntil) {
      await kysely
        .updateTable('desks')
        .set(toRow({ publicKey, earlierKey, earlierKeyUntil }))
        .where('id', '=', id)
        .where('publicKey', '=', earlierKey)
        .execute()
    },

    saveHours: (id, { timeZone, week, replyWithin }) =>
      change(id, toRow({ timeZone, week, replyWithin })),

    saveExceptions: (id, exceptions) => change(id, toRow({ exceptions })),

    async saveTexts(id, { greeting, away, askRating, signature, privacyLink }) {
      if (greeting) await change(id, toRow({ greeting }))
      if (away) await change(id, toRow({ away }))
      if (askRating) await change(id, toRow({ askRating }))
      if (signature) await change(id, toRow({ signature }))
      if (privacyLink) await change(id, toRow({ privacyLink }))
    },

    saveRetention: (id, retentionDays) => change(id, toRow({ retentionDays })),

    saveGuestsSee: (id, guestsSee) => change(id, toRow({ guestsSee })),
    saveNewTickets: (id, newTickets) => change(id, toRow({ newTickets })),
    saveVisitedPages: (id, visitedPages) => change(id, toRow({ visitedPages })),
    saveSecondFactorFrom: (id, secondFactorFrom) => change(id, toRow({ secondFactorFrom })),

    listRetaining(after, limit) {
      return kysely
        .selectFrom('desks')
        .select(['id', 'retentionDays'])
        .where('retentionDays', 'is not', null)
        .where(isDeskThere('desks.id'))
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .$narrowType<{ retentionDays: number }>()
        .execute()
    },

    putGuideAway: (id, guideAwayAt) => change(id, toRow({ guideAwayAt })),

    async medianFirstReply(deskId, since) {
      const rows = await kysely
        .selectFrom('tickets')
        .select(sql<number>`first_reply_at - created_at`.as('took'))
        .where('deskId', '=', deskId)
        .where('createdAt', '>=', since.getTime())
        // Nobody waited for the first words of a conversation that the desk began.
        .whereRef('firstReplyAt', '>', 'createdAt')
        .orderBy('createdAt', 'desc')
        .limit(repliesCounted)
        .execute()
      return median(rows.map(({ took }) => took))
    },
  }
}

export function toDesk({
  lastNumber: _,
  searchPlace: __,
  storedBytes: ___,
  ...row
}: Selectable<Schema['desks']>): Desk {
  return {
    ...row,
    greeting: textFrom(JSON.parse(row.greeting)),
    away: textFrom(JSON.parse(row.away)),
    askRating: textFrom(JSON.parse(row.askRating)),
    privacyLink: textFrom(JSON.parse(row.privacyLink)),
    signature: row.signature === null ? undefined : textFrom(JSON.parse(row.signature)),
    week: weekFrom(row.week === null ? undefined : JSON.parse(row.week)),
    exceptions: exceptionsFrom(JSON.parse(row.exceptions)),
    replyWithin: replyPromiseFrom(row.replyWithin),
    earlierKey: row.earlierKey ?? undefined,
    earlierKeyUntil: optionalDate(row.earlierKeyUntil),
    retentionDays: row.retentionDays ?? undefined,
    guideAwayAt: optionalDate(row.guideAwayAt),
    attendedAt: optionalDate(row.attendedAt),
    people: row.people === null ? undefined : (JSON.parse(row.people) as People),
    guestsSee: row.guestsSee ?? undefined,
    newTickets: row.newTickets ?? undefined,
    visitedPages: row.visitedPages ?? undefined,
    secondFactorFrom: optionalDate(row.secondFactorFrom),
    createdAt: new Date(row.createdAt),
  }
}
