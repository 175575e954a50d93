import { expect, test } from 'vitest'
import { createAttemptStore } from '../../../app/adapters/in-process/attempts.server'
import type { Budget } from '../../../app/domain/limits/attempts'
import { attemptStoreContract } from '../../contracts/attempts'

attemptStoreContract('in the process', async () => ({
  attempts: createAttemptStore(),
  close: async () => undefined,
}))

const once: Budget = { act: 'sign-in', per: 'address', most: 1, within: 3_600_000 }
const evening = new Date('2026-03-04T23:50:00.000Z')
const midnight = new Date('2026-03-05T00:00:00.000Z')

test('the number of people that are known is bounded; the one not seen for longest is forgotten', async () => {
  const attempts = createAttemptStore({ mostKeys: 2 })
  const take = (holder: string) => attempts.take([{ budget: once, holder }], evening)
  expect(await take('a')).toBe(0)
  expect(await take('b')).toBe(0)
  expect(await take('a')).toBeGreaterThan(0)
  expect(await take('c')).toBe(0)
  expect(await take('a')).toBeGreaterThan(0)
  expect(await take('b')).toBe(0)
})

test('no number of people makes it forget the budget of everybody', async () => {
  const attempts = createAttemptStore({ mostKeys: 2 })
  const everybody = [{ budget: { ...once, per: 'everybody' as const }, holder: '' }]
  expect(await attempts.take(everybody, evening)).toBe(0)
  for (const holder of ['a', 'b', 'c', 'd'])
    await attempts.take([{ budget: once, holder }], evening)
  expect(await attempts.take(everybody, evening)).toBeGreaterThan(0)
})

test('at midnight it knows nobody any more; the budget of everybody goes on', async () => {
  const attempts = createAttemptStore()
  const ada = [{ budget: once, holder: 'ada' }]
  const everybody = [{ budget: { ...once, per: 'everybody' as const }, holder: '' }]
  for (const each of [ada, everybody]) expect(await attempts.take(each, evening)).toBe(0)
  expect(await attempts.take(ada, midnight)).toBe(0)
  expect(await attempts.take(everybody, midnight)).toBe(50 * 60_000)
})
