import type { AppLoadContext, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import type { Desk } from '~/domain/desks/desks'
import { type Member, withoutManager } from '~/domain/desks/members'
import { isSiteDesk } from '~/domain/desks/site-desk'
import { eraseAccount, OtherDesks } from '~/domain/erasure/erasure'
import { strictProofAsked } from '~/domain/identity/proofs'
import { isUnfinished } from '~/domain/shop/restricted-orders'
import { languages } from '~/domain/text/languages'
import { plainLine } from '~/domain/text/single-line'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logEvent } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { type OwnAccount, requireAccount } from '~/http/sessions/access.server'
import { confirmFirst, prove, signInAgain } from '~/http/sessions/proof.server'
import { endSession } from '~/http/sessions/session.server'
import { sealTokens } from '~/http/sessions/token-seal.server'
import { localizedPath } from '~/i18n/addresses'
import { translations } from '~/i18n/translation.server'

/** The confirmation word, accepted in every language. */
const words = languages.map((language) => translations(language).t('account:erasureWord'))

const deletionInput = z.object({
  seen: z.string().optional(),
  deletionPassword: z.string().optional(),
  captcha: z.string().optional(),
  confirmation: z
    .string({ required_error: 'account:errors.word' })
    .refine((typed) => words.includes(plainLine(typed).toLowerCase()), 'account:errors.word'),
})

/** Newest ones among which unfinished orders are looked for. */
const newestOrders = 50

export type DeletionPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { session } = await requireAccount(context)
  const { uid } = session.user
  const [desks, orders] = await Promise.all([
    desksAfter(uid, context),
    context.services.orders.listByAccount(uid, newestOrders),
  ])
  const described = desks.going.map(async ({ desk, members }) => {
    const [counts, runsShop] = await Promise.all([
      context.services.tickets.count(desk.id),
      isSiteDesk(context.services, desk),
    ])
    const tickets = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { name: desk.name, tickets, runsShop, colleagues: members.length - 1 }
  })
  return {
    email: session.user.email,
    going: await Promise.all(described),
    staying: desks.staying.map(({ desk }) => desk.name),
    seen: seenOf(desks),
    ordersGoOn: orders.some(isUnfinished),
    deletionAsks: strictProofAsked(session, context.now()),
    confirming: context.url.searchParams.get('step') === 'confirm',
  }
}

export const action = formAction(requireAccount, {
  delete: form(deletionInput, deleteAccount, { password: 'deletionPassword' }),
  'sign-in-again': { run: signInAgain },
  ...atDeskForms,
})

interface DesksAfter {
  going: { desk: Desk; members: Member[] }[]
  staying: { desk: Desk; members: Member[] }[]
}

/** The desks that go with the account, because they have no other manager, and those that it leaves. */
async function desksAfter(uid: string, { services }: AppLoadContext): Promise<DesksAfter> {
  const memberships = await services.members.desksOf(uid)
  const all = await Promise.all(
    memberships.map(async ({ desk }) => {
      const members = await services.members.list(desk.id)
      const { change } = withoutManager(members, { uid, ownerUid: desk.ownerUid })
      return { desk, members, goes: change === 'last-manager' }
    }),
  )
  return {
    going: all.filter(({ goes }) => goes),
    staying: all.filter(({ goes }) => !goes),
  }
}

/** Which desks the form has said to go and to stay. */
function seenOf({ going, staying }: DesksAfter): string {
  const idsOf = (desks: DesksAfter['going']) => desks.map(({ desk }) => desk.id).sort()
  return [...idsOf(going), '-', ...idsOf(staying)].join(' ')
}

const otherDesks = { status: 409, errors: { form: 'account:errors.desks' } }

/** Hides the account and the desks that go with it at once; jobs erase the rest. */
async function deleteAccount(
  { deletionPassword: password, captcha, seen }: z.output<typeof deletionInput>,
  { context, ...asked }: Asked<OwnAccount>,
): Promise<ActionResult> {
  const desks = await desksAfter(asked.session.user.uid, context)
  // Pages from before an update have no such field; they named the one desk.
  const most = desks.going.length + desks.staying.length
  const hasSeen = seen === undefined ? most < 2 : seen === seenOf(desks)
  if (!hasSeen) return otherDesks
  const session = await confirmFirst(context, asked.session)
  const needed = strictProofAsked(session, context.now())
  const proof = await prove(context, session, needed, { password, captcha })
  const { uid } = session.user
  const sealedTokens = sealTokens(proof.tokens, uid, context.config.secrets)
  const named = desks.going.map(({ desk }) => desk.id)
  const hidden = { uid, sealedTokens, desks: named }
  const gone = await eraseAccount(context.services, hidden, context.now()).catch(orOtherDesks)
  if (gone === undefined) return otherDesks
  for (const { desk } of desks.staying) await logEvent({ desk, member: { uid }, context }, 'left')
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

/** Undefined where a change of members at the last moment would have taken other desks along. */
function orOtherDesks(error: unknown): undefined {
  if (!(error instanceof OtherDesks)) throw error
}
