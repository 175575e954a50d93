import type { Budget, Outcome, Turn } from './attempts'

/** What was used of a budget since its window began. Times in milliseconds since 1970. */
export interface Window {
  used: number
  endsAt: number
}

/** Milliseconds until the budget has something left; 0 if it has. */
export function untilFree(window: Window | undefined, budget: Budget, now: number): number {
  if (!window || window.endsAt <= now || window.used < budget.most) return 0
  return window.endsAt - now
}

/** The window after one was taken: a new one if the last is over. */
export function spend(window: Window | undefined, budget: Budget, now: number): Window {
  if (!window || window.endsAt <= now) return { used: 1, endsAt: now + budget.within }
  return { used: window.used + 1, endsAt: window.endsAt }
}

/** Those who try to sign in to one account, one behind the other. Times in milliseconds since 1970. */
export interface Line {
  failures: number
  lastAt: number
  /** When the last one in line goes ahead. */
  goesAt: number
}

export const noLine: Line = { failures: 0, lastAt: 0, goesAt: 0 }

/** After so long without an attempt, in milliseconds, failures are forgotten. */
export const failuresLast = 15 * 60_000

/** A person who has forgotten which password it was gets so many tries without noticing anything. */
export const freeFailures = 5

/** Milliseconds: the first delay is hardly felt, the last makes guessing hopeless. */
export const firstDelay = 500
export const longestDelay = 8_000

/**
 * Milliseconds that an attempt may stand in line. It bounds how many wait, four at most once the
 * delay has grown, and stays below the patience of proxies.
 */
export const longestWait = 24_000

/** How long an attempt is held up after so many failures, in milliseconds. Never for good. */
export function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0
  return Math.min(firstDelay * 2 ** (failures - freeFailures), longestDelay)
}

/** The turn of one who joins the line, and the line with them at its end; refused, it stays as it was. */
export function joinLine(line: Line, now: number): { turn: Turn; line: Line } {
  const failures = now - line.lastAt < failuresLast ? line.failures : 0
  const goesAt = Math.max(now, line.goesAt) + delayAfter(failures)
  const wait = goesAt - now
  if (wait > longestWait) {
    return { turn: { kind: 'refused', retryAfter: wait - longestWait }, line }
  }
  return { turn: { kind: 'turn', wait }, line: { failures: failures + 1, lastAt: now, goesAt } }
}

/** The line after one of its attempts has ended: it was counted as a failure when it joined. */
export function settleLine(line: Line, outcome: Outcome): Line {
  if (outcome === 'failed') return line
  const failures = outcome === 'succeeded' ? 0 : Math.max(0, line.failures - 1)
  // Those behind keep their place.
  return { ...line, failures }
}
