import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { longestPassword, shortestPassword } from '~/domain/identity/password-lengths'
import { passwordProblem } from '~/domain/identity/passwords'
import { signsInByPassword } from '~/domain/identity/proofs'
import { atDeskForms } from '~/http/desks/at-desk.server'
import {
  type ActionResult,
  type Asked,
  type Forms,
  form,
  formAction,
} from '~/http/forms/form-action.server'
import { limited } from '~/http/limits/rate-limits.server'
import { type OwnAccount, requireAccount, requireCurrentUser } from '~/http/sessions/access.server'
import { sendsAccountMail } from '~/http/sessions/account-mail.server'
import { endAllSessions } from '~/http/sessions/all-sessions.server'
import { confirmFirst, proveAgain } from '~/http/sessions/proof.server'
import { sectionPage } from '../($lang).dashboard.settings/sections'

const missingPassword = { required_error: 'auth:password.missing' }

const captcha = z.string().optional()

/** Depends on the owner: their address is no password. */
const passwordInput = z.object({
  currentPassword: z.string(missingPassword),
  captcha,
  newPassword: z.string(missingPassword),
})

export type PasswordPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { user } = (await requireAccount(context)).session
  return {
    email: user.email,
    changesPassword: signsInByPassword(user),
    passwordLength: { shortest: shortestPassword, longest: longestPassword },
    provider: user.providerData[0]?.providerId,
  }
}

const forms: Forms<OwnAccount> = {
  'change-password': form(passwordInput, changePassword, {
    password: 'currentPassword',
    newPassword: 'newPassword',
  }),
  'send-reset-mail': form(z.object({ captcha }), async ({ captcha }, { session, context }) => {
    const { email } = session.user
    await limited(context, { name: 'mail', account: email }, () =>
      context.services.identity.sendPasswordReset(email, context.language, { captcha }),
    )
    const notice = sendsAccountMail(context.config) ? 'resetMailSent' : undefined
    return { to: sectionPage('password', context), notice }
  }),
}

export const action = formAction(requireCurrentUser, { ...forms, ...atDeskForms })

/** Spec §5. The old password's sessions end; this one continues with a new id. */
async function changePassword(
  { currentPassword, newPassword, captcha }: z.output<typeof passwordInput>,
  { context, ...asked }: Asked<OwnAccount>,
): Promise<ActionResult> {
  const { identity } = context.services
  const session = await confirmFirst(context, asked.session)
  if (!signsInByPassword(session.user)) {
    return { status: 403, errors: { form: 'auth:password.otherWay' } }
  }
  const problem = passwordProblem(newPassword, session.user.email)
  if (problem) return { status: 400, errors: { newPassword: problem } }
  const proof = await proveAgain(context, session, { password: currentPassword, captcha })
  const tokens = await identity.changePassword(proof.tokens.idToken, newPassword, context.now())
  await endAllSessions(context.services, session.user.uid, session.idHash)
  // Once it is changed, the answer says so, whether or not the service responds again.
  const { validSince } = await identity
    .lookupRecord(tokens.idToken)
    .catch(() => ({ validSince: null }))
  const cookies = await proof.cookies({ tokens, validSince })
  return { to: sectionPage('password', context), notice: 'passwordChanged', cookies }
}
