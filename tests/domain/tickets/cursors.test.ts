import { expect, test } from 'vitest'
import { readCursor, writeCursor } from '../../../app/domain/tickets/cursors'

const list = 'waiting open'
const written = (...parts: unknown[]) =>
  Buffer.from(JSON.stringify([list, ...parts])).toString('base64url')

test('A cursor leads on in its own list', () => {
  const cursor = writeCursor(list, 1, new Date(5), 'ticket-1')
  expect(readCursor(cursor, list)).toEqual({ rank: 1, time: 5, id: 'ticket-1' })
  expect(readCursor(cursor, 'newest open')).toBeUndefined()
  const ofSearch = writeCursor(list, 2, new Date(0), '')
  expect(readCursor(ofSearch, list)).toEqual({ rank: 2, time: 0, id: '' })
})

test.each([
  [0, 1e300, 'a'],
  [1e300, 1, 'a'],
  [0, 1, '../a'],
  [0, 1, 'a/b'],
  [0, 1, '__a__'],
  [0, 1.5, 'a'],
  [0, undefined, 'a'],
])('A cursor that no page has written begins the list: %s %s %s', (...parts) => {
  expect(readCursor(written(...parts), list)).toBeUndefined()
})
