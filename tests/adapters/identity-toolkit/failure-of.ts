import { inspect } from 'node:util'
import { expect } from 'vitest'
import { IdentityError } from '../../../app/domain/identity/identity'
import { secrets } from './port-calls'

/**
 * The failure of a call that must fail, after a look whether anything that was sent shows in what a
 * log could make of it.
 */
export async function failureOf(attempt: Promise<unknown>): Promise<IdentityError> {
  const error = await attempt.then(
    () => new Error('The call succeeded'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof IdentityError)) throw error
  const logged = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`
  for (const [name, secret] of Object.entries(secrets)) {
    expect(logged.includes(secret), `${name} shows in ${logged}`).toBe(false)
  }
  return error
}
