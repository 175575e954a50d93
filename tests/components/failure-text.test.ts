import { expect, test } from 'vitest'
import { failureText } from '../../app/components/toasts/failure-text'
import { translations } from '../../app/i18n/translation.server'

test.each([
  ['an error’s own message', new Error('The line is cut'), 'The line is cut'],
  ['a thrown sentence', 'The line is cut', 'The line is cut'],
  ['nothing at all', undefined, 'errors:general'],
  ['an object without words', {}, 'errors:general'],
  ['an empty message', new Error(''), 'errors:general'],
  ['an unknown user', { code: 'auth/user-not-found', message: 'x' }, 'errors:auth.userNotFound'],
  ['a wrong password', { code: 'auth/wrong-password' }, 'errors:auth.wrongPassword'],
  ['a code that objects have of their own', { code: 'constructor' }, 'errors:general'],
  ['a lack of rights', { code: 'permission-denied' }, 'errors:permission.denied'],
] as const)('%s is told in both languages', (_, error, expected) => {
  for (const language of ['en', 'de'] as const) {
    const { t } = translations(language)
    const words = expected.startsWith('errors:') ? t(expected as 'errors:general') : expected
    expect(failureText(t, error)).toBe(words)
  }
})
