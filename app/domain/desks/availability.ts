import type { LocalizedText } from '../text/languages'
import { type Desk, type DeskStore, isAttended, repliesCountFor, timetableOf } from './desks'
import { answerDue, isOpen, nextOpening } from './hours'

/** Whether somebody is at the desk, and what can be expected of it. */
export interface Presence {
  /** Somebody is there, and it is open. */
  here: boolean
  /** Somebody happens to be there although it is closed. */
  afterHours: boolean
  /** How long an answer usually takes, in milliseconds; only somebody who is there keeps to it. */
  usualReply?: number
  /** What the opening hours say; not there for a desk that has none. */
  hours?: CounterHours
}

export interface CounterHours {
  open: boolean
  /** When a closed counter opens; undefined if that is very far off. */
  opensAt?: Date
  /** What the owner promises for what is asked now, or is waiting; undefined without a promise. */
  answerBy?: Date
  /** The promise for what is waiting was not kept. */
  late: boolean
  timeZone: string
  now: Date
}

/** `waitingSince` is when what is waiting for an answer was asked; without it, somebody may ask now. */
export async function presenceAt(
  desks: DeskStore,
  desk: Desk,
  now: Date,
  waitingSince?: Date,
): Promise<Presence> {
  const hours = hoursAt(desk, now, waitingSince)
  const attended = isAttended(desk, now)
  const here = attended && hours?.open !== false
  return {
    here,
    afterHours: attended && !here,
    usualReply: here ? await usualReply(desks, desk, now) : undefined,
    hours,
  }
}

/** How long the desk's first answers took lately, in milliseconds; undefined where there were none. */
export function usualReply(desks: DeskStore, { id }: Desk, now: Date): Promise<number | undefined> {
  return desks.medianFirstReply(id, new Date(now.getTime() - repliesCountFor))
}

/** What the desk says to somebody who comes: the away text while it is closed, or else the greeting. */
export function wordsFor(desk: Desk, { hours }: Presence): LocalizedText {
  const closed = hours && !hours.open
  return closed && Object.values(desk.away).some(Boolean) ? desk.away : desk.greeting
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

/** What is promised is told in whole quarters of an hour, never too early. */
const quarter = 15 * 60_000
