import { isAttended } from '../desks/desks'
import type { MemberStore, Membership } from '../desks/members'
import type { LiveBus, LiveEvent, LiveTopic } from './live'

export type Side = 'owner' | 'visitor'

export type Whereabouts = 'away' | 'here' | 'typing'

export interface TicketRef {
  deskId: string
  ticketId: string
  number: number
}

export interface Attendance {
  owner: Whereabouts
  visitor: Whereabouts
  /** Unless another sign comes; undefined while both are away. */
  changesAt?: Date
}

/** Not durable: after a loss every sign is back within a heartbeat. */
export interface PresenceStore {
  /** `sign` names the source, e.g. one open stream; repeating it replaces its time. */
  arrive(ticketRef: TicketRef, side: Side, sign: string, until: Date, now: Date): Promise<void>
  type(ticketRef: TicketRef, side: Side, until: Date, now: Date): Promise<void>
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

/** Valid until the next sign is due; announced if it changes something. */
export async function arrive(
  ports: Ports,
  ticketRef: TicketRef,
  side: Side,
  sign: string,
  now: Date,
) {
  const before = await ports.presence.at(ticketRef.ticketId, now)
  await ports.presence.arrive(ticketRef, side, sign, later(now, signsEvery + grace), now)
  if (before[side] === 'away') announce(ports.live, ticketRef)
}

/** Away in a moment, unless another sign remains. */
export async function leave(
  ports: Ports,
  ticketRef: TicketRef,
  side: Side,
  sign: string,
  now: Date,
) {
  await ports.presence.arrive(ticketRef, side, sign, later(now, grace), now)
  announce(ports.live, ticketRef)
}

export async function noteTyping(
  ports: Ports,
  ticketRef: TicketRef,
  side: Side,
  typing: boolean,
  now: Date,
) {
  const before = await ports.presence.at(ticketRef.ticketId, now)
  if (!typing && before[side] !== 'typing') return
  await ports.presence.type(ticketRef, side, typing ? later(now, typingLasts) : now, now)
  if ((before[side] === 'typing') !== typing) announce(ports.live, ticketRef)
}

export function endTyping(
  ports: Ports,
  { deskId, id, number }: { deskId: string; id: string; number: number },
  side: Side,
  now: Date,
) {
  return noteTyping(ports, { deskId, ticketId: id, number }, side, false, now)
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
