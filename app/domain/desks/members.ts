import type { LocalizedText } from '../text/languages'
import { AccountGone, type Desk, type DeskStore, newDesk } from './desks'

/** A manager may do all that a colleague may, and what `managersOnly` lists. */
export const memberKinds = ['manager', 'colleague'] as const

export type MemberKind = (typeof memberKinds)[number]

/** An account at a desk, with what the person has of their own there. */
export interface Member {
  deskId: string
  uid: string
  kind: MemberKind
  /**
   * The id under which tickets store how far the member has read; it outlives the account without naming
   * it. The desk's id for its founder, a random id for others.
   */
  reader: string
  /** As other members see it; empty until the account has a name. */
  name: string
  joinedAt: Date
  /** When the account last chose the desk, by joining or switching. */
  chosenAt: Date
  /** Last seen at the desk. */
  attendedAt?: Date
  /** Set while the member is away by choice, even if they use the desk meanwhile. */
  awaySince?: Date
  /** The greater, the later a ticket was assigned to them in turn. */
  lastInTurn?: number
  /** In which they may take an answer back; undefined for `usualUndo`. */
  undoSeconds?: number
  /** Below their answers in letters; else the desk's. */
  signature?: LocalizedText
  /** Whether lists in wide windows have one line each. */
  compact?: boolean
}

/** What a member chooses for their answers and lists. */
export type MemberChoices = Pick<Member, 'undoSeconds' | 'signature' | 'compact'>

/** What authorises a request at a desk. */
export interface Membership {
  desk: Desk
  member: Member
}

/** `last-manager`: nothing changed, because a desk always has a manager. */
export type MemberChange = 'changed' | 'unknown' | 'last-manager'

export interface MemberStore {
  /** The desks of an account, the one chosen last first; without those being erased. */
  desksOf(uid: string): Promise<Membership[]>
  /** In the order of joining. */
  list(deskId: string): Promise<Member[]>
  /** Returns whether the account is a new member: not if it was one before, or either is being erased. */
  join(member: Member): Promise<boolean>
  /**
   * If the desk's owner becomes a colleague, the manager who joined first after them becomes its owner.
   * The same commit withdraws the open invitations of who is no longer a manager.
   */
  setKind(deskId: string, uid: string, kind: MemberKind, at: Date): Promise<MemberChange>
  /** As `setKind` for a manager who becomes a colleague. */
  remove(deskId: string, uid: string, at: Date): Promise<MemberChange>
  /** At every desk of the account. */
  rename(uid: string, name: string): Promise<void>
  /** Does nothing for an account that is not a member. */
  choose(deskId: string, uid: string, at: Date): Promise<void>
  /** Never sets an earlier time. The desk's `attendedAt` follows in the same commit. */
  attend(deskId: string, uid: string, at: Date): Promise<void>
  /** As `attend`: the desk is then attended by the others alone. */
  saveAway(deskId: string, uid: string, since: Date | undefined): Promise<void>
  /** Of those that are given. Does nothing for an account that is not a member. */
  saveChoices(deskId: string, uid: string, choices: MemberChoices): Promise<void>
}

/**
 * The desk that an address names in `desk`, by its public key or, as scripts of its pages do, by its id, or
 * else the one chosen last. Undefined if the account is not a member of it; it looks the same whether there
 * is such a desk. The key before the present one counts as long as there is no newer one, for only visitors lose it.
 */
export function chosenDesk(
  memberships: readonly Membership[],
  query: URLSearchParams,
): Membership | undefined {
  const asked = query.get('desk')
  if (asked === null) return memberships[0]
  return memberships.find(({ desk: { id, publicKey, earlierKey } }) =>
    [id, publicKey, earlierKey].includes(asked),
  )
}

/** Rooms of the dashboard and sections of its settings that colleagues can neither see nor use. */
export const managersOnly = {
  rooms: ['shelf', 'home', 'company', 'embed'],
  sections: [
    'greeting',
    'hours',
    'exceptions',
    'away',
    'signature',
    'mail',
    'people',
    'log',
    'privacy',
    'plan',
  ],
} as const

/** Members of a desk in the order of joining, by account where two joined at once. */
export function byJoining(one: Member, other: Member): number {
  const between = one.joinedAt.getTime() - other.joinedAt.getTime()
  return between || (one.uid < other.uid ? -1 : 1)
}

/** When a desk with these members was last attended. */
export function attendedByAny(members: readonly Pick<Member, 'attendedAt' | 'awaySince'>[]) {
  const times = members.flatMap(({ attendedAt, awaySince }) =>
    attendedAt && !awaySince ? [attendedAt.getTime()] : [],
  )
  return times.length > 0 ? new Date(Math.max(...times)) : undefined
}

/** Whether the account is one of the managers among the members of a desk. */
export function isManager(members: readonly Member[], uid: string): boolean {
  return members.some((each) => each.uid === uid && each.kind === 'manager')
}

/**
 * The `reader` of an e-mail to this member. Undefined for who founded the desk: e-mails of versions
 * without members went to them, and so keep their keys.
 */
export function readerOfMail({ deskId, reader }: Pick<Member, 'deskId' | 'reader'>) {
  return reader === deskId ? undefined : reader
}

/** Memberships of an account, the desk chosen last first. */
export function byChoice(one: Member, other: Member): number {
  const between = other.chosenAt.getTime() - one.chosenAt.getTime()
  return between || (one.deskId < other.deskId ? -1 : 1)
}

/**
 * The effect of removing `uid` from the managers: `owner` is the account that owns the desk afterwards.
 * `members` are all of the desk.
 */
export function withoutManager(
  members: readonly Member[],
  { uid, ownerUid }: { uid: string; ownerUid: string },
): { change: MemberChange; owner: string } {
  const member = members.find((each) => each.uid === uid)
  if (!member) return { change: 'unknown', owner: ownerUid }
  const [next] = members
    .filter((each) => each.kind === 'manager' && each.uid !== uid)
    .sort(byJoining)
  if (member.kind === 'manager' && !next) return { change: 'last-manager', owner: ownerUid }
  return { change: 'changed', owner: ownerUid === uid && next ? next.uid : ownerUid }
}

export function firstManager({ id, ownerUid, createdAt }: Desk, name = ''): Member {
  return {
    deskId: id,
    uid: ownerUid,
    kind: 'manager',
    reader: id,
    name,
    joinedAt: createdAt,
    chosenAt: createdAt,
  }
}

/** Returns the new desk of an account that is at none, or one that it is at. Undefined for a deleted account. */
export async function foundDesk(
  { desks }: { desks: DeskStore },
  { uid, name }: { uid: string; name?: string },
  now: Date,
): Promise<Desk | undefined> {
  try {
    return await desks.ensure(newDesk(uid, now), name)
  } catch (error) {
    if (error instanceof AccountGone) return undefined
    throw error
  }
}
