import { describe, expect, test } from 'vitest'
import { deskName, isAttended, newDesk } from '../../../app/domain/desks/desks'
import { minute } from '../../contracts/examples'

describe('somebody is at the desk', () => {
  test.each([
    ['never seen', undefined, false],
    ['seen now', minute(10), true],
    ['seen exactly five minutes ago', minute(5), true],
    ['seen a millisecond before that', new Date(minute(5).getTime() - 1), false],
  ])('%s: %s', (_, attendedAt, attended) => {
    expect(isAttended({ attendedAt }, minute(10))).toBe(attended)
  })
})

test('a new desk has keys of its own', () => {
  const [one, other] = [newDesk('ada', minute(0)), newDesk('ada', minute(0))]
  const keys = [one.id, one.publicKey, other.id, other.publicKey]
  expect(new Set(keys).size).toBe(4)
  for (const key of keys) expect(key).toMatch(/^[0-9a-z]{26}$/)
})

test('a desk’s name has 1 to 60 characters, without surrounding blanks', () => {
  const problem = (text: unknown) => deskName.safeParse(text).error?.issues[0]?.message
  expect(deskName.parse('  Käthe & Söhne ')).toBe('Käthe & Söhne')
  expect(deskName.parse('x'.repeat(60))).toHaveLength(60)
  expect(problem('x'.repeat(61))).toBe('overview:errors.long')
  for (const nothing of ['', '  ', undefined])
    expect(problem(nothing)).toBe('overview:errors.missing')
})
