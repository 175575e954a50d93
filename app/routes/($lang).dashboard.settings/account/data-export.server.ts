import { z } from 'zod'
import { proofAsked } from '~/domain/identity/proofs'
import { exportCookie } from '~/http/cookies/export.server'
import { logEvent } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, form } from '~/http/forms/form-action.server'
import { limited } from '~/http/limits/rate-limits.server'
import type { OwnAccount } from '~/http/sessions/access.server'
import { confirmFirst, prove, signInAgain } from '~/http/sessions/proof.server'
import { localizedPath } from '~/i18n/addresses'
import type { AccountSection } from '../section.server'

const exportInput = z.object({
  exportPassword: z.string().optional(),
  captcha: z.string().optional(),
})

export const dataExport = {
  read: async ({ session }, { now }) => ({ exportAsks: proofAsked(session, now()) }),
  forms: {
    export: form(exportInput, leadToFile, { password: 'exportPassword' }),
    'sign-in-again': { run: signInAgain },
  },
} satisfies AccountSection

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
      to: localizedPath('/dashboard/settings/export', context.language),
      cookies: [
        ...(await proof.cookies()),
        exportCookie.write(context, { uid, desk: desk?.id ?? '' }),
      ],
    }
  })
}
