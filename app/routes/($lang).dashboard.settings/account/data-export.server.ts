import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { proofAsked } from '~/domain/identity/proofs'
import { exportCookie } from '~/http/cookies/export.server'
import { attempt } from '~/http/limits/attempts.server'
import { toLogin } from '~/http/sessions/access.server'
import { confirmFirst, type Given, prove, refusal } from '~/http/sessions/proof.server'
import { localizedPath } from '~/i18n/addresses'
import type { Asking } from '../asking'
import { formsByIntent } from '../forms.server'
import { servedSection } from '../served-section.server'

const forms = formsByIntent(
  z.object({ intent: z.literal('sign-in-again') }),
  z.object({
    intent: z.literal('export'),
    exportPassword: z.string().optional(),
    captcha: z.string().optional(),
  }),
)

export const dataExport = servedSection({
  read: async ({ context, session }) => ({ exportAsks: proofAsked(session, context.now()) }),
  forms,
  act: (asking, form) =>
    form.intent === 'export'
      ? leadToFile(asking, { password: form.exportPassword, captcha: form.captcha })
      : toLogin(asking.context),
})

/** Only this form's redirect may start the download. */
async function leadToFile(asking: Asking, given: Given) {
  const { context, language } = asking
  const confirmed = await confirmFirst(context, asking.session)
  if (confirmed.kind === 'refused') return confirmed
  const { session } = confirmed
  const { uid, email } = session.user
  try {
    return await attempt(context, { act: 'work', account: email }, async () => {
      const asked = proofAsked(session, context.now())
      const proof = await prove(context, session, asked, given, 'exportPassword')
      if (proof.kind === 'refused') return proof
      const headers = new Headers()
      for (const cookie of await proof.cookies()) headers.append('Set-Cookie', cookie)
      headers.append('Set-Cookie', exportCookie.write(context, { uid }))
      return redirect(localizedPath('/dashboard/settings/export', language), {
        status: 303,
        headers,
      })
    })
  } catch (error) {
    return refusal(context, error, {})
  }
}
