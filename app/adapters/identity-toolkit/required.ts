import { IdentityError } from '../../domain/identity/identity'

/** A link without its code is the person's broken link; the service would call it our mistake. */
export function refuseEmptyCode(code: string): void {
  if (!code) throw new IdentityError('invalid-action-code', 'no code')
}

/** Without a password the service would take the call for a mere check, and answer 200. */
export function refuseEmptyPassword(password: string): void {
  if (!password) throw new IdentityError('missing-password', 'no password')
}
