import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { withoutManager } from '~/domain/desks/members'
import { isSiteDesk } from '~/domain/desks/site-desk'
import { eraseAccount } from '~/domain/erasure/erasure'
import { strictProofAsked } from '~/domain/identity/proofs'
import { languages } from '~/domain/text/languages'
import { type ActionResult, type Asked, form } from '~/http/forms/form-action.server'
import type { OwnAccount } from '~/http/sessions/access.server'
import { confirmFirst, prove, signInAgain } from '~/http/sessions/proof.server'
import { endSession } from '~/http/sessions/session.server'
import { sealTokens } from '~/http/sessions/token-seal.server'
import { localizedPath } from '~/i18n/addresses'
import { translations } from '~/i18n/translation.server'
import type { AccountSection } from '../section.server'

/** The confirmation word, accepted in every language. */
const words = languages.map((language) => translations(language).t('account:erasureWord'))

const deletionInput = z.object({
  deletionPassword: z.string().optional(),
  captcha: z.string().optional(),
  confirmation: z
    .string({ required_error: 'account:errors.word' })
    .refine((typed) => words.includes(typed.trim().toLowerCase()), 'account:errors.word'),
})

export const deletion = {
  async read({ session }, context) {
    return {
      email: session.user.email,
      desks: await desksGone(session.user.uid, context),
      deletionAsks: strictProofAsked(session, context.now()),
      confirming: context.url.searchParams.get('step') === 'confirm',
    }
  },
  forms: {
    delete: form(deletionInput, deleteAccount, { password: 'deletionPassword' }),
    'sign-in-again': { run: signInAgain },
  },
} satisfies AccountSection

/** The desks that have no other manager, and so go with the account. */
async function desksGone(uid: string, { services }: AppLoadContext) {
  const own = await services.members.desksOf(uid)
  const all = own.map(async ({ desk }) => {
    const members = await services.members.list(desk.id)
    if (withoutManager(members, { uid, ownerUid: uid }).change !== 'last-manager') return []
    const [counts, runsShop] = await Promise.all([
      services.tickets.count(desk.id),
      isSiteDesk(services, desk),
    ])
    const tickets = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return [{ name: desk.name, tickets, runsShop, colleagues: members.length - 1 }]
  })
  return (await Promise.all(all)).flat()
}

/** Hides the account and the desks that go with it at once; jobs erase the rest. */
async function deleteAccount(
  { deletionPassword: password, captcha }: z.output<typeof deletionInput>,
  { context, ...asked }: Asked<OwnAccount>,
): Promise<ActionResult> {
  const session = await confirmFirst(context, asked.session)
  const needed = strictProofAsked(session, context.now())
  const proof = await prove(context, session, needed, { password, captcha })
  const { uid } = session.user
  const sealed = sealTokens(proof.tokens, uid, context.config.secrets)
  const gone = await eraseAccount(context.services, uid, sealed, context.now())
  const site = await context.services.siteClaim.find()
  if (site !== undefined && gone.includes(site)) {
    context.warn(
      'The desk that ran the shop was deleted by its owner: nobody runs the shop or answers /chat until SITE_DESK names another account, or one is named by: npm run site-desk',
    )
  }
  return {
    to: localizedPath('/', context.language),
    notice: 'accountDeleted',
    cookies: [await endSession(context)],
    headers: { 'Clear-Site-Data': '"cache"' },
  }
}
