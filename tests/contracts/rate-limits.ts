import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Bucket, InLine, RateLimit, RateLimitStore } from '../../app/domain/limits/rate-limits'
import { freeFailures } from '../../app/domain/limits/windows'

/** The time in seconds after the beginning of the test. */
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 9, 0, seconds))

const perMinute: RateLimit = { name: 'sign-in', per: 'address', most: 2, within: 60_000 }
const perHour: RateLimit = { name: 'sign-in', per: 'address', most: 3, within: 3_600_000 }
const shared: RateLimit = { name: 'sign-in', per: 'everybody', most: 4, within: 60_000 }

const of = (holder: string, ...rateLimits: RateLimit[]): Bucket[] =>
  rateLimits.map((limit) => ({ limit, holder }))

/** Opens a store; `close` ends what it holds. */
export type OpenRateLimitStore = () => Promise<{
  rateLimits: RateLimitStore
  close(): Promise<void>
}>

export function rateLimitStoreContract(name: string, open: OpenRateLimitStore) {
  describe(`attempts ${name}`, () => {
    let rateLimits: RateLimitStore
    let close: () => Promise<void>
    beforeEach(async () => {
      ;({ rateLimits, close } = await open())
    })
    afterEach(() => close())

    test('a limit is there again when its window is over, which began with the first attempt', async () => {
      const take = (seconds: number) => rateLimits.consume(of('a', perMinute), at(seconds))
      expect(await take(0)).toBe(0)
      expect(await take(45)).toBe(0)
      expect(await take(45)).toBe(15_000)
      expect(await take(60)).toBe(0)
    })

    test('each holder and each limit has a bucket of its own', async () => {
      const others = [
        of('b', perMinute),
        of('a', { ...perMinute, name: 'mail' }),
        of('a', { ...perMinute, per: 'account' }),
      ]
      for (const _ of [1, 2]) await rateLimits.consume(of('a', perMinute), at(0))
      expect(await rateLimits.consume(of('a', perMinute), at(0))).toBe(60_000)
      for (const each of others) expect(await rateLimits.consume(each, at(0))).toBe(0)
    })

    test('a refusal by one limit takes from none, and returns the longest wait', async () => {
      const take = (seconds: number) => rateLimits.consume(of('a', perMinute, perHour), at(seconds))
      for (const _ of [1, 2]) expect(await take(0)).toBe(0)
      for (const _ of [1, 2, 3]) expect(await take(0)).toBe(60_000)
      // Had the refused ones counted, the hour would be used up.
      expect(await take(60)).toBe(0)
      expect(await take(120)).toBe(58 * 60_000)
    })

    test('everybody together has one limit', async () => {
      const take = () => rateLimits.consume(of('', shared), at(0))
      const waits = await Promise.all([1, 2, 3, 4, 5].map(take))
      expect(waits.sort((one, other) => one - other)).toEqual([0, 0, 0, 0, 60_000])
    })

    test('a refund is available again, and no more than was taken', async () => {
      const take = (seconds: number) => rateLimits.consume(of('', shared), at(seconds))
      for (const _ of [1, 2, 3, 4]) expect(await take(0)).toBe(0)
      await rateLimits.giveBack(of('', shared), at(1))
      expect([await take(1), await take(1)]).toEqual([0, 59_000])
      for (const _ of [1, 2, 3, 4, 5, 6]) await rateLimits.giveBack(of('', shared), at(2))
      for (const _ of [1, 2, 3, 4]) expect(await take(2)).toBe(0)
      expect(await take(2)).toBe(58_000)
    })

    test('a higher cost takes more, all or nothing, and refunds as much', async () => {
      const take = (cost: number) =>
        rateLimits.consume([{ limit: shared, holder: 'a', cost }], at(0))
      expect([await take(3), await take(2), await take(1), await take(1)]).toEqual([
        0, 60_000, 0, 60_000,
      ])
      await rateLimits.giveBack([{ limit: shared, holder: 'a', cost: 3 }], at(0))
      expect([await take(4), await take(3)]).toEqual([60_000, 0])
    })

    test('the wait for room is known without taking any', async () => {
      const wait = () => rateLimits.wait(of('a', perMinute), at(15))
      for (const _ of [1, 2, 3]) expect(await wait()).toBe(0)
      for (const _ of [1, 2]) await rateLimits.consume(of('a', perMinute), at(0))
      expect(await wait()).toBe(45_000)
    })

    test('an alias stands for one holder, and for nobody once the day is over', async () => {
      const alias = (holder: string, seconds = 0) => rateLimits.alias(holder, at(seconds))
      expect(await alias('a', 60)).toBe(await alias('a'))
      expect(await alias('b')).not.toBe(await alias('a'))
      expect(await alias('a')).not.toMatch(/^a$/)
      const before = await alias('a')
      expect(await alias('a', 86_400)).not.toBe(before)
    })

    const ada = { account: 'ada@example.com', address: '192.0.2.1' }
    const stranger = { ...ada, address: '203.0.113.9' }
    const lineUp = async (who: InLine = ada, seconds = 0) => {
      const slot = await rateLimits.lineUp(who, at(seconds))
      return slot.kind === 'slot' ? slot.wait : `refused for ${slot.retryAfter}`
    }
    const lineUpTimes = async (times: number, who: InLine = ada) => {
      const waits: (number | string)[] = []
      for (let time = 0; time < times; time += 1) waits.push(await lineUp(who))
      return waits
    }

    test('attempts on one account queue, wherever they come from', async () => {
      await lineUpTimes(freeFailures)
      const both = [await lineUp(ada), await lineUp(stranger)]
      expect(both).toEqual([500, 500 + 1_000])
      expect(await lineUp({ ...ada, account: 'ben@example.com' })).toBe(0)
    })

    test('a refused one does not make the line longer', async () => {
      const waits = await lineUpTimes(freeFailures + 8)
      expect(waits.slice(-2)).toEqual(['refused for 7500', 'refused for 7500'])
    })

    test('failures count, what is undecided does not, and a success wipes them out', async () => {
      for (let time = 0; time < 2 * freeFailures; time += 1) {
        await lineUp()
        await rateLimits.settle(ada, 'undecided', at(0))
      }
      for (let time = 0; time < freeFailures; time += 1) {
        expect(await lineUp()).toBe(0)
        await rateLimits.settle(ada, 'failed', at(0))
      }
      expect(await lineUp()).toBe(500)
      await rateLimits.settle(ada, 'succeeded', at(1))
      expect(await lineUp(stranger, 1)).toBe(0)
    })

    test('a holder who succeeded does not queue behind strangers afterwards', async () => {
      await lineUp()
      await rateLimits.settle(ada, 'succeeded', at(0))
      await lineUpTimes(freeFailures + 9, stranger)
      expect(await lineUp(stranger)).toMatch(/refused/)
      expect(await lineUp(ada)).toBe(0)
      // The own line is as strict as the other.
      await lineUpTimes(freeFailures - 1)
      expect(await lineUp(ada)).toBe(500)
    })

    test('a known browser queues behind nobody else, wherever it is', async () => {
      await lineUpTimes(freeFailures + 9, stranger)
      const known = { ...ada, browser: 'of ada' }
      expect(await lineUp(ada)).toMatch(/refused/)
      expect(await lineUp(known)).toBe(0)
      expect(await lineUp({ ...stranger, browser: 'another' })).toBe(0)
      // Its own line is as strict as the other.
      await lineUpTimes(freeFailures - 1, known)
      expect(await lineUp({ ...known, address: '203.0.113.77' })).toBe(500)
      await rateLimits.settle(known, 'succeeded', at(1))
      expect(await lineUp(known, 9)).toBe(0)
    })
  })
}
