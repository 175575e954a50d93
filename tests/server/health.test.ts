import { describe, expect, it } from 'vitest'
import { createHealth } from '~/server/health'

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
    const { isReady, pass, close } = healthOf(async () => {
      asked += 1
    })
    expect(await isReady()).toBe(true)
    pass(9_999)
    expect(await isReady()).toBe(true)
    expect(asked).toBe(1)
    pass(1)
    expect(await isReady()).toBe(true)
    expect(asked).toBe(2)
    close()
  })

  it('asks once for many who ask at the same time', async () => {
    let asked = 0
    const { isReady, close } = healthOf(async () => {
      asked += 1
    })
    expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([true, true, true])
    expect(asked).toBe(1)
    close()
  })

  it('is well again as soon as the store is', async () => {
    let broken = true
    const { isReady, close } = healthOf(async () => {
      if (broken) throw new Error('The disk is full')
    })
    expect(await isReady()).toBe(false)
    broken = false
    expect(await isReady()).toBe(true)
    close()
  })

  it('does not wait for a store that does not answer', async () => {
    const { isReady, close } = healthOf(() => new Promise(() => {}))
    expect(await isReady()).toBe(false)
    close()
  })

  it('is alive without asking anybody', () => {
    const { isAlive, close } = healthOf(async () => {
      throw new Error('The store is gone')
    })
    expect(isAlive()).toBe(true)
    close()
  })
})
