import type { TFunction } from 'i18next'

const known = {
  'auth/user-not-found': 'errors:auth.userNotFound',
  'auth/wrong-password': 'errors:auth.wrongPassword',
  'permission-denied': 'errors:permission.denied',
} as const

/** The code's own words, else the error's message, else a general sentence. */
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
