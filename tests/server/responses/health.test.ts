import { describe, expect, it } from 'vitest'
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
})
