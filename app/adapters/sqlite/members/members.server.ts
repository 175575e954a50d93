import { type Kysely, sql } from 'kysely'
import {
  byJoining,
  type Member,
  type MemberChange,
  type MemberStore,
  withoutManager,
} from '../../../domain/desks/members'
import { peopleAfter } from '../../../domain/desks/people'
import type { Database } from '../database/database.server'
import { optionalDate, type Schema, toRow } from '../database/schema.server'
import { peopleFrom, toDesk } from '../desks/desks.server'
import { isAccountThere, isDeskThere } from '../erasure/visible.server'
import { unassign } from '../tickets/assignees.server'
import { withdrawing } from './withdrawal.server'

/** Tickets that become nobody's in one commit. */
const atOnce = 200

export function createMemberStore({ kysely }: Database): MemberStore {
  return {
    async desksOf(uid) {
      const rows = await kysely
        .selectFrom('members')
        .selectAll()
        .where('uid', '=', uid)
        .where(isDeskThere('members.deskId'))
        .orderBy('chosenAt', 'desc')
        .orderBy('deskId')
        .execute()
      if (rows.length === 0) return []
      const ids = rows.map(({ deskId }) => deskId)
      const desks = await kysely.selectFrom('desks').selectAll().where('id', 'in', ids).execute()
      return rows.flatMap((row) => {
        const desk = desks.find(({ id }) => id === row.deskId)
        return desk ? { desk: toDesk(desk), member: toMember(row) } : []
      })
    },

    async list(deskId) {
      const rows = await membersOf(kysely, deskId).where(isDeskThere('members.deskId')).execute()
      return rows.map(toMember).sort(byJoining)
    },

    join: (member) => kysely.transaction().execute((transaction) => joinDesk(transaction, member)),

    setKind: (deskId, uid, kind, at) =>
      kysely.transaction().execute(async (transaction) => {
        const change =
          kind === 'colleague' ? await leaveManagers(transaction, deskId, uid, at) : 'changed'
        if (change !== 'changed') return change
        const { numUpdatedRows } = await transaction
          .updateTable('members')
          .set({ kind })
          .where('deskId', '=', deskId)
          .where('uid', '=', uid)
          .executeTakeFirstOrThrow()
        return numUpdatedRows > 0n ? change : 'unknown'
      }),

    async remove(deskId, uid, at) {
      // In commits of their own, as others wait for each; it is done again where it is cut short.
      if (await canLeave(kysely, deskId, uid)) {
        const some = () =>
          kysely.transaction().execute((step) => unassign(step, { uid, deskId }, atOnce))
        while ((await some()) === atOnce) {}
      }
      return kysely.transaction().execute(async (transaction) => {
        const change = await leaveManagers(transaction, deskId, uid, at)
        if (change === 'changed')
          while ((await unassign(transaction, { uid, deskId }, atOnce)) > 0) {}
        if (change === 'changed') await removeMember(transaction, deskId, uid)
        return change
      })
    },

    rename: (uid, name) =>
      kysely.transaction().execute(async (transaction) => {
        const renamed = await transaction
          .updateTable('members')
          .set({ name })
          .where('uid', '=', uid)
          .returning('deskId')
          .execute()
        for (const { deskId } of renamed) await settlePeople(transaction, deskId)
      }),

    attend: (deskId, uid, at) =>
      kysely.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('members')
          .set({ attendedAt: at.getTime() })
          .where('deskId', '=', deskId)
          .where('uid', '=', uid)
          .where(sql<number>`ifnull(attended_at, 0)`, '<', at.getTime())
          .execute()
        await attendDesk(transaction, deskId)
      }),

    saveAway: (deskId, uid, since) =>
      kysely.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('members')
          .set(toRow({ awaySince: since }))
          .where('deskId', '=', deskId)
          .where('uid', '=', uid)
          .execute()
        await attendDesk(transaction, deskId)
      }),

    async choose(deskId, uid, at) {
      await kysely
        .updateTable('members')
        .set({ chosenAt: at.getTime() })
        .where('deskId', '=', deskId)
        .where('uid', '=', uid)
        .execute()
    },
  }
}

