import type { ClientKind, Identity } from '../../domain/identity/identity'
import { createActionCodes } from './action-codes.server'
import { recaptchaConfigAnswer } from './answers'
import { type CallOptions, createCalls } from './call.server'
import { createMails } from './mails.server'
import { createOwnAccount } from './own-account.server'
import { createSigningIn } from './sign-in.server'

/** Google's, or the official emulator's with `emulatorHost`. The key decides the project. */
export function createIdentityToolkit(options: CallOptions): Identity {
  const callsFor = createCalls(options)

  function forClient(kind: ClientKind): Identity {
    const calls = callsFor(kind)
    const ownAccount = createOwnAccount(calls)
    return {
      ...createSigningIn(calls, ownAccount.lookupRecord),
      ...createMails(calls),
      ...createActionCodes(calls),
      ...ownAccount,
      async recaptchaConfig() {
        const answer = await calls.recaptchaConfig(recaptchaConfigAnswer)
        const password = answer.recaptchaEnforcementState.find(
          ({ provider }) => provider === 'EMAIL_PASSWORD_PROVIDER',
        )
        const siteKey = answer.recaptchaKey?.split('/')[3]
        return { siteKey, password: password?.enforcementState ?? 'OFF' }
      },
      forClient,
    }
  }

  return forClient('desktop')
}
