import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StoreSilent } from '~/domain/stores'
import { createHealth } from '~/server/responses/health'

function healthOf(probe: () => Promise<void>) {
  let time = 0
  const health = createHealth(probe, () => new Date(time))
  return {
    ...health,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

describe('health', () => {
  it('asks the store at most every ten seconds while it is well', async () => {
    let asked = 0
    const { problem, pass } = healthOf(async () => {
      asked += 1
    })
    expect(await problem()).toBeUndefined()
    pass(9_999)
    expect(await problem()).toBeUndefined()
    expect(asked).toBe(1)
    pass(1)
    expect(await problem()).toBeUndefined()
    expect(asked).toBe(2)
  })

  it('asks once for many who ask at the same time', async () => {
    let asked = 0
    const { problem } = healthOf(async () => {
      asked += 1
    })
    expect(await Promise.all([problem(), problem(), problem()])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(asked).toBe(1)
  })

  it('is well again as soon as the store is', async () => {
    let broken = true
    const { problem } = healthOf(async () => {
      if (broken) throw new Error('The disk is full')
    })
    expect(await problem()).toBe('The disk is full')
    broken = false
    expect(await problem()).toBeUndefined()
  })

  it('does not wait for a store that does not answer', async () => {
    const { problem } = healthOf(() => new Promise(() => {}))
    expect(await problem()).toBe('The store did not answer')
  })

  it('knows a store that can be read and not written', async () => {
    let silent = false
    const refuse = async () => {
      throw new Error('The disk is full')
    }
    const read = () => (silent ? new Promise(() => {}) : Promise.resolve())
    const health = createHealth(refuse, () => new Date(0), read)
    expect([await health.problem(), await health.isReadable()]).toEqual(['The disk is full', true])
    silent = true
    expect(await health.isReadable()).toBe(false)
  })

  it('asks for a restart once the store has been silent for a minute, not if it refuses', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let store: 'well' | 'silent' | 'full' = 'well'
    const { silence, pass } = healthOf(async () => {
      if (store === 'silent') await new Promise(() => {})
      if (store === 'full') throw new Error('The disk is full')
    })
    /** What a platform is told that asks every ten seconds. */
    const minuteOf = async (next: typeof store) => {
      store = next
      for (let seconds = 0; seconds < 60; seconds += 10) {
        expect(silence()).toBeUndefined()
        await vi.advanceTimersByTimeAsync(2_000)
        pass(10_000)
      }
      return silence()
    }
    expect(await minuteOf('well')).toBeUndefined()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await minuteOf('full')).toBeUndefined()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await minuteOf('silent')).toBe('the store has not responded for a minute')
    store = 'well'
    await vi.advanceTimersByTimeAsync(2_000)
    silence()
    await vi.advanceTimersByTimeAsync(0)
    expect(silence()).toBeUndefined()
  })

  it('asks for a restart a minute after the last response, though calls are given up meanwhile', async () => {
    let isWell = true
    const { silence, pass } = healthOf(async () => {
      if (!isWell) throw new StoreSilent()
    })
    const asked = async () => {
      const answer = silence()
      await new Promise(setImmediate)
      return answer
    }
    /** Seconds from now until a restart is asked for, by a platform that asks each second. */
    const secondsUntilRed = async () => {
      for (let seconds = 0; seconds < 200; seconds += 1) {
        if (await asked()) return seconds
        pass(1_000)
      }
      return undefined
    }
    await asked()
    isWell = false
    expect(await secondsUntilRed()).toBe(60)
    isWell = true
    await asked()
    expect(await secondsUntilRed()).toBeUndefined()
    isWell = false
    // An hour in which nobody asked is no silence.
    pass(3_600_000)
    await asked()
    expect(await asked()).toBeUndefined()
  })
})
