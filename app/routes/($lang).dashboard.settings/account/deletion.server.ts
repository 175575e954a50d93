import { type AppLoadContext, redirect } from '@remix-run/node'
import { z } from 'zod'
import { eraseAccount, isErasureWord } from '~/domain/erasure'
import { IdentityError } from '~/domain/identity'
import { strictProofAsked } from '~/domain/proofs'
import type { Session } from '~/domain/sessions'
import { toLogin } from '~/http/access.server'
import { flash } from '~/http/flash.server'
import { confirmFirst, type Given, prove, type Refusal, refusal } from '~/http/proof.server'
import { endSession } from '~/http/session.server'
import { localizedPath } from '~/i18n/addresses'
import type { Asking } from '../asking'
import { formsByIntent } from '../forms.server'
import { servedSection } from '../served-section.server'

const word = z.string({ required_error: 'errors.erasure.word' })

const forms = formsByIntent(
  z.object({ intent: z.literal('sign-in-again') }),
  z.object({
    intent: z.literal('delete'),
    deletionPassword: z.string().optional(),
    captcha: z.string().optional(),
    confirmation: word.refine(isErasureWord, 'errors.erasure.word'),
  }),
)

export const deletion = servedSection({
  async read({ context, url, session, desk }) {
    const counts = await context.services.tickets.count(desk.id)
    return {
      email: session.user.email,
      deskName: desk.name,
      tickets: Object.values(counts).reduce((sum, count) => sum + count, 0),
      deletionAsks: strictProofAsked(session, context.now()),
      confirming: url.searchParams.get('step') === 'confirm',
    }
  },
  forms,
  act: (asking, form) =>
    form.intent === 'delete'
      ? deleteAccount(asking, { password: form.deletionPassword, captcha: form.captcha })
      : toLogin(asking.context, asking.request),
})

/**
 * Deletes the account at the identity service, and then everything that we keep of it and its desk.
 * While the service can't be asked nothing is deleted: an account that is left there would come back
 * empty at the next sign-in.
 */
async function deleteAccount(asking: Asking, given: Given): Promise<Response | Refusal> {
  const { context, request, language } = asking
  const confirmed = await confirmFirst(context, request, asking.session)
  if (confirmed.kind === 'refused') return confirmed
  const { session } = confirmed
  const asked = strictProofAsked(session, context.now())
  const proof = await prove(context, request, session, asked, given, 'deletionPassword')
  if (proof.kind === 'refused') return proof
  try {
    await deleteAtService(context, session, proof.idToken, given)
  } catch (error) {
    const fields = asked === 'password' ? { password: 'deletionPassword' } : {}
    return refusal(context, request, error, fields)
  }
  await erase(context, session.user.uid)
  const headers = new Headers({ 'Clear-Site-Data': '"cache"' })
  headers.append('Set-Cookie', await endSession(context, request))
  headers.append('Set-Cookie', flash(context, 'accountDeleted'))
  return redirect(localizedPath('/', language), { status: 303, headers })
}

/** The service may find a sign-in too old that it has just accepted: then once more, with a newer one. */
async function deleteAtService(
  { services, now }: AppLoadContext,
  { user: { email } }: Session,
  idToken: string,
  { password, captcha }: Given,
) {
  const { identity } = services
  try {
    await identity.deleteAccount(idToken)
  } catch (error) {
    const tooOld = error instanceof IdentityError && error.code === 'requires-recent-login'
    if (!tooOld || password === undefined) throw error
    const { tokens } = await identity.signInWithPassword({ email, password, captcha }, now())
    await identity.deleteAccount(tokens.idToken)
  }
}

async function erase({ services, report }: AppLoadContext, uid: string) {
  try {
    await eraseAccount(services, uid)
  } catch (cause) {
    // Nobody can sign in to it any more: only the operator can finish this.
    throw new Error(`The account ${uid} is deleted, but its data could not be erased`, { cause })
  }
  // The rows are gone; that their traces are not is no reason to tell the person otherwise.
  await services.purge().catch(report)
}
