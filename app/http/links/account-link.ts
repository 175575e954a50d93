import type { StoredCode } from '../../domain/identity/identities'
import type { ActionKind } from '../../domain/identity/identity'

/** What links of each kind do, in the words of Firebase's own. */
export const linkModes = {
  VERIFY_EMAIL: 'verifyEmail',
  PASSWORD_RESET: 'resetPassword',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
  EMAIL_SIGNIN: 'signIn',
} as const satisfies Record<ActionKind, string>

/** The page of an account's code, without language in its path. */
export function accountLinkPath(
  { kind, language, continueUrl }: Pick<StoredCode, 'kind' | 'language' | 'continueUrl'>,
  code: string,
): string {
  const query = new URLSearchParams({ mode: linkModes[kind], oobCode: code, lang: language })
  if (continueUrl) query.set('continueUrl', continueUrl)
  return `/verify-email?${query}`
}
