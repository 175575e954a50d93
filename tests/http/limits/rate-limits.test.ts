import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RateLimitName, TooManyRequests } from '../../../app/domain/limits/rate-limits'
import { limited, usualPace } from '../../../app/http/limits/rate-limits.server'
import { openTestServer } from '../../support/request-context'

let server: Awaited<ReturnType<typeof openTestServer>>
let waits: number[]
let time = Date.UTC(2026, 2, 4, 9)

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  waits = []
  time += 3_600_000
})

/** What a call comes to that takes so many milliseconds, and how it was held up. */
function call(kind: RateLimitName, takes: number, outcome: 'answers' | 'throws', jitter = 0) {
  const context = {
    ...server.context({ at: new Date(time) }),
    now: () => new Date(time),
    pace: {
      floor: 800,
      jitter,
      wait: async (milliseconds: number) => {
        waits.push(milliseconds)
      },
    },
  }
  return limited(context, { name: kind }, async () => {
    time += takes
    if (outcome === 'throws') throw new Error('refused')
    return 'answer'
  })
}

describe('the time of an answer', () => {
  test.each([
    [0, 800],
    [300, 500],
    [800, 0],
    [801, 799],
    [2_000, 400],
  ])('that took %i ms is stretched by %i to a multiple of the floor', async (takes, wait) => {
    await expect(call('sign-in', takes, 'throws')).rejects.toThrow('refused')
    await expect(call('sign-up', takes, 'throws')).rejects.toThrow('refused')
    expect(await call('mail', takes, 'answers')).toBe('answer')
    await expect(call('mail', takes, 'throws')).rejects.toThrow('refused')
    expect(waits).toEqual([wait, wait, wait, wait])
  })

  test('is not padded for a sign-in that succeeded, nor for actions that reveal no account', async () => {
    expect(await call('sign-in', 300, 'answers')).toBe('answer')
    await expect(call('order', 300, 'throws')).rejects.toThrow('refused')
    expect(waits).toEqual([])
  })

  test('varies at random', async () => {
    for (let time = 0; time < 10; time += 1) await call('mail', 0, 'answers', 80)
    expect(new Set(waits).size).toBeGreaterThan(1)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(800)
    expect(Math.max(...waits)).toBeLessThan(880)
  })

  test('is 800 milliseconds or more in production', () => {
    expect(usualPace.floor).toBeGreaterThanOrEqual(800)
  })
})

test('a refused action is not run, and Retry-After is in whole seconds', async () => {
  for (let time = 0; time < 10; time += 1) await call('sign-in', 0, 'answers')
  time += 100
  let done = false
  const refused = call('sign-in', 0, 'answers').then(() => {
    done = true
  })
  await expect(refused).rejects.toThrow(new TooManyRequests(60))
  expect(done).toBe(false)
  expect(waits).toEqual([])
})
