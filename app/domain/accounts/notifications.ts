import { nextLocalTime, timeOfDay } from '../time/local-times'

/** Orders concern only the members of the site's desk. */
export const notificationEvents = ['ticket', 'message', 'feedback', 'order'] as const

/** digest: once a day, in one e-mail. */
export const notificationModes = ['now', 'digest', 'off'] as const

export type NotificationMode = (typeof notificationModes)[number]

/** Whose tickets they are about. open: the member's own and nobody's. */
export const whoseTickets = ['all', 'open', 'mine'] as const

export type WhoseTickets = (typeof whoseTickets)[number]

/** Events that are about tickets, which may be somebody's. */
export const ticketEvents = ['ticket', 'message'] as const

/** Times of day are "HH:MM" in the desk's time zone. */
export interface Notifications {
  /** Absent events default to `usualNotifications`. */
  events: Record<'ticket' | 'message', NotificationMode> &
    Partial<Record<'feedback' | 'order', NotificationMode>>
  /** Absent events are about all tickets. */
  whose?: Partial<Record<(typeof ticketEvents)[number], WhoseTickets>>
  /** May pass midnight; e-mails wait until it ends. */
  quiet?: { from: string; to: string }
}

export const usualNotifications: Notifications = {
  events: { ticket: 'now', message: 'now', feedback: 'digest', order: 'now' },
}

/** After an e-mail's unsubscribe link; e-mails about orders go on. */
export const noNotifications: Notifications = {
  events: { ticket: 'off', message: 'off', feedback: 'off' },
}

/** Whether a ticket of this assignee is among those that the member hears about. */
export function isAmong(
  whose: WhoseTickets = 'all',
  assignee: string | undefined,
  uid: string,
): boolean {
  if (whose === 'all' || assignee === uid) return true
  return whose === 'open' && assignee === undefined
}

const digestTime = '08:00'

export function nextDigest(now: Date, timeZone: string): Date {
  return nextLocalTime(now, digestTime, timeZone)
}

/** The end of the quiet hours around `now`, start included, end excluded; else undefined. */
export function quietUntil(
  now: Date,
  quiet: Notifications['quiet'],
  timeZone: string,
): Date | undefined {
  if (!quiet || quiet.from === quiet.to) return undefined
  const { from, to } = quiet
  const time = timeOfDay(now, timeZone)
  const inside = from < to ? from <= time && time < to : from <= time || time < to
  return inside ? nextLocalTime(now, to, timeZone) : undefined
}
