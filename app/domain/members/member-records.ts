import { accountKind } from '../accounts/account-records'
import { type PeopledDesk, peopledDeskKind } from '../desks/desk-records'
import type { DeskStore } from '../desks/desks'
import {
  attendedByAny,
  byChoice,
  byJoining,
  type Member,
  type MemberChange,
  type MemberStore,
  withoutManager,
} from '../desks/members'
import { peopleAfter } from '../desks/people'
import type { Kind } from '../records/kinds'
import {
  type Change,
  changed,
  created,
  type Reading,
  type Records,
  removed,
} from '../records/records'
import { draftKind } from '../tickets/draft-records'
import { invitationsWithdrawn } from './invitation-records'

export const memberKind: Kind<Member, 'ofDesk' | 'ofAccount'> = {
  noun: 'member',
  table: 'members',
  cells: {
    deskId: 'text',
    uid: 'text',
    kind: 'text',
    reader: 'text',
    name: 'text',
    joinedAt: 'time',
    chosenAt: 'time',
    attendedAt: 'time',
    awaySince: 'time',
    lastInTurn: 'number',
    undoSeconds: 'number',
    signature: 'json',
    compact: 'flag',
  },
  key: ['deskId', 'uid'],
  desk: 'deskId',
  lists: {
    ofDesk: { by: ['deskId'] },
    ofAccount: { by: ['uid'] },
  },
}

export interface MemberPorts {
  desks: Pick<DeskStore, 'findById'>
  /** Makes all tickets of a member nobody's, in as many commits as that takes. */
  unassign(deskId: string, uid: string): Promise<void>
}

const nothing = { result: undefined }
const changing = (deskId: string) => [`desk ${deskId}`]

export function createMemberStore(records: Records, { desks, unassign }: MemberPorts): MemberStore {
  return {
    async desksOf(uid) {
      const members = (await records.list(memberKind, 'ofAccount', { uid })).sort(byChoice)
      const found = await Promise.all(members.map(({ deskId }) => desks.findById(deskId)))
      return members.flatMap((member, index) => {
        const desk = found[index]
        return desk ? { desk, member } : []
      })
    },

    list: (deskId) => membersOf(records, deskId),

    join: (member) =>
      records.commit(changing(member.deskId), async (read) => {
        const changes = await joining(read, member)
        return { result: changes !== undefined, changes }
      }),

    setKind: (deskId, uid, kind, at) =>
      records.commit([...changing(deskId), `invitations ${deskId}`], async (read) => {
        const member = await read.get(memberKind, deskId, uid)
        if (!member) return { result: 'unknown' }
        const own = changed(memberKind, member, { ...member, kind })
        if (kind === 'manager') return { result: 'changed', changes: [own] }
        const { result, changes } = await leaving(read, { deskId, uid, at }, { goes: false })
        return { result, changes: result === 'changed' ? [...changes, own] : [] }
      }),

    async remove(deskId, uid, at) {
      const there = await membersOf(records, deskId)
      // In commits of their own, as one has room for few; it is done again where it is cut short.
      if (withoutManager(there, { uid, ownerUid: '' }).change === 'changed')
        await unassign(deskId, uid)
      const names = [...changing(deskId), `invitations ${deskId}`]
      const change = await records.commit(names, (read) =>
        leaving(read, { deskId, uid, at }, { goes: true }),
      )
      // Those that became theirs meanwhile.
      if (change === 'changed') await unassign(deskId, uid)
      return change
    },

    async rename(uid, name) {
      for (const { deskId } of await records.list(memberKind, 'ofAccount', { uid }))
        await records.commit(changing(deskId), async (read) => {
          const members = await membersOf(read, deskId)
          const member = members.find((each) => each.uid === uid)
          if (!member) return nothing
          const renamed = { ...member, name }
          const all = members.map((each) => (each === member ? renamed : each))
          const changes = [
            changed(memberKind, member, renamed),
            ...(await settled(read, deskId, all)),
          ]
          return { ...nothing, changes }
        })
    },

    attend: (deskId, uid, at) =>
      records.commit(changing(deskId), async (read) => {
        const member = await read.get(memberKind, deskId, uid)
        if (!member || (member.attendedAt && member.attendedAt >= at)) return nothing
        const attended = { ...member, attendedAt: at }
        const own = changed(memberKind, member, attended)
        if (member.awaySince) return { ...nothing, changes: [own] }
        const desk = await read.get(peopledDeskKind, deskId)
        const attendedAt = attendedByAny([attended, desk ?? {}])
        return { ...nothing, changes: [own, ...deskChanged(desk, { attendedAt })] }
      }),

    saveAway: (deskId, uid, awaySince) =>
      records.commit(changing(deskId), async (read) => {
        const members = await membersOf(read, deskId)
        const member = members.find((each) => each.uid === uid)
        if (!member) return nothing
        const after = { ...member, awaySince }
        const attendedAt = attendedByAny(members.map((each) => (each === member ? after : each)))
        const desk = await read.get(peopledDeskKind, deskId)
        const changes = [changed(memberKind, member, after), ...deskChanged(desk, { attendedAt })]
        return { ...nothing, changes }
      }),

    choose: (deskId, uid, chosenAt) => changeOne(records, deskId, uid, { chosenAt }),

    saveChoices: (deskId, uid, choices) => changeOne(records, deskId, uid, choices),
  }
}

