import type { Query } from 'firebase-admin/firestore'
import { AccountGone, type Desk, type DeskStore, repliesCounted } from '../../../domain/desks/desks'
import { byChoice, firstManager } from '../../../domain/desks/members'
import { memberKind } from '../../../domain/members/member-records'
import { created } from '../../../domain/records/records'
import { median } from '../../../domain/tickets/numbers'
import type { Database } from '../database/database.server'
import { firstOf, listOf } from '../database/documents.server'
import type { DeskRecord } from '../database/schema'
import { claim } from '../database/unique.server'
import { readingIn, write } from '../records/records.server'
import { readMonths } from './months.server'
import { readDesk } from './recent-desk.server'

export function createDeskStore(database: Database): DeskStore {
  const { collection, document, recent, transact } = database
  const desks = () => collection('desks')
  let oldest: string | undefined

  async function read(query: Query<DeskRecord>): Promise<Desk | undefined> {
    const since = performance.now()
    const desk = await firstOf(query)
    if (desk) recent.desks.note(`desk ${desk.id}`, desk, since)
    return toDesk(desk)
  }
  const find = (field: keyof Desk, value: string) => read(desks().where(field, '==', value))

  function change(id: string, decide: (desk: Desk) => Partial<Desk> | undefined) {
    return transact([`desk ${id}`], async (transaction) => {
      const reference = document('desks', id)
      const desk = (await transaction.get(reference)).data()
      const changed = desk && decide(desk)
      if (!changed) return
      const { publicKey } = changed
      if (publicKey) claim(database, transaction, 'desk key', [publicKey], desk.id)
      transaction.set(reference, toDeskRecord({ ...desk, ...changed }))
    })
  }

  return {
    ensure: (desk, name) =>
      transact([`account ${desk.ownerUid}`], async (transaction) => {
        const owner = document('accounts', desk.ownerUid)
        const account = (await transaction.get(owner)).data()
        if (!account) throw new AccountGone()
        const own = await readingIn(database, transaction).list(memberKind, 'ofAccount', account)
        const places = own.sort(byChoice)
        for (const { deskId } of places) {
          const there = toDesk((await transaction.get(document('desks', deskId))).data())
          if (there) return there
        }
        transaction.create(document('desks', desk.id), toDeskRecord(desk))
        write(database, transaction, [created(memberKind, firstManager(desk, name))])
        claim(database, transaction, 'desk key', [desk.publicKey], desk.id)
        // Of several at once, one founds the account's desk.
        transaction.set(owner, account)
        return desk
      }),

    async findById(id) {
      return toDesk(await readDesk(database, id))
    },

    async findByPublicKey(key, now) {
      const desk = await find('publicKey', key)
      if (desk) return desk
      const earlier = await find('earlierKey', key)
      return earlier?.earlierKeyUntil && earlier.earlierKeyUntil > now ? earlier : undefined
    },

    async findOldest() {
      const known = oldest === undefined ? undefined : await readDesk(database, oldest)
      const desk = toDesk(known) ?? (await read(desks().orderBy('createdAt')))
      oldest = desk?.id
      return desk
    },

    rename: (id, name) => change(id, () => ({ name })),

    replaceKey: (id, earlierKey, publicKey, earlierKeyUntil) =>
      change(id, (desk) =>
        desk.publicKey === earlierKey ? { publicKey, earlierKey, earlierKeyUntil } : undefined,
      ),

    saveHours: (id, { timeZone, week, replyWithin }) =>
      change(id, () => ({ timeZone, week, replyWithin })),

    saveExceptions: (id, exceptions) => change(id, () => ({ exceptions })),
    saveTexts: (id, texts) => change(id, () => texts),
    saveRetention: (id, retentionDays) => change(id, () => ({ retentionDays })),

    saveGuestsSee: (id, guestsSee) => change(id, () => ({ guestsSee })),
    saveNewTickets: (id, newTickets) => change(id, () => ({ newTickets })),
    saveVisitedPages: (id, visitedPages) => change(id, () => ({ visitedPages })),
    saveSecondFactorFrom: (id, secondFactorFrom) => change(id, () => ({ secondFactorFrom })),

    async listRetaining(after, limit) {
      const found = desks().where('retaining', '==', true).orderBy('id').startAfter(after)
      return (await listOf(found.limit(limit))).flatMap(({ id, retentionDays }) =>
        retentionDays === undefined ? [] : { id, retentionDays },
      )
    },

    putGuideAway: (id, guideAwayAt) => change(id, () => ({ guideAwayAt })),

    async medianFirstReply(deskId, since) {
      const months = await readMonths(database, deskId, since)
      const answered = months.flatMap(({ answered = {} }) => Object.values(answered))
      const newest = answered
        .filter(([, begunAt]) => begunAt >= since.getTime())
        .sort(([, one], [, other]) => other - one)
        .slice(0, repliesCounted)
      return median(newest.map(([at, begunAt]) => at - begunAt))
    },
  }
}

export function toDeskRecord(desk: Desk): DeskRecord {
  return { ...desk, retaining: desk.retentionDays !== undefined }
}

export function toDesk(record: DeskRecord | undefined): Desk | undefined {
  if (!record) return undefined
  const { retaining: _, awaySince: __, ...desk } = record
  return desk
}
