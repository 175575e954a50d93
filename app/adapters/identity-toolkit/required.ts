import { IdentityError } from '../../domain/identity/identity'

/** A link without its code is a broken link; the service would report a client error. */
export function refuseEmptyCode(code: string): void {
  if (!code) throw new IdentityError('invalid-action-code', 'no code')
}

/** Without a password the service treats the call as a check and returns 200. */
export function refuseEmptyPassword(password: string): void {
  if (!password) throw new IdentityError('missing-password', 'no password')
}
