import { describe, expect, it, test } from 'vitest'
import { IdentityError } from '~/domain/identity/identity'
import {
  outcomeOf,
  ownBuckets,
  type RateLimit,
  rateLimits,
  sharedBuckets,
  subnetShare,
  waitInWords,
} from '~/domain/limits/rate-limits'
import {
  delayAfter,
  failuresLast,
  freeFailures,
  joinLine,
  type Line,
  longestWait,
  noLine,
  settleLine,
  spend,
  unspend,
  untilFree,
  type Window,
} from '~/domain/limits/windows'

const limit: RateLimit = { name: 'sign-in', per: 'address', most: 3, within: 60_000 }

describe('a window', () => {
  test.each<[string, Window | undefined, number, number]>([
    ['that has not begun is free', undefined, 0, 0],
    ['with something left is free', { used: 2, endsAt: 60_000 }, 10_000, 0],
    ['that is used up says how long', { used: 3, endsAt: 60_000 }, 10_000, 50_000],
    ['that is nearly over, too', { used: 3, endsAt: 60_000 }, 59_999, 1],
    ['that is over is free', { used: 3, endsAt: 60_000 }, 60_000, 0],
  ])('%s', (_, window, now, wait) => {
    expect(untilFree(window, { limit }, now)).toBe(wait)
  })

  it('begins with the first attempt, and later attempts do not extend it', () => {
    const first = spend(undefined, { limit }, 5_000)
    expect(first).toEqual({ used: 1, endsAt: 65_000 })
    expect(spend(first, { limit }, 64_999)).toEqual({ used: 2, endsAt: 65_000 })
    expect(spend(first, { limit }, 65_000)).toEqual({ used: 1, endsAt: 125_000 })
  })

  it('accepts an attempt that costs no more than is left', () => {
    const used = spend(undefined, { limit, cost: 2 }, 0)
    expect(used.used).toBe(2)
    expect(untilFree(used, { limit, cost: 1 }, 0)).toBe(0)
    expect(untilFree(used, { limit, cost: 2 }, 0)).toBe(60_000)
    expect(unspend(used, { limit, cost: 3 }).used).toBe(0)
  })
})

describe('the delay', () => {
  test.each([
    [0, 0],
    [4, 0],
    [5, 500],
    [6, 1_000],
    [7, 2_000],
    [8, 4_000],
    [9, 8_000],
    [10, 8_000],
    [5_000, 8_000],
  ])('after %i failures is %i ms', (failures, delay) => {
    expect(delayAfter(failures)).toBe(delay)
  })
})

describe('a line', () => {
  /** What comes of so many attempts at once. */
  function joinedBy(many: number, line: Line, now: number) {
    const slots = Array.from({ length: many }, () => {
      const joined = joinLine(line, now)
      line = joined.line
      return joined.slot
    })
    return { slots, line }
  }

  it('lets simultaneous attempts through one by one, and refuses those that would wait too long', () => {
    const { slots } = joinedBy(freeFailures + 7, noLine, 1_000)
    const waits = slots.map((slot) => (slot.kind === 'slot' ? slot.wait : -slot.retryAfter))
    expect(waits.slice(0, freeFailures)).toEqual([0, 0, 0, 0, 0])
    expect(waits.slice(freeFailures)).toEqual([500, 1_500, 3_500, 7_500, 15_500, 23_500, -7_500])
    expect(Math.max(...waits)).toBeLessThanOrEqual(longestWait)
  })

  it('is open again after the time that it gave', () => {
    const { line } = joinedBy(freeFailures + 6, noLine, 0)
    expect(joinLine(line, 7_499).slot.kind).toBe('refused')
    expect(joinLine(line, 7_500).slot).toEqual({ kind: 'slot', wait: longestWait })
  })

  it('never delays an attempt by more than the longest delay, however many failed before', () => {
    let line = noLine
    for (let minute = 0; minute < 200; minute += 1) {
      const joined = joinLine(line, minute * 60_000)
      expect(joined.slot).toEqual({ kind: 'slot', wait: delayAfter(minute) })
      line = joined.line
    }
  })

  it('forgets failures after a while without attempts', () => {
    const { line } = joinedBy(freeFailures, noLine, 0)
    expect(joinLine(line, failuresLast - 1).slot).toEqual({ kind: 'slot', wait: 500 })
    expect(joinLine(line, failuresLast).slot).toEqual({ kind: 'slot', wait: 0 })
  })

  test.each([
    ['failed', 3],
    ['undecided', 2],
    ['succeeded', 0],
  ] as const)('of three has after one that %s %i failures', (outcome, failures) => {
    const { line } = joinedBy(3, noLine, 0)
    expect(settleLine(line, outcome).failures).toBe(failures)
  })
})

describe('the rate limits', () => {
  const address = '192.0.2.1'

  it('of an attempt are those of its address and, if it names an account, of that account', () => {
    const own = (name: RateLimit['name'], account?: string) =>
      ownBuckets(name, { address, account }).map(
        ({ limit: { per, most, within }, holder }) => `${per} ${holder} ${most}/${within / 60_000}`,
      )
    expect(own('sign-in', 'ada')).toEqual([`address ${address} 10/1`, `address ${address} 100/60`])
    expect(own('mail', 'ada')).toEqual(['account ada 5/60', `address ${address} 20/60`])
    expect(own('mail')).toEqual([`address ${address} 20/60`])
  })

  it('keep all calls of the identity service within its quotas', () => {
    for (const name of ['sign-in', 'sign-up', 'mail'] as const) {
      expect(sharedBuckets(name), name).toHaveLength(1)
    }
    expect(sharedBuckets('sign-up')[0]?.limit).toMatchObject({ most: 100, within: 3_600_000 })
  })

  it('leave more than half to others once one subnet has used up its share', () => {
    for (const { name, most, within } of rateLimits.filter(({ per }) => per === 'address')) {
      const shared = rateLimits.find((each) => each.name === name && each.per === 'everybody')
      if (shared?.within === within) expect(most * subnetShare, name).toBeLessThan(shared.most / 2)
    }
  })

  it('of a subnet are three times those of an address', () => {
    const own = ownBuckets('sign-up', { address, subnet: '192.0.2.0/24' })
    expect(own.map(({ limit: { most }, holder }) => [most, holder])).toEqual([
      [15, address],
      [45, 'subnet 192.0.2.0/24'],
    ])
  })
})

test.each([
  ['invalid-credential', 'failed'],
  ['wrong-password', 'failed'],
  ['user-not-found', 'failed'],
  ['user-disabled', 'failed'],
  ['network-request-failed', 'undecided'],
  ['too-many-requests', 'undecided'],
] as const)('%s counts as %s', (code, outcome) => {
  expect(outcomeOf(new IdentityError(code, ''))).toBe(outcome)
})

test.each([
  [1, 'errors:errors.wait.seconds', 1],
  [90, 'errors:errors.wait.seconds', 90],
  [91, 'errors:errors.wait.minutes', 2],
  [3_600, 'errors:errors.wait.minutes', 60],
  [90 * 60, 'errors:errors.wait.minutes', 90],
  [90 * 60 + 1, 'errors:errors.wait.hours', 2],
  [86_400, 'errors:errors.wait.hours', 24],
])('%i seconds are shown by %s as %i', (seconds, key, count) => {
  expect(waitInWords(seconds)).toEqual({ key, values: { count } })
})
