import type { Transaction } from 'firebase-admin/firestore'
import {
  attendedByAny,
  byChoice,
  byJoining,
  firstManager,
  type Member,
  type MemberChange,
  type MemberStore,
  withoutManager,
} from '../../../domain/desks/members'
import { peopleAfter } from '../../../domain/desks/people'
import { type Database, mostWrites } from '../database/database.server'
import { listOf } from '../database/documents.server'
import type { DeskRecord } from '../database/schema'
import { toDesk } from '../desks/desks.server'
import { readDesk } from '../desks/recent-desk.server'
import { unassign } from '../tickets/assignees.server'
import { readInvitationsBy, withdrawAll } from './withdrawal.server'

export function createMemberStore(database: Database): MemberStore {
  const { collection, document, transact } = database
  const reference = (deskId: string, uid: string) => document('members', deskId, uid)
  return {
    async desksOf(uid) {
      const found = await listOf(collection('members').where('uid', '==', uid))
      const members = found.length > 0 ? found : await joinOwnDesks(database, uid)
      members.sort(byChoice)
      const desks = await Promise.all(members.map(({ deskId }) => readDesk(database, deskId)))
      return members.flatMap((member, index) => {
        const desk = toDesk(desks[index])
        return desk ? { desk, member } : []
      })
    },

    async list(deskId) {
      const members = await listOf(collection('members').where('deskId', '==', deskId))
      return (await readDesk(database, deskId)) ? members.sort(byJoining) : []
    },

    join: (member) =>
      transact([`desk ${member.deskId}`], async (transaction) => {
        const joined = reference(member.deskId, member.uid)
        const known = (await transaction.get(joined)).exists
        const { members, settle } = await readMembers(database, transaction, member.deskId)
        const account = (await transaction.get(document('accounts', member.uid))).exists
        if (known || !account || !settle([...members, member])) return false
        transaction.create(joined, member)
        return true
      }),

    setKind: (deskId, uid, kind, at) =>
      transact([`desk ${deskId}`, `invitations ${deskId}`], async (transaction) => {
        const { members, leave } = await readMembers(database, transaction, deskId)
        const member = members.find((each) => each.uid === uid)
        if (!member) return 'unknown'
        if (kind === 'manager') {
          transaction.set(reference(deskId, uid), { ...member, kind })
          return 'changed'
        }
        const invitations = await readInvitationsBy(database, transaction, uid)
        const change = leave(uid, { goes: false })
        if (change === 'changed') {
          transaction.set(reference(deskId, uid), { ...member, kind })
          withdrawAll(database, transaction, invitations, deskId, at)
        }
        return change
      }),

    async remove(deskId, uid, at) {
      // In commits of their own, as one has room for few; it is done again where it is cut short.
      const members = await listOf(collection('members').where('deskId', '==', deskId))
      if (withoutManager(members, { uid, ownerUid: '' }).change === 'changed')
        while ((await unassign(database, { uid, deskId })) > 0) {}
      const names = [`desk ${deskId}`, `invitations ${deskId}`]
      const change = await transact(names, async (transaction) => {
        const { leave } = await readMembers(database, transaction, deskId)
        const invitations = await readInvitationsBy(database, transaction, uid)
        const change = leave(uid, { goes: true })
        if (change === 'changed') {
          transaction.delete(reference(deskId, uid))
          withdrawAll(database, transaction, invitations, deskId, at)
        }
        return change
      })
      // Those that became theirs meanwhile.
      if (change === 'changed') while ((await unassign(database, { uid, deskId })) > 0) {}
      return change
    },

    async rename(uid, name) {
      for (const { deskId } of await listOf(collection('members').where('uid', '==', uid)))
        await transact([`desk ${deskId}`], async (transaction) => {
          const { members, settle } = await readMembers(database, transaction, deskId)
          const member = members.find((each) => each.uid === uid)
          if (!member) return
          const renamed = { ...member, name }
          settle(members.map((each) => (each === member ? renamed : each)))
          transaction.set(reference(deskId, uid), renamed)
        })
    },

    attend: (deskId, uid, at) =>
      transact([`desk ${deskId}`], async (transaction) => {
        const own = reference(deskId, uid)
        const member = (await transaction.get(own)).data()
        const desk = (await transaction.get(document('desks', deskId))).data()
        if (!member || !desk || (member.attendedAt && member.attendedAt >= at)) return
        const attended = { ...member, attendedAt: at }
        transaction.set(own, attended)
        const attendedAt = attendedByAny([attended, desk])
        transaction.set(document('desks', deskId), { ...desk, attendedAt })
      }),

    saveAway: (deskId, uid, since) =>
      transact([`desk ${deskId}`], async (transaction) => {
        const desk = (await transaction.get(document('desks', deskId))).data()
        const { members } = await readMembers(database, transaction, deskId)
        const member = members.find((each) => each.uid === uid)
        if (!member || !desk) return
        const changed = { ...member, awaySince: since }
        transaction.set(reference(deskId, uid), changed)
        const attendedAt = attendedByAny([...members.filter((each) => each !== member), changed])
        transaction.set(document('desks', deskId), { ...desk, attendedAt })
      }),

    choose: (deskId, uid, at) =>
      change(reference(deskId, uid), (member) => ({ ...member, chosenAt: at })),
  }

  function change(
    changed: ReturnType<typeof reference>,
    decide: (member: Member) => Member,
  ): Promise<void> {
    return transact([], async (transaction) => {
      const member = (await transaction.get(changed)).data()
      if (member) transaction.set(changed, decide(member))
    })
  }
}

