import { expect, test } from 'vitest'
import { isSpamHeader, spamHeadersIn } from '../../../app/domain/mail-in/spam-headers'

test.each([
  ['x-spam-flag', 'YES', ['x-spam-flag']],
  ['x-spam-flag', 'NO', []],
  ['x-spam-status', 'Yes, score=7.1', ['x-spam-status']],
  ['x-spam-status', 'No, score=1 tests=YES', []],
  ['x-spam', 'Yes', ['x-spam']],
  ['x-ms-exchange-organization-scl', '6', ['x-ms-exchange-organization-scl']],
  ['x-ms-exchange-organization-scl', '-1', []],
  [
    'authentication-results',
    'mx.Google.com; spf=pass; dmarc=fail (p=NONE)',
    ['authentication-results=mx.google.com'],
  ],
  ['authentication-results', 'mx.google.com; dmarc=pass', []],
  ['constructor', 'yes', []],
])('%s: %s says spam by %j', (key, value, by) => {
  expect(spamHeadersIn([{ key, value }])).toEqual(by)
})

test.each([
  ['x-spam-flag', true],
  ['authentication-results=mx.example.com', true],
  ['authentication-results', false],
  ['constructor', false],
  ['x-mine', false],
])('%s may be named: %s', (name, may) => {
  expect(isSpamHeader(name)).toBe(may)
})
