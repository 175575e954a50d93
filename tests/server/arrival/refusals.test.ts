import { expect, test } from 'vitest'
import { createRefusals } from '~/server/arrival/refusals'

const subnet = '192.0.2.0/24'

test('who was refused six times lately waits behind others, and is forgiven after two minutes', () => {
  let now = new Date('2026-03-02T09:00:00Z')
  const refusals = createRefusals(() => now)
  const forward = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1_000)
  }
  for (let count = 1; count <= 5; count += 1) refusals.add(subnet)
  expect(refusals.many(subnet)).toBe(false)
  refusals.add(subnet)
  expect(refusals.many(subnet)).toBe(true)
  expect(refusals.many('198.51.100.0/24')).toBe(false)
  forward(61)
  expect(refusals.many(subnet)).toBe(true)
  forward(61)
  expect(refusals.many(subnet)).toBe(false)
})