function changeOne(records: Records, deskId: string, uid: string, to: Partial<Member>) {
  return records.commit([], async (read) => {
    const member = await read.get(memberKind, deskId, uid)
    return member
      ? { ...nothing, changes: [changed(memberKind, member, { ...member, ...to })] }
      : nothing
  })
}

/** In the order of joining. */
export async function membersOf(read: Reading, deskId: string): Promise<Member[]> {
  return (await read.list(memberKind, 'ofDesk', { deskId })).sort(byJoining)
}

/** Undefined where the account is a member, or it or the desk is not there. */
export async function joining(read: Reading, member: Member): Promise<Change[] | undefined> {
  const { deskId, uid } = member
  const members = await membersOf(read, deskId)
  if (members.some((each) => each.uid === uid)) return undefined
  const names = await settled(read, deskId, [...members, member])
  const account = await read.get(accountKind, uid)
  return names.length > 0 && account ? [created(memberKind, member), ...names] : undefined
}

/**
 * What a commit changes where a member `goes`, or is no manager any more: the desk gets another owner if it
 * was theirs, and their open invitations end. What they wrote keeps their name, unless the account is `erased`.
 */
export async function leaving(
  read: Reading,
  { deskId, uid, at }: { deskId: string; uid: string; at: Date },
  { goes, erased = false }: { goes: boolean; erased?: boolean },
): Promise<{ result: MemberChange; changes: Change[] }> {
  const desk = await read.get(peopledDeskKind, deskId)
  if (!desk) return { result: 'unknown', changes: [] }
  const members = await membersOf(read, deskId)
  const { change: result, owner } = withoutManager(members, { uid, ownerUid: desk.ownerUid })
  if (result !== 'changed') return { result, changes: [] }
  const gone = goes ? members.filter((each) => each.uid === uid) : []
  const left = members.filter((each) => !gone.includes(each))
  const drafts = await Promise.all(
    gone.map(({ reader }) => read.list(draftKind, 'ofMember', { deskId, reader })),
  )
  const people = peopleAfter(desk.people, left, erased ? uid : undefined)
  const attendedAt = attendedByAny(left)
  const changes = [
    ...deskChanged(desk, { ownerUid: owner, people, attendedAt }),
    ...(await invitationsWithdrawn(read, { deskId, byUid: uid }, at)),
    ...drafts.flat().map((each) => removed(draftKind, each)),
    ...gone.map((each) => removed(memberKind, each)),
  ]
  return { result, changes }
}

/** Brings the names that the desk has up to date with its members. */
async function settled(read: Reading, deskId: string, members: Member[]): Promise<Change[]> {
  const desk = await read.get(peopledDeskKind, deskId)
  return deskChanged(desk, { people: peopleAfter(desk?.people, members) })
}

function deskChanged(desk: PeopledDesk | undefined, to: Partial<PeopledDesk>): Change[] {
  return desk ? [changed(peopledDeskKind, desk, { ...desk, ...to })] : []
}
