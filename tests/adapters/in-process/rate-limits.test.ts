import { expect, test } from 'vitest'
import { createRateLimitStore } from '../../../app/adapters/in-process/rate-limits.server'
import type { RateLimit } from '../../../app/domain/limits/rate-limits'
import { rateLimitStoreContract } from '../../contracts/rate-limits'

rateLimitStoreContract('in the process', async () => ({
  rateLimits: createRateLimitStore(),
  close: async () => undefined,
}))

const once: RateLimit = { name: 'sign-in', per: 'address', most: 1, within: 3_600_000 }
const evening = new Date('2026-03-04T23:50:00.000Z')
const midnight = new Date('2026-03-05T00:00:00.000Z')

test('the number of people that are known is bounded; the one not seen for longest is forgotten', async () => {
  const rateLimits = createRateLimitStore({ mostKeys: 2 })
  const take = (holder: string) => rateLimits.consume([{ limit: once, holder }], evening)
  expect(await take('a')).toBe(0)
  expect(await take('b')).toBe(0)
  expect(await take('a')).toBeGreaterThan(0)
  expect(await take('c')).toBe(0)
  expect(await take('a')).toBeGreaterThan(0)
  expect(await take('b')).toBe(0)
})

test('no number of people makes it forget the limit of everybody', async () => {
  const rateLimits = createRateLimitStore({ mostKeys: 2 })
  const everybody = [{ limit: { ...once, per: 'everybody' as const }, holder: '' }]
  expect(await rateLimits.consume(everybody, evening)).toBe(0)
  for (const holder of ['a', 'b', 'c', 'd'])
    await rateLimits.consume([{ limit: once, holder }], evening)
  expect(await rateLimits.consume(everybody, evening)).toBeGreaterThan(0)
})

test('at midnight it knows nobody any more; the limit of everybody goes on', async () => {
  const rateLimits = createRateLimitStore()
  const ada = [{ limit: once, holder: 'ada' }]
  const everybody = [{ limit: { ...once, per: 'everybody' as const }, holder: '' }]
  for (const each of [ada, everybody]) expect(await rateLimits.consume(each, evening)).toBe(0)
  expect(await rateLimits.consume(ada, midnight)).toBe(0)
  expect(await rateLimits.consume(everybody, midnight)).toBe(50 * 60_000)
})
