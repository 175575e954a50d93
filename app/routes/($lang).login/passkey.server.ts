import { z } from 'zod'
import { IdentityError } from '~/domain/identity/identity'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { limited } from '~/http/limits/rate-limits.server'
import { destination } from '~/http/links/destination'
import { enter } from '~/http/sessions/entering.server'
import { knowBrowser } from '~/http/sessions/known-browser.server'
import {
  assertion,
  clearChallenge,
  deviceAnswer,
  passkeySignIn,
  takeChallenge,
} from '~/http/sessions/passkeys.server'
import { refusal } from '~/http/sessions/provider-trips.server'

export const passkeyInput = z.object({ passkey: deviceAnswer(assertion) })

/** The line that guesses stand in is the passkey's: its account is known only once it has signed. */
export async function enterWithPasskey(
  { passkey }: z.output<typeof passkeyInput>,
  { context }: Asked<object>,
): Promise<ActionResult> {
  try {
    const signing = passkeySignIn(context)
    if (!signing) throw new IdentityError('operation-not-allowed', 'no passkeys here')
    const ceremony = await takeChallenge(context)
    const line = { name: 'sign-in', account: `passkey ${passkey.id}` } as const
    const { isVerified, ...signedIn } = await limited(context, line, () =>
      signing.signIn(passkey, ceremony, context.now()),
    )
    const factors = isVerified ? 'both' : 'one'
    const cookies = [clearChallenge(context), knowBrowser(context, signedIn.user.email)]
    const arrival = { signedIn, proof: 'passkey', factors } as const
    return await enter(context, arrival, { to: destination(context), cookies })
  } catch (error) {
    return refusal(error, 'passkey')
  }
}
