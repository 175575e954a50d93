import { expect, test } from 'vitest'
import { createUploadPlaces } from '~/server/arrival/upload-places'

test('a network has ten uploads under way at most, and another one its own', () => {
  const places = createUploadPlaces()
  const leaves = Array.from({ length: 10 }, () => places.enter('192.0.2.1'))
  expect(leaves.every(Boolean)).toBe(true)
  expect(places.enter('192.0.2.1')).toBeUndefined()
  expect(places.enter('192.0.2.2')).toBeDefined()
  leaves[0]?.()
  expect(places.enter('192.0.2.1')).toBeDefined()
  expect(places.enter('192.0.2.1')).toBeUndefined()
})
