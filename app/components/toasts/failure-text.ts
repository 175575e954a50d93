import type { TFunction } from 'i18next'

/** Codes that have words of their own wherever they turn up. */
const known = {
  'auth/user-not-found': 'errors:userNotFound',
  'auth/wrong-password': 'errors:wrongPassword',
  'permission-denied': 'errors:permission.denied',
} as const

/**
 * What to say of an error that nobody expected: its code's own words, else its message, else that
 * something failed.
 */
export function failureText(t: TFunction, error: unknown): string {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown
    message?: unknown
  }
  if (typeof code === 'string' && Object.hasOwn(known, code))
    return t(known[code as keyof typeof known])
  if (typeof error === 'string' && error !== '') return error
  return typeof message === 'string' && message !== '' ? message : t('errors:general')
}
