import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { accountName } from '~/domain/accounts/account-name'
import { IdentityError } from '~/domain/identity/identity'
import { mostPasskeys, type PasskeySignIn } from '~/domain/identity/passkeys'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { limited } from '~/http/limits/rate-limits.server'
import { askedFor } from '~/http/links/destination'
import { askedInvitation } from '~/http/sessions/invitation.server'
import { knowBrowser } from '~/http/sessions/known-browser.server'
import {
  attestation,
  clearChallenge,
  deviceAnswer,
  passkeySignIn,
  takeFirstChallenge,
} from '~/http/sessions/passkeys.server'
import { completeSignIn } from '~/http/sessions/sign-in.server'
import { comeIn, invitationProves } from './joining.server'

export const passkeyInput = z.object({
  displayName: accountName,
  /** Absent where the script sends the form before it asks the device. */
  passkey: deviceAnswer(attestation).optional(),
})

/**
 * Where the invitation came by e-mail, which proves the address: a forgotten password leads to the same
 * mailbox later.
 */
export function joinsWithPasskey(context: AppLoadContext): PasskeySignIn | undefined {
  return invitationProves(context.config) ? passkeySignIn(context) : undefined
}

/** An account without a password, which joins at once. Nothing is made before the device has answered. */
export async function joinWithPasskey(
  { displayName: name, passkey }: z.output<typeof passkeyInput>,
  { context }: Asked<object>,
): Promise<ActionResult> {
  const { services, language, now } = context
  const signing = joinsWithPasskey(context)
  const invited = await askedInvitation(context)
  // The page says why an invitation cannot be accepted any more.
  if (invited?.state !== 'open' || !invited.invitation) return {}
  if (!name) return { status: 400, errors: { displayName: 'errors:name.missing' } }
  if (!signing) throw new IdentityError('operation-not-allowed', 'no passkeys here')
  if (!passkey) throw new IdentityError('wrong-passkey', 'nothing from the device')
  const { email } = invited.invitation
  const signedIn = await limited(context, { name: 'sign-up', account: email }, async () => {
    const { uid, name: device, ...ceremony } = await takeFirstChallenge(context)
    const made = await signing.examine(passkey, ceremony)
    const account = await signing.signUp({ uid, email }, now())
    return { ...account, passkey: { ...made, uid, name: device, createdAt: now() } }
  })
  const { uid } = signedIn.user
  const user = await services.identity.updateProfile(signedIn.tokens.idToken, { displayName: name })
  const fresh = { ...signedIn, user, isNewUser: true }
  const { cookie } = await completeSignIn(context, fresh, language, askedFor(context))
  await services.passkeys.add(signedIn.passkey, mostPasskeys)
  const onward = await comeIn(context, invited.invitation, { uid, name })
  return { ...onward, cookies: [cookie, clearChallenge(context), knowBrowser(context, email)] }
}
