import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Lane, ownTurn } from '~/http/responses/turns.server'

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

test('one after the other has a turn of the event loop', async () => {
  let had = 0
  const waiting = [1, 2, 3].map(() => ownTurn('reading').then(() => (had += 1)))
  for (let turns = 1; turns <= 3; turns += 1) {
    await turn()
    expect(had).toBe(turns)
  }
  await Promise.all(waiting)
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
