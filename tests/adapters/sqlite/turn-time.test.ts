import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { longestTurn, TurnTime } from '~/adapters/sqlite/database/turn-time.server'
import { waitingReaders } from '~/domain/stores'

/** Holds the event loop, as reading does, until nobody else may read in this turn. */
function hold() {
  const end = performance.now() + longestTurn + 5
  while (performance.now() < end) Math.sqrt(end)
}

describe('who reads', () => {
  it('waits while the turn of others is over, and for those who waited before', async () => {
    const time = new TurnTime()
    const read: string[] = []
    const reader = async (name: string) => {
      await time.enter()
      read.push(name)
      hold()
    }
    await reader('at once')
    const later = nextTurn().then(() => reader('came later'))
    const all = Promise.all([reader('first'), reader('second'), later])
    expect(waitingReaders.count).toBe(2)
    await all
    expect(waitingReaders.count).toBe(0)
    expect(read).toEqual(['at once', 'first', 'second', 'came later'])
  })
})