/**
 * All members of a desk, in the order of joining, and what changes the desk with them; these write, and so
 * come after all that the transaction reads. `leave` takes one from its managers, or `goes` altogether, and
 * gives the desk another owner where it was theirs; their words keep the name unless the account is
 * `erased`. `settle` brings the names up to date, and returns whether there is such a desk.
 */
export async function readMembers(
  { collection, document }: Database,
  transaction: Transaction,
  deskId: string,
): Promise<{
  members: Member[]
  leave(uid: string, how: { goes: boolean; erased?: boolean }): MemberChange
  settle(members: Member[]): boolean
}> {
  const reference = document('desks', deskId)
  const desk = (await transaction.get(reference)).data()
  const found = await transaction.get(collection('members').where('deskId', '==', deskId))
  const members = found.docs.map((each) => each.data()).sort(byJoining)
  return {
    members,
    leave(uid, { goes, erased }) {
      if (!desk) return 'unknown'
      const { change, owner } = withoutManager(members, { uid, ownerUid: desk.ownerUid })
      if (change !== 'changed') return change
      const left = members.filter((each) => !goes || each.uid !== uid)
      const people = peopleAfter(desk.people, left, erased ? uid : undefined)
      const attendedAt = attendedByAny(left)
      transaction.set(reference, { ...desk, ownerUid: owner, attendedAt, people })
      return change
    },
    settle(settled) {
      if (desk) transaction.set(reference, { ...desk, people: peopleAfter(desk.people, settled) })
      return desk !== undefined
    },
  }
}

/**
 * Makes an account that is at no desk the first manager of what it owns: during an update, an instance of a
 * version without members may have founded it.
 */
async function joinOwnDesks(database: Database, uid: string): Promise<Member[]> {
  const { collection, document, transact } = database
  const owned = await listOf(collection('desks').where('ownerUid', '==', uid))
  const joined = owned.map(({ id }) =>
    transact([`desk ${id}`], async (transaction) => {
      const desk = (await transaction.get(document('desks', id))).data()
      const reference = document('members', id, uid)
      if (desk?.ownerUid !== uid) return []
      const member = (await transaction.get(reference)).data() ?? founderOf(desk)
      transaction.set(reference, member)
      return [member]
    }),
  )
  return (await Promise.all(joined)).flat()
}

/** Presence was the desk's own. */
function founderOf({ awaySince, ...desk }: DeskRecord): Member {
  return { ...firstManager(desk), attendedAt: desk.attendedAt, awaySince }
}

/** On the first start after versions without members: each desk's owner becomes its first manager. */
export async function settleMembers(database: Database): Promise<void> {
  const { collection, document, firestore } = database
  const settled = document('probe', 'members')
  if ((await settled.get()).exists) return
  let last = ''
  for (;;) {
    const page = collection('desks').orderBy('id').startAfter(last).limit(mostWrites)
    const desks = await listOf(page)
    const batch = firestore.batch()
    const known = await database.readAll(
      desks.map(({ id, ownerUid }) => document('members', id, ownerUid)),
    )
    for (const [index, desk] of desks.entries())
      if (!known[index]) batch.set(document('members', desk.id, desk.ownerUid), founderOf(desk))
    await batch.commit()
    last = desks.at(-1)?.id ?? ''
    if (desks.length < mostWrites) break
  }
  await settled.set({ beats: 0 })
}
