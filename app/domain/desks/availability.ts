import type { LocalizedText } from '../text/languages'
import { type Desk, type DeskStore, isAttended, repliesCountFor, timetableOf } from './desks'
import { answerDue, isOpen, nextOpening } from './hours'
import type { Member } from './members'

export interface Presence {
  /** Somebody is there, and the desk is open. */
  here: boolean
  /** Somebody is there although it is closed. */
  afterHours: boolean
  /** Whether a message waits for an answer; undefined before the first one. */
  waiting?: boolean
  /** Milliseconds; meaningful only while somebody is there. */
  usualReply?: number
  hours?: CounterHours
}

export interface CounterHours {
  open: boolean
  /** Undefined if very far off. */
  opensAt?: Date
  /** The promised time of a reply, asked now or waiting; undefined without a promise. */
  answerBy?: Date
  late: boolean
  timeZone: string
  now: Date
}

/** `asked.since` is when a waiting message was sent; before the first one, without `asked`, the promise is for now. */
export async function presenceAt(
  desks: DeskStore,
  desk: Desk,
  now: Date,
  asked?: { since?: Date },
): Promise<Presence> {
  const hours = hoursAt(desk, now, asked?.since)
  const attended = isAttended(desk, now)
  const here = attended && hours?.open !== false
  return {
    here,
    afterHours: attended && !here,
    waiting: asked && asked.since !== undefined,
    usualReply: here ? await usualReply(desks, desk, now) : undefined,
    hours,
  }
}

/** Who is at the desk: seen lately and not away. Nobody while it is closed. */
export function presentMembers(desk: Desk, members: readonly Member[], now: Date): Member[] {
  if (hoursAt(desk, now)?.open === false) return []
  return members.filter((each) => !each.awaySince && isAttended(each, now))
}

/** Milliseconds; undefined without recent replies. */
export function usualReply(desks: DeskStore, { id }: Desk, now: Date): Promise<number | undefined> {
  return desks.medianFirstReply(id, new Date(now.getTime() - repliesCountFor))
}

/** The away text while closed and nobody is there, otherwise the greeting. */
export function wordsFor(desk: Desk, { hours, afterHours }: Presence): LocalizedText {
  const closed = hours && !hours.open && !afterHours
  return closed && Object.values(desk.away).some(Boolean) ? desk.away : desk.greeting
}

/** Whether the promised time is past or less than a quarter of an hour away. */
export function isPressing(desk: Desk, waitingSince: Date, now: Date): boolean {
  const timetable = timetableOf(desk)
  const due = timetable && desk.replyWithin && answerDue(timetable, desk.replyWithin, waitingSince)
  return due !== undefined && due.getTime() - now.getTime() < quarter
}

function hoursAt(desk: Desk, now: Date, waitingSince = now): CounterHours | undefined {
  const timetable = timetableOf(desk)
  if (!timetable) return undefined
  const { replyWithin, timeZone } = desk
  const open = isOpen(timetable, now)
  const due = replyWithin && answerDue(timetable, replyWithin, waitingSince)
  const late = due !== undefined && due <= now
  return {
    open,
    opensAt: open ? undefined : nextOpening(timetable, now),
    answerBy: due && !late ? new Date(Math.ceil(due.getTime() / quarter) * quarter) : undefined,
    late,
    timeZone,
    now,
  }
}

/** Promised times are rounded up to quarters of an hour. */
const quarter = 15 * 60_000
