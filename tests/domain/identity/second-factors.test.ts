import { expect, test } from 'vitest'
import { inGroups, readCode } from '~/domain/identity/second-factors'

test.each([
  ['123456', 'app'],
  [' 123 456 ', 'app'],
  ['1234 5678 9012 3456', 'recovery'],
  ['1234-5678-9012-3456', 'recovery'],
  ['', undefined],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
  ['１２３４５６', undefined],
  ['9'.repeat(5_000), undefined],
])('What was typed as %j is a code of: %s', (typed, kind) => {
  expect(readCode(typed)?.kind).toBe(kind)
})

test('A long code is shown in groups of four, which can be typed as they are', () => {
  expect(inGroups('1234567890123456')).toBe('1234 5678 9012 3456')
  expect(readCode(inGroups('1234567890123456'))?.digits).toBe('1234567890123456')
})
