import { describe, expect, test } from 'vitest'
import { clientCodes, fromServer } from '../../../app/domain/identity/errors'
import {
  isExpired,
  isRefreshDue,
  isRevoked,
  refreshBackoff,
  type SessionFate,
  sessionFate,
  type TokenUse,
} from '../../../app/domain/identity/tokens'

const second = 1_000
const minute = 60 * second
const now = new Date('2026-03-29T12:00:00Z')
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)

test.each([
  ['in an hour', 60 * minute, false],
  ['in 30 seconds and a millisecond', 30 * second + 1, false],
  ['in exactly 30 seconds', 30 * second, true],
  ['now', 0, true],
  ['an hour ago', -60 * minute, true],
  ['at no time at all', Number.NaN, true],
])('a token that expires %s counts as expired: %s', (_, left, expired) => {
  expect(isExpired(after(left), now)).toBe(expired)
})

test.each([
  ['in an hour', 60 * minute, false],
  ['in 5 minutes and a millisecond', 5 * minute + 1, false],
  ['in exactly 5 minutes', 5 * minute, true],
  ['now', 0, true],
])('a token that expires %s is due for renewal: %s', (_, left, due) => {
  expect(isRefreshDue(after(left), now)).toBe(due)
})

test.each([
  [0, 0],
  [1, 30 * second],
  [2, minute],
  [3, 2 * minute],
  [4, 4 * minute],
  [5, 8 * minute],
  [6, 16 * minute],
  [7, 16 * minute],
  [5_000, 16 * minute],
])('after %i failed refreshes the next one waits %i ms', (failures, wait) => {
  expect(refreshBackoff(failures)).toBe(wait)
})

test.each([
  ['right after a failure', 4 * minute, 1, 0, false],
  ['a millisecond before the pause is over', 4 * minute, 1, 30 * second - 1, false],
  ['when the pause is over', 4 * minute, 1, 30 * second, true],
  ['when the first pause is over but not the second', 4 * minute, 2, 30 * second, false],
  ['right after a failure, but the token has expired', 0, 1, 0, true],
])('a token is renewed %s: %s', (_, left, count, ago, due) => {
  expect(isRefreshDue(after(left), now, { count, lastAt: after(-ago) })).toBe(due)
})

describe('failures of a session', () => {
  const always = (fate: SessionFate) => [fate, fate, fate] as const
  const table: [
    server: string,
    keptToken: SessionFate,
    fresh: SessionFate,
    refresh: SessionFate,
  ][] = [
    ['USER_DISABLED', ...always('end')],
    ['TOKEN_EXPIRED', ...always('end')],
    ['USER_NOT_FOUND', ...always('end')],
    ['INVALID_ID_TOKEN', 'refresh', 'end', 'end'],
    ['INVALID_REFRESH_TOKEN', 'refresh', 'end', 'end'],
    ['INVALID_GRANT_TYPE', 'refresh', 'end', 'end'],
    ['PROJECT_NUMBER_MISMATCH', 'refresh', 'end', 'end'],
    ['TOO_MANY_ATTEMPTS_TRY_LATER', ...always('keep')],
    ['RESOURCE_EXHAUSTED', ...always('keep')],
    ['QUOTA_EXCEEDED', ...always('keep')],
    ['API_KEY_INVALID', ...always('keep')],
    ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', ...always('keep')],
    ['A_CODE_THAT_IS_NEW', ...always('keep')],
  ]
  test.each(table)('%s: %s, with a fresh token %s, at a refresh %s', (server, ...fates) => {
    const uses: TokenUse[] = ['kept-token', 'fresh-token', 'refresh']
    expect(uses.map((use) => sessionFate(fromServer(server), use))).toEqual(fates)
  })

  test('only three codes end one, so that an outage of the service signs nobody out', () => {
    const ending = clientCodes.filter((code) => sessionFate(code, 'fresh-token') !== 'keep')
    expect(ending.sort()).toEqual(['invalid-user-token', 'user-disabled', 'user-token-expired'])
    expect(sessionFate('network-request-failed', 'refresh')).toBe('keep')
  })
})

test.each([
  ['long before', -60 * minute, true],
  ['in the second before', -1, true],
  ['in the same second', 0, false],
  ['later in the same second', 999, false],
  ['after', minute, false],
])('a sign-in %s the tokens became valid is revoked: %s', (_, offset, revoked) => {
  expect(isRevoked(after(offset), now)).toBe(revoked)
})

test('fractions of a second do not count, and an account without such a time revokes nothing', () => {
  expect(isRevoked(after(100), after(900))).toBe(false)
  expect(isRevoked(new Date(0), null)).toBe(false)
})
