import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectionCame, type Lane, ownTurn } from '~/http/responses/turns.server'

/** Has each of them wait for a turn at once, and returns them in the order in which they had theirs. */
async function order(waiting: [lane: Lane, holder: string, name?: string][]): Promise<string[]> {
  const names: string[] = []
  const all = waiting.map(async ([lane, holder, name = holder]) => {
    await ownTurn(lane, holder)
    names.push(name)
  })
  await Promise.all(all)
  return names
}

const times = (count: number, lane: Lane, holder: string) =>
  Array.from({ length: count }, (): [Lane, string] => [lane, holder])

describe('by the clock', () => {
  afterEach(() => vi.restoreAllMocks())

  /** How many of three had done their work after each turn of the event loop. */
  async function doneAfterTurns(milliseconds: number) {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    let done = 0
    const work = async () => {
      await ownTurn('reading')
      // What promises alone wait for is part of it.
      for (let step = 0; step < 9; step += 1) await undefined
      now += milliseconds
      done += 1
    }
    const all = [work(), work(), work()]
    const counts: number[] = []
    while (done < 3) {
      await turn()
      counts.push(done)
    }
    await Promise.all(all)
    return counts
  }

  test('what takes long has a turn of the event loop for itself', async () => {
    expect(await doneAfterTurns(9)).toEqual([1, 2, 3])
  })

  test('what is short shares one', async () => {
    expect(await doneAfterTurns(1)).toEqual([3])
  })

  test('until together it is long', async () => {
    expect(await doneAfterTurns(5)).toEqual([2, 3])
  })

  /** How many turns of the event loop a piece of work waited, while connections came in the first ones. */
  async function waitedFor(connections: number, lane: Lane = 'reading') {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    let done = false
    const work = ownTurn(lane).then(() => {
      done = true
    })
    let turns = 0
    for (; !done; turns += 1) {
      if (turns < connections) connectionCame()
      await turn()
      now += 2
    }
    await work
    return turns
  }

  test('it makes way for a burst of connections, of which each turn takes one', async () => {
    expect(await waitedFor(0)).toBe(1)
    expect(await waitedFor(3)).toBe(4)
  })

  test('though not for an endless one, and downloads for longer', async () => {
    expect(await waitedFor(300)).toBe(5)
    expect(await waitedFor(300, 'download')).toBe(101)
  })
})

test('however many a subnet waits for, another has the turn after its next', async () => {
  const names = await order([...times(50, 'reading', 'stranger'), ['reading', 'other']])
  expect(names.indexOf('other')).toBe(1)
})

test('who reads has every other turn at least, and nobody waits for good', async () => {
  const flood = times(40, 'refused', 'stranger')
  const names = await order([
    ...flood,
    ...times(10, 'reading', 'reader'),
    ['sending', 'sender'],
    ['download', 'download'],
  ])
  expect(names.lastIndexOf('reader')).toBeLessThan(20)
  expect(names.indexOf('sender')).toBeLessThan(8)
  expect(names.indexOf('stranger')).toBeLessThan(8)
  expect(names.indexOf('download')).toBeLessThan(16)
})