export async function joinDesk(transaction: Kysely<Schema>, member: Member): Promise<boolean> {
  const there = await transaction
    .selectFrom('desks')
    .innerJoin('accounts', (join) => join.on('accounts.uid', '=', member.uid))
    .select('desks.id')
    .where('desks.id', '=', member.deskId)
    .where(isDeskThere('desks.id'))
    .where(isAccountThere('accounts.uid'))
    .executeTakeFirst()
  if (!there) return false
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('members')
    .values(toRow(member))
    .onConflict((conflict) => conflict.columns(['deskId', 'uid']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false
  await settlePeople(transaction, member.deskId)
  return true
}

export async function addMember(kysely: Kysely<Schema>, member: Member): Promise<void> {
  await kysely.insertInto('members').values(toRow(member)).execute()
}

async function canLeave(kysely: Kysely<Schema>, deskId: string, uid: string): Promise<boolean> {
  const members = await listMembers(kysely, deskId)
  return withoutManager(members, { uid, ownerUid: '' }).change === 'changed'
}

/** Gives the desk another owner where this one goes, and withdraws their invitations; changes nothing else. */
export async function leaveManagers(
  transaction: Kysely<Schema>,
  deskId: string,
  uid: string,
  at: Date,
): Promise<MemberChange> {
  const desk = await transaction
    .selectFrom('desks')
    .select('ownerUid')
    .where('id', '=', deskId)
    .executeTakeFirst()
  if (!desk) return 'unknown'
  const members = await listMembers(transaction, deskId)
  const { change, owner } = withoutManager(members, { uid, ...desk })
  if (owner !== desk.ownerUid)
    await transaction
      .updateTable('desks')
      .set({ ownerUid: owner })
      .where('id', '=', deskId)
      .execute()
  if (change === 'changed')
    await withdrawing(transaction, at)
      .where('deskId', '=', deskId)
      .where('byUid', '=', uid)
      .execute()
  return change
}

/** As `attendedByAny`. */
async function attendDesk(transaction: Kysely<Schema>, deskId: string): Promise<void> {
  await transaction
    .updateTable('desks')
    .set(({ selectFrom }) => ({
      attendedAt: selectFrom('members')
        .select(({ fn }) => fn.max('attendedAt').as('attendedAt'))
        .where('deskId', '=', deskId)
        .where('awaySince', 'is', null),
    }))
    .where('id', '=', deskId)
    .execute()
}

/** What they wrote keeps their name. */
export async function removeMember(
  transaction: Kysely<Schema>,
  deskId: string,
  uid: string,
): Promise<void> {
  await transaction
    .deleteFrom('members')
    .where('deskId', '=', deskId)
    .where('uid', '=', uid)
    .execute()
  await attendDesk(transaction, deskId)
  await settlePeople(transaction, deskId)
}

/** Forgets the name of an erased account at the desks that it left before. */
export async function forgetName(transaction: Kysely<Schema>, uid: string): Promise<void> {
  const desks = await transaction
    .selectFrom('desks')
    .select('id')
    .where('people', 'is not', null)
    .where(sql<boolean>`exists (select 1 from json_each(people) where key = ${uid})`)
    .execute()
  for (const { id } of desks) await settlePeople(transaction, id, uid)
}

/** Brings the names that the desk has up to date with its members. */
async function settlePeople(transaction: Kysely<Schema>, deskId: string, erased?: string) {
  const desk = await transaction
    .selectFrom('desks')
    .select('people')
    .where('id', '=', deskId)
    .executeTakeFirst()
  const members = await listMembers(transaction, deskId)
  const people = peopleAfter(peopleFrom(desk?.people ?? null), members, erased)
  await transaction.updateTable('desks').set(toRow({ people })).where('id', '=', deskId).execute()
}

/** In the order of joining. */
export async function listMembers(kysely: Kysely<Schema>, deskId: string): Promise<Member[]> {
  return (await membersOf(kysely, deskId).execute()).map(toMember).sort(byJoining)
}

function membersOf(kysely: Kysely<Schema>, deskId: string) {
  return kysely.selectFrom('members').selectAll().where('deskId', '=', deskId)
}

export function toMember(row: Schema['members']): Member {
  return {
    ...row,
    joinedAt: new Date(row.joinedAt),
    chosenAt: new Date(row.chosenAt),
    attendedAt: optionalDate(row.attendedAt),
    awaySince: optionalDate(row.awaySince),
    lastInTurn: row.lastInTurn ?? undefined,
  }
}
