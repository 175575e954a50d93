import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { eraseAccount } from '~/domain/erasure/erasure'
import { strictProofAsked } from '~/domain/identity/proofs'
import { languages } from '~/domain/text/languages'
import { flash } from '~/http/cookies/flash.server'
import { toLogin } from '~/http/sessions/access.server'
import { confirmFirst, type Given, prove, type Refusal } from '~/http/sessions/proof.server'
import { endSession } from '~/http/sessions/session.server'
import { sealTokens } from '~/http/sessions/token-seal.server'
import { localizedPath } from '~/i18n/addresses'
import { translations } from '~/i18n/translation.server'
import type { Asking } from '../asking'
import { formsByIntent } from '../forms.server'
import { servedSection } from '../served-section.server'

/** The confirmation word, accepted in every language. */
const words = languages.map((language) => translations(language).t('account:erasureWord'))

const word = z
  .string({ required_error: 'account:errors.word' })
  .refine((typed) => words.includes(typed.trim().toLowerCase()), 'account:errors.word')

const forms = formsByIntent(
  z.object({ intent: z.literal('sign-in-again') }),
  z.object({
    intent: z.literal('delete'),
    deletionPassword: z.string().optional(),
    captcha: z.string().optional(),
    confirmation: word,
  }),
)

export const deletion = servedSection({
  async read({ context, session, desk }) {
    const counts = await context.services.tickets.count(desk.id)
    return {
      email: session.user.email,
      deskName: desk.name,
      tickets: Object.values(counts).reduce((sum, count) => sum + count, 0),
      deletionAsks: strictProofAsked(session, context.now()),
      confirming: context.url.searchParams.get('step') === 'confirm',
    }
  },
  forms,
  act: (asking, form) =>
    form.intent === 'delete'
      ? deleteAccount(asking, { password: form.deletionPassword, captcha: form.captcha })
      : toLogin(asking.context),
})

/**
 * Hides the account and its desk at once; jobs erase the rest, here and at the identity service.
 */
async function deleteAccount(asking: Asking, given: Given): Promise<Response | Refusal> {
  const { context, language } = asking
  const confirmed = await confirmFirst(context, asking.session)
  if (confirmed.kind === 'refused') return confirmed
  const { session } = confirmed
  const asked = strictProofAsked(session, context.now())
  const proof = await prove(context, session, asked, given, 'deletionPassword')
  if (proof.kind === 'refused') return proof
  const { uid } = session.user
  const sealed = sealTokens(proof.tokens, uid, context.config.secrets)
  await eraseAccount(context.services, uid, sealed, context.now())
  const headers = new Headers({ 'Clear-Site-Data': '"cache"' })
  headers.append('Set-Cookie', await endSession(context))
  headers.append('Set-Cookie', flash(context, 'accountDeleted'))
  return redirect(localizedPath('/', language), { status: 303, headers })
}
