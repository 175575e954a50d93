import type { Bucket, Outcome, QueueSlot } from './rate-limits'

/** Times in milliseconds since 1970. */
export interface Window {
  used: number
  endsAt: number
}

type Taking = Pick<Bucket, 'limit' | 'cost'>

/** Milliseconds until the limit has room; 0 if it has. */
export function untilFree(
  window: Window | undefined,
  { limit, cost = 1 }: Taking,
  now: number,
): number {
  if (!window || window.endsAt <= now || window.used + cost <= limit.most) return 0
  return window.endsAt - now
}

export function spend(
  window: Window | undefined,
  { limit, cost = 1 }: Taking,
  now: number,
): Window {
  if (!window || window.endsAt <= now) return { used: cost, endsAt: now + limit.within }
  return { used: window.used + cost, endsAt: window.endsAt }
}

export function unspend({ used, endsAt }: Window, { cost = 1 }: Taking): Window {
  return { used: Math.max(0, used - cost), endsAt }
}

/** The queue of sign-ins to one account. Times in milliseconds since 1970. */
export interface Line {
  failures: number
  lastAt: number
  goesAt: number
}

export const noLine: Line = { failures: 0, lastAt: 0, goesAt: 0 }

/** Milliseconds without an attempt until failures are forgotten. */
export const failuresLast = 15 * 60_000

/** Tries without delay, for people who forgot which password it was. */
export const freeFailures = 5

/** Milliseconds: the first is hardly felt, the last makes guessing hopeless. */
export const firstDelay = 500
export const longestDelay = 8_000

/** Milliseconds: four attempts at the longest delay, below proxies' timeouts. */
export const longestWait = 24_000

/** Milliseconds of delay; never a lock-out. */
export function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0
  return Math.min(firstDelay * 2 ** (failures - freeFailures), longestDelay)
}

export function joinLine(line: Line, now: number): { slot: QueueSlot; line: Line } {
  const failures = now - line.lastAt < failuresLast ? line.failures : 0
  const goesAt = Math.max(now, line.goesAt) + delayAfter(failures)
  const wait = goesAt - now
  if (wait > longestWait) {
    return { slot: { kind: 'refused', retryAfter: wait - longestWait }, line }
  }
  return { slot: { kind: 'slot', wait }, line: { failures: failures + 1, lastAt: now, goesAt } }
}

export function settleLine(line: Line, outcome: Outcome): Line {
  if (outcome === 'failed') return line
  const failures = outcome === 'succeeded' ? 0 : Math.max(0, line.failures - 1)
  // Later ones keep their place in the queue.
  return { ...line, failures }
}
