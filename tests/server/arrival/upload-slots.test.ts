import { expect, test } from 'vitest'
import { createUploadSlots } from '~/server/arrival/upload-slots'

test('a network has ten uploads under way at most, and another one its own', () => {
  const slots = createUploadSlots({ ofNetwork: 10 })
  const leaves = Array.from({ length: 10 }, () => slots.enter('192.0.2.1'))
  expect(leaves.every(Boolean)).toBe(true)
  expect(slots.enter('192.0.2.1')).toBeUndefined()
  expect(slots.enter('192.0.2.2')).toBeDefined()
  leaves[0]?.()
  expect(slots.enter('192.0.2.1')).toBeDefined()
  expect(slots.enter('192.0.2.1')).toBeUndefined()
})

test('all together have so many uploads under way at most', () => {
  const slots = createUploadSlots({ ofNetwork: 2, inAll: 3 })
  const leaves = ['a', 'a', 'b'].map((network) => slots.enter(network))
  expect(leaves.every(Boolean)).toBe(true)
  expect(slots.enter('c')).toBeUndefined()
  leaves[0]?.()
  expect(slots.enter('c')).toBeDefined()
})
