import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { AccountGone, type Desk, type DeskStore, repliesCounted } from '../../../domain/desks/desks'
import { exceptionsFrom, replyPromiseFrom, weekFrom } from '../../../domain/desks/hours-input'
import { median } from '../../../domain/tickets/numbers'
import type { Database } from '../database/database.server'
import { textFrom } from '../database/localized-texts.server'
import { prepared, preparedOne } from '../database/prepared.server'
import { optionalDate, type Schema, toRow } from '../database/schema.server'
import { isAccountThere, isDeskThere } from '../database/visible.server'

const desksOf = (kysely: Kysely<Schema>) =>
  kysely.selectFrom('desks').selectAll().where(isDeskThere('desks.id'))

const byId = preparedOne((kysely, { id }: { id: string }) => desksOf(kysely).where('id', '=', id))

const byOwner = preparedOne((kysely, { ownerUid }: { ownerUid: string }) =>
  desksOf(kysely).where('ownerUid', '=', ownerUid),
)

const byKey = preparedOne((kysely, { publicKey }: { publicKey: string }) =>
  desksOf(kysely).where('publicKey', '=', publicKey),
)

const oldest = preparedOne((kysely, _: object) =>
  desksOf(kysely).orderBy('createdAt').orderBy('id'),
)

const replyTimes = prepared(
  (_, { deskId, since }: { deskId: string; since: number }) =>
    sql<{ times: string }>`select json_group_array(took) as times from (
    select first_reply_at - created_at as took from tickets
    where desk_id = ${deskId} and created_at >= ${since} and first_reply_at is not null
    order by created_at desc limit ${repliesCounted}
  )`,
)

export function createDeskStore({ kysely }: Database): DeskStore {
  const change = async (ownerUid: string, cells: Updateable<Schema['desks']>) => {
    await kysely.updateTable('desks').set(cells).where('ownerUid', '=', ownerUid).execute()
  }

  return {
    ensure: (desk) =>
      kysely.transaction().execute(async (transaction) => {
        const account = await transaction
          .selectFrom('accounts')
          .select('uid')
          .where('uid', '=', desk.ownerUid)
          .where(isAccountThere('accounts.uid'))
          .executeTakeFirst()
        if (!account) throw new AccountGone()
        await transaction
          .insertInto('desks')
          .values({
            ...toRow(desk),
            searchPlace: sql<number>`(select ifnull(max(search_place), 0) + 1 from desks)`,
          })
          .onConflict((conflict) => conflict.column('ownerUid').doNothing())
          .execute()
        const row = await transaction
          .selectFrom('desks')
          .selectAll()
          .where('ownerUid', '=', desk.ownerUid)
          .executeTakeFirstOrThrow()
        return toDesk(row)
      }),

    async findById(id) {
      const row = await byId(kysely, { id })
      return row && toDesk(row)
    },

    async findByOwner(ownerUid) {
      const row = await byOwner(kysely, { ownerUid })
      return row && toDesk(row)
    },

    async findByPublicKey(key, now) {
      const current = await byKey(kysely, { publicKey: key })
      const row =
        current ??
        (await desksOf(kysely)
          .where('earlierKey', '=', key)
          .where('earlierKeyUntil', '>', now.getTime())
          .executeTakeFirst())
      return row && toDesk(row)
    },

    async findOldest() {
      const row = await oldest(kysely, {})
      return row && toDesk(row)
    },

    rename: (ownerUid, name) => change(ownerUid, { name }),

    async replaceKey(ownerUid, earlierKey, publicKey, earlierKeyUntil) {
      await kysely
        .updateTable('desks')
        .set(toRow({ publicKey, earlierKey, earlierKeyUntil }))
        .where('ownerUid', '=', ownerUid)
        .where('publicKey', '=', earlierKey)
        .execute()
    },

    saveHours: (ownerUid, { timeZone, week, replyWithin }) =>
      change(ownerUid, toRow({ timeZone, week, replyWithin })),

    saveExceptions: (ownerUid, exceptions) => change(ownerUid, toRow({ exceptions })),

    async saveTexts(ownerUid, { greeting, away, askRating, privacyLink }) {
      if (greeting) await change(ownerUid, toRow({ greeting }))
      if (away) await change(ownerUid, toRow({ away }))
      if (askRating) await change(ownerUid, toRow({ askRating }))
      if (privacyLink) await change(ownerUid, toRow({ privacyLink }))
    },

    saveRetention: (ownerUid, retentionDays) => change(ownerUid, toRow({ retentionDays })),

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

    putGuideAway: (ownerUid, guideAwayAt) => change(ownerUid, toRow({ guideAwayAt })),

    async attend(ownerUid, at) {
      await kysely
        .updateTable('desks')
        .set(toRow({ attendedAt: at }))
        .where('ownerUid', '=', ownerUid)
        .where(sql<number>`ifnull(attended_at, 0)`, '<', at.getTime())
        .execute()
    },

    saveAway: (ownerUid, awaySince) => change(ownerUid, toRow({ awaySince })),

    async medianFirstReply(deskId, since) {
      const [row] = await replyTimes(kysely, { deskId, since: since.getTime() })
      return median(JSON.parse(row?.times ?? '[]'))
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
    greeting: textFrom(row.greeting),
    away: textFrom(row.away),
    askRating: textFrom(row.askRating),
    privacyLink: textFrom(row.privacyLink),
    week: weekFrom(row.week === null ? undefined : JSON.parse(row.week)),
    exceptions: exceptionsFrom(JSON.parse(row.exceptions)),
    replyWithin: replyPromiseFrom(row.replyWithin),
    earlierKey: row.earlierKey ?? undefined,
    earlierKeyUntil: optionalDate(row.earlierKeyUntil),
    retentionDays: row.retentionDays ?? undefined,
    guideAwayAt: optionalDate(row.guideAwayAt),
    attendedAt: optionalDate(row.attendedAt),
    awaySince: optionalDate(row.awaySince),
    createdAt: new Date(row.createdAt),
  }
}
