import { rm } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { openMovable } from '~/adapters/sqlite/moving/moving.server'
import { openStores } from '~/adapters/sqlite/stores.server'
import { canonical } from '~/domain/text/canonical'
import { demoOwner } from '../../development/demo-people'
import { largeHouse } from '../../development/large-house'
import { temporaryFolder } from '../support/app'

const folder = temporaryFolder()
afterAll(() => rm(folder, { recursive: true }))

const now = new Date('2026-11-22T09:00:00Z')
const size = 120

test('a large house is the same each time, and the store finds its way in it', async () => {
  const movable = openMovable(folder)
  expect(await movable.state()).toBe('empty')
  await movable.load(largeHouse(size, 'secret', now))
  await movable.finish()
  expect(await movable.state()).toBe('whole')
  const texts = async (pieces: AsyncIterable<unknown>) => {
    const lines: string[] = []
    for await (const piece of pieces) lines.push(canonical(piece))
    return lines.sort()
  }
  expect(await texts(movable.dump())).toEqual(await texts(largeHouse(size, 'secret', now)))

  const stores = await openStores({ folder })
  const desk = (await stores.members.desksOf(demoOwner.uid))[0]?.desk
  const deskId = desk?.id ?? ''
  const counts = await stores.tickets.count(deskId)
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(size)
  expect(counts.closed).toBeGreaterThan(size / 2)
  for (const number of [1, size / 2, size]) {
    const ticket = await stores.tickets.find({ deskId, number })
    const messages = await stores.tickets.messages({ deskId, number }, 0, 99)
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    expect(messages).toHaveLength(ticket?.lastSeq ?? 0)
  }
  expect((await stores.tickets.tags(deskId)).length).toBeGreaterThan(3)
  expect((await stores.orders.count()).paid).toBe(size / 10)
  expect(await stores.ticketTimers.due(now, 9)).toEqual([])
  expect(await stores.desks.medianFirstReply(deskId, new Date(0))).toBe(420_000)
  expect(await stores.verify()).toBeUndefined()
  await stores.close()
})
