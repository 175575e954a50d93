import { type Desk, type DeskStore, isAttended } from '../desks/desks'
import type { LiveBus } from './live'

export type Side = 'owner' | 'visitor'

/** Where somebody is, seen from a conversation's page. */
export type Whereabouts = 'away' | 'here' | 'typing'

/** A conversation, in the ids by which events tell of it. */
export interface Place {
  deskId: string
  ticketId: string
  number: number
}

export interface Attendance {
  owner: Whereabouts
  visitor: Whereabouts
  /** When this changes unless somebody gives another sign; undefined while both are away. */
  changesAt?: Date
}

/**
 * Who is on the page of a conversation now, and who is writing there. Nothing of it is kept: every
 * sign runs out by itself, and whoever forgets all of them has everybody again within a heartbeat.
 */
export interface PresenceStore {
  /**
   * Notes that somebody is there until `until`. `sign` names what tells so, such as one open stream;
   * the same sign of the same side again replaces what it told before.
   */
  arrive(place: Place, side: Side, sign: string, until: Date, now: Date): Promise<void>
  /** Notes that a side is typing there until `until`, which replaces what was noted before. */
  type(place: Place, side: Side, until: Date, now: Date): Promise<void>
  /** Who is in a conversation now. Somebody who is typing is there. */
  at(ticketId: string, now: Date): Promise<Attendance>
  /** The conversations of a desk in which somebody is now, in no order. */
  around(deskId: string, now: Date): Promise<(Place & Attendance)[]>
}

interface Ports {
  presence: PresenceStore
  live: LiveBus
}

/** Milliseconds from one sign of life of an open page to the next. */
export const signsEvery = 15_000
/** A page may be gone for so long, as when one page follows another, before its reader counts as away. */
export const grace = 5_000
/** Milliseconds that one sign of typing lasts; whoever goes on typing gives another before. */
export const typingLasts = 8_000

/** A sign of life, good until the next one is due. Tells the others if it is news. */
export async function arrive(ports: Ports, place: Place, side: Side, sign: string, now: Date) {
  const before = await ports.presence.at(place.ticketId, now)
  await ports.presence.arrive(place, side, sign, later(now, signsEvery + grace), now)
  if (before[side] === 'away') announce(ports.live, place)
}

/** The last sign of life: who gave it is away in a moment, unless there is another sign of theirs. */
export async function leave(ports: Ports, place: Place, side: Side, sign: string, now: Date) {
  await ports.presence.arrive(place, side, sign, later(now, grace), now)
  announce(ports.live, place)
}

/** Notes that a side has begun to type, is still at it, or has stopped. Tells the others if it is news. */
export async function noteTyping(
  ports: Ports,
  place: Place,
  side: Side,
  typing: boolean,
  now: Date,
) {
  const before = await ports.presence.at(place.ticketId, now)
  await ports.presence.type(place, side, typing ? later(now, typingLasts) : now, now)
  if ((before[side] === 'typing') !== typing) announce(ports.live, place)
}

/** Notes that what a side was typing has arrived. */
export function endTyping(
  ports: Ports,
  { deskId, id, number }: { deskId: string; id: string; number: number },
  side: Side,
  now: Date,
) {
  return noteTyping(ports, { deskId, ticketId: id, number }, side, false, now)
}

/** Notes that the owner is at the desk, and tells whoever waits there if it is news. */
export async function attend(
  { desks, live }: { desks: DeskStore; live: LiveBus },
  desk: Desk,
  now: Date,
): Promise<void> {
  await desks.attend(desk.ownerUid, now)
  if (!isAttended(desk, now)) live.publish(`counter:${desk.id}`, { kind: 'attended' })
}

/** Says for the owner that they are away, or back, and tells whoever waits at the desk. */
export async function setAway(
  { desks, live }: { desks: DeskStore; live: LiveBus },
  desk: Desk,
  away: boolean,
  now: Date,
): Promise<void> {
  await desks.saveAway(desk.ownerUid, away ? now : undefined)
  live.publish(`counter:${desk.id}`, { kind: 'attended' })
}

function announce(live: LiveBus, place: Place) {
  const event = { kind: 'presence', ...place } as const
  live.publish(`desk:${place.deskId}`, event)
  live.publish(`ticket:${place.ticketId}`, event)
}

function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds)
}
