import { z } from 'zod'
import { longestPassword, passwordProblem, shortestPassword } from '~/domain/identity/passwords'
import { signsInByPassword } from '~/domain/identity/proofs'
import { attempt } from '~/http/limits/attempts.server'
import { endAllSessions } from '~/http/sessions/all-sessions.server'
import { confirmFirst, proveAgain, refusal, refuse } from '~/http/sessions/proof.server'
import type { Asking } from '../asking'
import { formsByIntent } from '../forms.server'
import { done, servedSection } from '../served-section.server'

const missingPassword = { required_error: 'auth:password.missing' }

const captcha = z.string().optional()

/** Depends on the owner: their address is no password. */
const forms = formsByIntent(
  z.object({
    intent: z.literal('change-password'),
    currentPassword: z.string(missingPassword),
    captcha,
    newPassword: z.string(missingPassword),
  }),
  z.object({ intent: z.literal('send-reset-mail'), captcha }),
)

type PasswordForm = z.output<typeof forms>

export const password = servedSection({
  async read({ session: { user } }) {
    return {
      email: user.email,
      changesPassword: signsInByPassword(user),
      passwordLength: { shortest: shortestPassword, longest: longestPassword },
      provider: user.providerData[0]?.providerId,
    }
  },
  forms,
  act: (asking, form) =>
    form.intent === 'change-password'
      ? changePassword(asking, form)
      : sendResetMail(asking, form.captcha),
})

/** Spec §5. The old password's sessions end; this one continues with a new id. */
async function changePassword(
  asking: Asking,
  { currentPassword, newPassword, captcha }: Extract<PasswordForm, { intent: 'change-password' }>,
) {
  const { context } = asking
  const { identity } = context.services
  const confirmed = await confirmFirst(context, asking.session)
  if (confirmed.kind === 'refused') return confirmed
  const { session } = confirmed
  if (!signsInByPassword(session.user)) return refuse({ form: 'auth:password.otherWay' }, 403)
  const problem = passwordProblem(newPassword, session.user.email)
  if (problem) return refuse({ newPassword: problem }, 400)
  const given = { password: currentPassword, captcha }
  const proof = await proveAgain(context, session, given, 'currentPassword')
  if (proof.kind === 'refused') return proof
  try {
    const tokens = await identity.changePassword(proof.tokens.idToken, newPassword, context.now())
    await endAllSessions(context.services, session.user.uid, session.idHash)
    const cookies = await proof.cookies({ tokens })
    return done(asking, 'password', 'passwordChanged', cookies)
  } catch (error) {
    return refusal(context, error, { password: 'newPassword' })
  }
}

async function sendResetMail(asking: Asking, captcha: string | undefined) {
  const { context, session, language } = asking
  const { email } = session.user
  try {
    await attempt(context, { act: 'mail', account: email }, () =>
      context.services.identity.sendPasswordReset(email, language, { captcha }),
    )
    return done(asking, 'password', 'resetMailSent')
  } catch (error) {
    return refusal(context, error, {})
  }
}
