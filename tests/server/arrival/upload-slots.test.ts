import { expect, test } from 'vitest'
import { createUploadSlots } from '~/server/arrival/upload-slots'

test('a network has ten uploads under way at most, and another one its own', () => {
  const slots = createUploadSlots()
  const leaves = Array.from({ length: 10 }, () => slots.enter('192.0.2.1'))
  expect(leaves.every(Boolean)).toBe(true)
  expect(slots.enter('192.0.2.1')).toBeUndefined()
  expect(slots.enter('192.0.2.2')).toBeDefined()
  leaves[0]?.()
  expect(slots.enter('192.0.2.1')).toBeDefined()
  expect(slots.enter('192.0.2.1')).toBeUndefined()
})
