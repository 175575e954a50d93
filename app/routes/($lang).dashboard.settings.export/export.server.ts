import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { proofAsked } from '~/domain/identity/proofs'
import { exportCookie } from '~/http/cookies/export.server'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logEvent } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { limited } from '~/http/limits/rate-limits.server'
import { type OwnAccount, requireAccount } from '~/http/sessions/access.server'
import { confirmFirst, prove, signInAgain } from '~/http/sessions/proof.server'
import { localizedPath } from '~/i18n/addresses'

const exportInput = z.object({
  exportPassword: z.string().optional(),
  captcha: z.string().optional(),
})

export type ExportPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { session } = await requireAccount(context)
  return { exportAsks: proofAsked(session, context.now()) }
}

export const action = formAction(requireAccount, {
  export: form(exportInput, leadToFile, { password: 'exportPassword' }),
  'sign-in-again': { run: signInAgain },
  ...atDeskForms,
})

/** Only this form's redirect may start the download. */
async function leadToFile(
  { exportPassword: password, captcha }: z.output<typeof exportInput>,
  { context, ...asked }: Asked<OwnAccount>,
): Promise<ActionResult> {
  const session = await confirmFirst(context, asked.session)
  const { uid, email } = session.user
  return limited(context, { name: 'work', account: email }, async () => {
    const needed = proofAsked(session, context.now())
    const proof = await prove(context, session, needed, { password, captcha })
    const { desk, member } = asked
    // A colleague takes only what is their own.
    if (desk && member?.kind === 'manager') await logEvent({ desk, member, context }, 'exported')
    return {
      to: localizedPath('/dashboard/settings/export/zip', context.language),
      cookies: [
        ...(await proof.cookies()),
        exportCookie.write(context, { uid, desk: desk?.id ?? '' }),
      ],
    }
  })
}
