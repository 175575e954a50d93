import { nextLocalTime, timeOfDay } from '../time/local-times'

/**
 * What an owner can be told of by mail: a new conversation, a further message in one, what visitors
 * think, and, at the site's desk, an order.
 */
export const notificationEvents = ['ticket', 'message', 'feedback', 'order'] as const

export type NotificationEvent = (typeof notificationEvents)[number]

/** digest: once a day, all of it in one mail. */
export const notificationModes = ['now', 'digest', 'off'] as const

export type NotificationMode = (typeof notificationModes)[number]

/** How an owner wants to be told. Times of day are "HH:MM" in the desk's time zone. */
export interface Notifications {
  /** What nothing was chosen for yet comes as in `usualNotifications`. */
  events: Record<'ticket' | 'message', NotificationMode> &
    Partial<Record<'feedback' | 'order', NotificationMode>>
  /** No mail comes in these hours, which may pass midnight; what waits comes after them. */
  quiet?: { from: string; to: string }
}

export const usualNotifications: Notifications = {
  events: { ticket: 'now', message: 'now', feedback: 'digest', order: 'now' },
}

/** What remains once they were stopped by an e-mail's link; orders are told all the same. */
export const noNotifications: Notifications = {
  events: { ticket: 'off', message: 'off', feedback: 'off' },
}

/** The digest comes at this time of day. */
export const digestTime = '08:00'

/** The next digest after `now`. */
export function nextDigest(now: Date, timeZone: string): Date {
  return nextLocalTime(now, digestTime, timeZone)
}

/** When the quiet hours that `now` is in end; undefined outside them. The first minute is quiet, the last is not. */
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
