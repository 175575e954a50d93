import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { accountName } from '~/domain/accounts/account-name'
import { foundDesk } from '~/domain/desks/members'
import { givenEmail } from '~/domain/forms/email'
import { IdentityError, type SignedIn } from '~/domain/identity/identity'
import { isOwnAddress, newPassword } from '~/domain/identity/passwords'
import { isInvited } from '~/domain/members/invitations'
import { bestEffort } from '~/domain/stores'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { limited } from '~/http/limits/rate-limits.server'
import { askedFor, destination } from '~/http/links/destination'
import { requireSession, toLogin } from '~/http/sessions/access.server'
import { currentUser } from '~/http/sessions/current-user.server'
import { askedInvitation, type ShownInvitation } from '~/http/sessions/invitation.server'
import { knowBrowser } from '~/http/sessions/known-browser.server'
import { saveOwnName } from '~/http/sessions/own-name.server'
import { askedSetUp } from '~/http/sessions/set-up.server'
import { completeSignIn } from '~/http/sessions/sign-in.server'
import { mayFound, mayJoin } from '~/http/sessions/signup.server'
import { claimSite } from '~/http/sessions/site-claim.server'
import { localizedPath, withQuery } from '~/i18n/addresses'
import { accept, comeIn, invitationProves } from './joining.server'
import { joining } from './loader.server'
import { joinWithPasskey, passkeyInput } from './passkey.server'

const signupInput = z
  .object({
    email: givenEmail,
    password: newPassword,
    /** Of somebody who is invited, or sets up the shop. */
    displayName: accountName,
    captcha: z.string().optional(),
  })
  .refine(({ email, password }) => !isOwnAddress(password, email), {
    path: ['password'],
    message: 'auth:password.isEmail',
  })

const joinInput = z.object({ displayName: accountName })

export const action = formAction(joining, {
  '': form(signupInput, signUp, { email: 'email', password: 'password' }),
  passkey: form(passkeyInput, joinWithPasskey, { email: 'email', passkey: 'passkey' }),
  join: form(joinInput, join),
  found: { run: (_, { context }) => found(context) },
})

async function signUp(
  { displayName: name, ...given }: z.output<typeof signupInput>,
  { context }: Asked<object>,
): Promise<ActionResult> {
  const { services, config, language } = context
  const { identity } = services
  const invited = await askedInvitation(context)
  if (invited) {
    // The page says why an invitation cannot be accepted any more.
    if (invited.state !== 'open' || !invited.invitation) return {}
    const { email } = invited.invitation
    if (!isInvited(invited.invitation, given.email)) {
      return { status: 403, errors: { email: { key: 'invitation:address', values: { email } } } }
    }
    if (!name) return { status: 400, errors: { displayName: 'errors:name.missing' } }
  }
  const setUp = await askedSetUp(context)
  if (setUp === 'done') return {}
  const proven = setUp === 'here' || (invited !== undefined && invitationProves(config))
  const signedIn = await limited(context, { name: 'sign-up', account: given.email }, async () =>
    invited || (await mayJoin(context, given.email))
      ? identity.signUp({ ...given, proven }, context.now())
      : undefined,
  )
  if (!signedIn) return { status: 403, errors: { email: 'signup:closed' } }
  const redirect = askedFor(context)
  const fresh = { ...(await named(context, signedIn, name)), isNewUser: true }
  const { cookie } = await completeSignIn(context, fresh, language, redirect)
  const cookies = [cookie, knowBrowser(context, given.email)]
  const onward = invited?.invitation
    ? await comeIn(context, invited.invitation, { uid: fresh.user.uid, name })
    : undefined
  if (proven) return { to: localizedPath('/dashboard', language), ...onward, cookies }
  // The account exists even if the e-mail fails; the next page can send it again.
  const back = onward?.to ?? redirect
  const continueUrl = back ? config.publicOrigin + back : undefined
  const sent = await identity
    .sendVerificationMail(signedIn.tokens.idToken, language, continueUrl)
    .then(
      () => ({}),
      () => ({ mail: 'failed' }),
    )
  if (onward) return { ...onward, cookies }
  const query = new URLSearchParams(redirect ? { ...sent, redirect } : sent)
  const next = withQuery('/verify-email', query)
  return { to: localizedPath(next, language), cookies }
}

/** The identity service knows the name, too, as far as it answers. */
async function named(context: AppLoadContext, signedIn: SignedIn, name: string): Promise<SignedIn> {
  if (!name) return signedIn
  const { identity } = context.services
  const { idToken } = signedIn.tokens
  const user = await identity.updateProfile(idToken, { displayName: name }).catch((error) => {
    if (!(error instanceof IdentityError)) throw error
    return signedIn.user
  })
  return { ...signedIn, user }
}

/** For an account that has left its desks, or that sets up the site. */
async function found(context: AppLoadContext): Promise<ActionResult> {
  const { user } = await requireSession(context)
  const setsUp = (await askedSetUp(context)) === 'here'
  if (setsUp && !user.emailVerified) {
    const query = new URLSearchParams({ redirect: context.path })
    return { to: localizedPath(`/verify-email?${query}`, context.language) }
  }
  if (await mayFound(context, user)) {
    const { uid, displayName } = user
    const founder = { uid, name: displayName ?? '' }
    if (!(await foundDesk(context.services, founder, context.now()))) throw await toLogin(context)
  }
  await claimSite(context, user, true)
  return { to: setsUp ? localizedPath('/dashboard', context.language) : destination(context) }
}

/** Where nothing happens, the page says why. */
async function join(
  { displayName: name }: z.output<typeof joinInput>,
  { context }: Asked<object>,
): Promise<ActionResult> {
  const session = await requireSession(context)
  const asked = await askedInvitation(context)
  const user = await currentUser(session, context)
  if (!asked?.invitation || !user) return {}
  const { services, language, now } = context
  const { deskId } = asked.invitation
  const { uid, displayName } = user
  if (mayAccept(asked, user)) {
    if (!name) return { status: 400, errors: { displayName: 'errors:name.missing' } }
    const joined = await accept(context, asked.invitation, { uid, name })
    // The desk has the name in any case.
    if (joined && name !== displayName)
      await bestEffort(saveOwnName(context, session, name), context.report)
  }
  const own = await services.members.desksOf(uid)
  const isMember = own.some(({ desk }) => desk.id === deskId)
  askedInvitation.forget(context)
  if (!isMember) return {}
  await services.members.choose(deskId, uid, now())
  return { to: localizedPath('/dashboard', language), notice: 'deskJoined' }
}

function mayAccept(
  { state, invitation }: ShownInvitation,
  { email, emailVerified }: { email: string; emailVerified: boolean },
): boolean {
  return state === 'open' && emailVerified && !!invitation && isInvited(invitation, email)
}
