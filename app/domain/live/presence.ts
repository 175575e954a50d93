import { isAttended } from '../desks/desks'
import type { MemberStore, Membership } from '../desks/members'
import type { LiveBus, LiveEvent, LiveTopic } from './live'
import { isSamePage, type VisitedPage } from './visited-page'

/** At a ticket: its visitor, or a member of the desk by account. */
export type Attendee = 'visitor' | { uid: string }

export type Whereabouts = 'away' | 'here' | 'typing'

export interface TicketRef {
  deskId: string
  ticketId: string
  number: number
}

export interface Attendance {
  /** Of any member. */
  owner: Whereabouts
  visitor: Whereabouts
  /** Who has the ticket open, in the order of coming. */
  members: { uid: string; is: Whereabouts }[]
  /** That the visitor looks at, whether or not the conversation is open on it. */
  page?: VisitedPage
  /** Unless another sign comes; undefined while everybody is away, and no page is looked at. */
  changesAt?: Date
}

/** Not durable: after a loss every sign is back within a heartbeat. */
export interface PresenceStore {
  /** `sign` names the source, e.g. one open stream; repeating it replaces its time. */
  arrive(ticketRef: TicketRef, who: Attendee, sign: string, until: Date, now: Date): Promise<void>
  type(ticketRef: TicketRef, who: Attendee, until: Date, now: Date): Promise<void>
  /** The visitor looks at a page, which replaces the one before. */
  visit(ticketRef: TicketRef, page: VisitedPage, until: Date, now: Date): Promise<void>
  at(ticketId: string, now: Date): Promise<Attendance>
  around(deskId: string, now: Date): Promise<(TicketRef & Attendance)[]>
}

interface Ports {
  presence: PresenceStore
  live: LiveBus
}

/** Milliseconds between signs of an open page. */
export const signsEvery = 15_000
/** Milliseconds between two pages before the reader counts as away. */
export const grace = 5_000
/** Milliseconds; typing on renews it earlier. */
export const typingLasts = 8_000
/** Members at one ticket; others are not noted. */
export const mostMembers = 20

export function whereaboutsOf({ visitor, members }: Attendance, who: Attendee): Whereabouts {
  if (who === 'visitor') return visitor
  return members.find(({ uid }) => uid === who.uid)?.is ?? 'away'
}

/** What members other than `uid` do at a ticket, to be compared. */
export function othersIn({ members }: Pick<Attendance, 'members'>, uid: string): string[] {
  return members.filter((each) => each.uid !== uid).map((each) => `${each.uid} ${each.is}`)
}

/** Valid until the next sign is due; announced if it changes something. */
export async function arrive(
  ports: Ports,
  ticketRef: TicketRef,
  who: Attendee,
  sign: string,
  now: Date,
) {
  const before = await ports.presence.at(ticketRef.ticketId, now)
  await ports.presence.arrive(ticketRef, who, sign, later(now, signsEvery + grace), now)
  if (whereaboutsOf(before, who) === 'away') announce(ports.live, ticketRef)
}

/** Away in a moment, unless another sign remains. */
export async function leave(
  ports: Ports,
  ticketRef: TicketRef,
  who: Attendee,
  sign: string,
  now: Date,
) {
  await ports.presence.arrive(ticketRef, who, sign, later(now, grace), now)
  announce(ports.live, ticketRef)
}

/** The visitor looks at a page, until the next sign is due. */
export async function visit(ports: Ports, ticketRef: TicketRef, page: VisitedPage, now: Date) {
  const before = await ports.presence.at(ticketRef.ticketId, now)
  await ports.presence.visit(ticketRef, page, later(now, signsEvery + grace), now)
  if (!isSamePage(before.page, page)) announce(ports.live, ticketRef)
}

/** The page is gone in a moment, unless the visitor looks at another by now. */
export async function leavePage(ports: Ports, ticketRef: TicketRef, page: VisitedPage, now: Date) {
  const { page: shown } = await ports.presence.at(ticketRef.ticketId, now)
  if (!isSamePage(shown, page)) return
  await ports.presence.visit(ticketRef, page, later(now, grace), now)
  announce(ports.live, ticketRef)
}

export async function noteTyping(
  ports: Ports,
  ticketRef: TicketRef,
  who: Attendee,
  typing: boolean,
  now: Date,
) {
  const before = await ports.presence.at(ticketRef.ticketId, now)
  const typed = whereaboutsOf(before, who) === 'typing'
  if (!typing && !typed) return
  await ports.presence.type(ticketRef, who, typing ? later(now, typingLasts) : now, now)
  if (typed !== typing) announce(ports.live, ticketRef)
}

export function endTyping(
  ports: Ports,
  { deskId, id, number }: { deskId: string; id: string; number: number },
  who: Attendee,
  now: Date,
) {
  return noteTyping(ports, { deskId, ticketId: id, number }, who, false, now)
}

export async function attend(
  { members, live }: { members: MemberStore; live: LiveBus },
  { desk, member }: Membership,
  now: Date,
): Promise<void> {
  await members.attend(desk.id, member.uid, now)
  if (!member.awaySince && !isAttended(desk, now))
    live.publish(`counter:${desk.id}`, { kind: 'attended' })
}

export async function setAway(
  { members, live }: { members: MemberStore; live: LiveBus },
  { desk, member }: Membership,
  away: boolean,
  now: Date,
): Promise<void> {
  await members.saveAway(desk.id, member.uid, away ? now : undefined)
  live.publish(`counter:${desk.id}`, { kind: 'attended' })
}

function announce(live: LiveBus, ticketRef: TicketRef) {
  for (const [topic, event] of eventsAt(ticketRef)) live.publish(topic, event)
}

/** Events for the listeners of a ticket when somebody comes, leaves, types or stops. */
export function eventsAt({ deskId, ticketId, number }: TicketRef): [LiveTopic, LiveEvent][] {
  const event: LiveEvent = { kind: 'presence', deskId, ticketId, number }
  return [
    [`desk:${deskId}`, event],
    [`ticket:${ticketId}`, event],
  ]
}

function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds)
}
