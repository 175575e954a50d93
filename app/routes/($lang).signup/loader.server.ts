import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import type { ShownProvider } from '~/components/forms/provider-form'
import { limitsOf } from '~/domain/desks/entitlements'
import { awaitsOwner } from '~/domain/desks/site-desk'
import { type InvitationState, inviterOf, isInvited } from '~/domain/members/invitations'
import { plansOf } from '~/domain/shop/plans'
import { ownMark } from '~/http/forms/account.server'
import { destination } from '~/http/links/destination'
import { confidential, forEverybody } from '~/http/responses/page-headers'
import { redirectTo } from '~/http/responses/redirect'
import { requireSession } from '~/http/sessions/access.server'
import { currentUser } from '~/http/sessions/current-user.server'
import { askedInvitation, type ShownInvitation } from '~/http/sessions/invitation.server'
import { readSession } from '~/http/sessions/session.server'
import { askedSetUp, type SetUp } from '~/http/sessions/set-up.server'
import { mayFound, mayJoin, takesBusinesses } from '~/http/sessions/signup.server'
import { formatDay } from '~/i18n/formats'
import { formatMoney } from '~/i18n/money'
import { joinsWithPasskey } from './passkey.server'

/**
 * With an open invitation, somebody opens an account, signs in to the one that its address has, confirms
 * that address, or joins.
 */
export type OpenStep = 'sign-up' | 'sign-in' | 'verify' | 'join'

/** Why somebody cannot join: another account is signed in, it has joined already, or the invitation has ended. */
export type ClosedStep = 'other' | 'member' | Exclude<ShownInvitation['state'], 'open'>

type InvitationStep = OpenStep | ClosedStep

export interface InvitationPage {
  step: InvitationStep
  secret: string
  desk: string
  /** Of the invitation; empty once it is used or withdrawn. */
  email: string
  kind: 'manager' | 'colleague'
  /** The name and the address of who invites. */
  by: string
  /** When it ends, in words. */
  until: string
  /** The address that is signed in. */
  own: string
  /** Of the account that is signed in; empty without one. */
  name: string
  account: string | undefined
}

export interface SignupPage {
  open: boolean
  plans: ReturnType<typeof shownPlans>
  invitation?: InvitationPage
  /** Of an account that is at no desk. */
  own?: { email: string; account: string | undefined }
  setUp?: SetUp
  /** Whether who is invited may have a passkey rather than a password. */
  passkeys?: boolean
  /** With which one may sign up, too. */
  providers: ShownProvider[]
}

export async function loader({ context }: LoaderFunctionArgs) {
  const asked = await askedInvitation(context)
  if (asked) {
    const invitation = await readInvitationPage(context, asked)
    const page: SignupPage = {
      open: false,
      plans: [],
      providers: shownProviders(context),
      passkeys: joinsWithPasskey(context) !== undefined,
      invitation,
    }
    return data(page, { status: statusOf[invitation.step], headers: confidential })
  }
  const setUp = await askedSetUp(context)
  if (setUp && setUp !== 'here') {
    const page: SignupPage = { open: false, plans: [], providers: [], setUp }
    return data(page, { status: setUp === 'without-link' ? 403 : 410, headers: confidential })
  }
  const session = (await readSession(context)) && (await requireSession(context))
  const mayStay = !session || setUp === 'here' || (await mayFound(context, session.user))
  if (!mayStay) throw redirectTo(destination(context))
  await joining(context)
  const { services, config, now } = context
  // Who will run the site is no customer of it.
  const awaits = await awaitsOwner(services, config.siteOwner)
  const open = !awaits && (await takesBusinesses(context))
  const plans = open ? shownPlans(context, await services.catalogue.read(now())) : []
  const own = session && { email: session.user.email, account: await ownMark(context, session) }
  // Who sets the site up has a password, which no other service can take away.
  const providers = own || setUp ? [] : shownProviders(context)
  const page: SignupPage = { open, plans, own, setUp, providers }
  return data(page, { headers: setUp ? confidential : open && !own ? forEverybody : {} })
}

const statusOf: Record<InvitationStep, number> = {
  'sign-up': 200,
  'sign-in': 200,
  verify: 200,
  join: 200,
  member: 200,
  other: 403,
  unknown: 404,
  used: 410,
  withdrawn: 410,
  expired: 410,
}

/** 404 where the site takes no further accounts, but by an invitation or while it is set up. */
export async function joining(context: AppLoadContext) {
  if (await askedSetUp(context)) return {}
  if (!(await askedInvitation(context)) && !(await mayJoin(context))) {
    throw new Response(null, { status: 404 })
  }
  return {}
}

/** GET changes nothing: e-mail scanners open links before people do. */
async function readInvitationPage(
  context: AppLoadContext,
  asked: ShownInvitation,
): Promise<InvitationPage> {
  const { services, language } = context
  const { secret, state, invitation, deskName } = asked
  const session = (await readSession(context)) && (await requireSession(context))
  const user = session && (await currentUser(session, context))
  const signedIn = { own: user?.email ?? '', name: user?.displayName ?? '' }
  const page = { secret, desk: deskName, ...signedIn }
  if (!invitation || state === 'unknown') {
    const nothing = { email: '', kind: 'colleague', by: '', until: '', account: undefined } as const
    return { ...page, ...nothing, step: 'unknown' }
  }
  const { deskId, email, kind, byUid, expiresAt } = invitation
  const step = async (): Promise<InvitationStep> => {
    const isOthers = state === 'open' && user && !isInvited(invitation, user.email)
    if (isOthers) return 'other'
    if (user) {
      const own = await services.members.desksOf(user.uid)
      if (own.some(({ desk }) => desk.id === deskId)) return 'member'
    }
    if (state !== 'open') return state satisfies InvitationState
    if (!user) return (await services.accounts.findByEmail(email)) ? 'sign-in' : 'sign-up'
    return user.emailVerified ? 'join' : 'verify'
  }
  const [desk, inviter, members] = await Promise.all([
    services.desks.findById(deskId),
    services.accounts.find(byUid),
    services.members.list(deskId),
  ])
  return {
    ...page,
    step: await step(),
    email,
    kind,
    by: inviter ? inviterOf(members, inviter) : '',
    until: desk ? formatDay(expiresAt, language, desk.timeZone) : '',
    account: user && (await ownMark(context, session)),
  }
}

function shownProviders({ config }: AppLoadContext): ShownProvider[] {
  return config.loginProviders.map(({ id, name }) => ({ id, name }))
}

type Catalogue = Parameters<typeof plansOf>[0]

function shownPlans({ language }: AppLoadContext, catalogue: Catalogue) {
  return plansOf(catalogue).map((plan) => ({
    id: plan.id,
    title: plan.title[language],
    price: plan.price > 0 ? formatMoney(plan.price, language) : undefined,
    interval: plan.interval ?? 'month',
    limits: limitsOf([plan]),
  }))
}
