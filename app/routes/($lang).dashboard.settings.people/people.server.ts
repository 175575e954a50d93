import type { AppLoadContext, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { type MemberChange, memberKinds } from '~/domain/desks/members'
import {
  guestsSeeChoices,
  isShared,
  newTicketsChoices,
  secondFactorChoices,
  secondFactorNotice,
} from '~/domain/desks/people'
import { givenEmail } from '~/domain/forms/email'
import { changeKind, removeMember } from '~/domain/members/changes'
import { type Invitation, invitationState } from '~/domain/members/invitations'
import { formKey } from '~/domain/tickets/message-input'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange, logEvent } from '~/http/desks/audit-log.server'
import {
  type ActionResult,
  type Asked,
  type Forms,
  form,
  formAction,
} from '~/http/forms/form-action.server'
import { newFormKey } from '~/http/forms/key.server'
import { recoverInvitationSecret } from '~/http/links/invitation-link.server'
import { invitationPath } from '~/http/links/invitation-path'
import { type OwnDesk, requireManager } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { sectionPage } from '../($lang).dashboard.settings/sections'
import { isByHand, sendInvitation } from './invite.server'

const memberInput = z.object({ member: z.string() })
const guestsSeeInput = z.object({ guestsSee: z.enum(guestsSeeChoices) })
const newTicketsInput = z.object({ newTickets: z.enum(newTicketsChoices) })
const kindInput = memberInput.extend({ kind: z.enum(memberKinds) })
const secondFactorInput = z.object({ secondFactor: z.enum(secondFactorChoices) })
const inviteInput = z.object({ key: formKey, email: givenEmail, kind: z.enum(memberKinds) })
const invitationInput = z.object({ key: formKey, invitation: z.string() })

export type PeoplePage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk, session } = await requireManager(context)
  const { services, url } = context
  const [members, invitations] = await Promise.all([
    services.members.list(desk.id),
    services.invitations.list(desk.id),
  ])
  const [accounts, factors, passkeys] = await Promise.all([
    Promise.all(members.map(({ uid }) => services.accounts.find(uid))),
    Promise.all(members.map(({ uid }) => services.secondFactors.find(uid))),
    Promise.all(members.map(({ uid }) => services.passkeys.list(uid))),
  ])
  const managers = members.filter(({ kind }) => kind === 'manager').length
  const shown = members.map(({ uid, name, kind, joinedAt }, index) => ({
    id: uid,
    name,
    kind,
    joinedAt,
    email: accounts[index]?.email ?? '',
    hasFactor: factors[index] !== undefined,
    hasPasskey: passkeys[index]?.[0] !== undefined,
    own: uid === session.user.uid,
    last: kind === 'manager' && managers === 1,
  }))
  const asked = url.searchParams.get('remove')
  const open = await Promise.all(invitations.map((each) => shownInvitation(each, context)))
  const made = (intent: string) => open.find(({ id }) => id === url.searchParams.get(intent))
  return {
    timeZone: desk.timeZone,
    /** Where only one person answers, guests see the counter. */
    guestsSee: isShared(desk) ? (desk.guestsSee ?? 'name') : undefined,
    newTickets: isShared(desk) ? (desk.newTickets ?? 'nobody') : undefined,
    secondFactor: desk.secondFactorFrom ? ('all' as const) : ('own' as const),
    verified: session.user.emailVerified,
    byHand: isByHand(context),
    key: newFormKey(),
    members: shown,
    invitations: open,
    /** Just made, to be passed on by hand. */
    invited: made('invite'),
    renewed: made('invite-again')?.id,
    /** Who is about to be removed. */
    leaving: shown.find(({ id, own, last }) => id === asked && !own && !last),
  }
}

const forms: Forms<OwnDesk> = {
  'save-guests-see': form(guestsSeeInput, async ({ guestsSee }, asked) => {
    const { desk, context } = asked
    const kept = guestsSee === 'desk' ? guestsSee : undefined
    await context.services.desks.saveGuestsSee(desk.id, kept)
    await logChange(asked, 'bylines', [desk.guestsSee, kept])
    return { to: sectionPage('people', context), notice: 'memberChanged' }
  }),
  'save-second-factor': form(secondFactorInput, async ({ secondFactor }, asked) => {
    const { desk, context } = asked
    const due = new Date(context.now().getTime() + secondFactorNotice)
    const kept = secondFactor === 'all' ? (desk.secondFactorFrom ?? due) : undefined
    await context.services.desks.saveSecondFactorFrom(desk.id, kept)
    await logChange(asked, 'factorForAll', [desk.secondFactorFrom, kept])
    return { to: sectionPage('people', context), notice: 'memberChanged' }
  }),
  'save-new-tickets': form(newTicketsInput, async ({ newTickets }, { desk, context }) => {
    const kept = newTickets === 'in-turn' ? newTickets : undefined
    await context.services.desks.saveNewTickets(desk.id, kept)
    return { to: sectionPage('people', context), notice: 'memberChanged' }
  }),
  invite: form(inviteInput, sendInvitation),
  'invite-again': form(invitationInput, async ({ key, invitation: id }, asked) => {
    const open = await asked.context.services.invitations.list(asked.desk.id)
    // Sent twice, the form goes on with the invitation that it made.
    const sent =
      open.find(({ createKey }) => createKey === key) ?? open.find((each) => each.id === id)
    return sent ? sendInvitation({ ...sent, key }, asked) : gone
  }),
  'withdraw-invitation': form(invitationInput, async ({ invitation: id }, asked) => {
    const { desk, context } = asked
    const open = await context.services.invitations.list(desk.id)
    await context.services.invitations.withdraw(desk.id, id, context.now())
    const withdrawn = open.find((each) => each.id === id)
    if (withdrawn) await logEvent(asked, 'withdrew', { about: withdrawn.email })
    return { to: sectionPage('people', context), notice: 'invitationWithdrawn' }
  }),
  'save-kind': form(kindInput, async ({ member, kind }, asked) => {
    const { services, now } = asked.context
    const change = await changeKind(services, asked.desk.id, member, kind, now())
    const event = kind === 'manager' ? 'promoted' : 'demoted'
    if (change === 'changed') await logEvent(asked, event, { about: member })
    return said(change, member, asked)
  }),
  'remove-member': form(memberInput, async ({ member }, asked) => {
    const { services, now } = asked.context
    const change = await removeMember(services, asked.desk.id, member, now())
    if (change === 'changed') await logEvent(asked, 'removed', { about: member })
    return said(change, member, asked)
  }),
}

export const action = formAction(requireManager, { ...forms, ...atDeskForms })

const gone = { status: 404, errors: { form: 'people:errors.gone' } }

async function shownInvitation(invitation: Invitation, { services, config, now }: AppLoadContext) {
  const { id, email, kind, expiresAt } = invitation
  const secret = recoverInvitationSecret(config.secrets, invitation)
  const [mail] = await services.mails.listByRecord(id, 1)
  return {
    id,
    email,
    kind,
    expiresAt,
    over: invitationState(invitation, now()) === 'expired',
    /** The e-mail did not arrive. */
    failed: mail?.state === 'failed',
    /** To be passed on by hand, where no e-mail leaves. */
    link: isByHand({ config }) && secret ? linkOf(invitation, secret, config) : undefined,
    key: newFormKey(),
  }
}

function linkOf(
  { language }: Invitation,
  secret: string,
  { publicOrigin }: AppLoadContext['config'],
): string {
  return publicOrigin + localizedPath(invitationPath(secret), language)
}

function said(
  change: MemberChange,
  member: string,
  { intent, session, context }: Asked<OwnDesk>,
): ActionResult {
  if (change === 'last-manager') return { status: 409, errors: { form: 'people:errors.last' } }
  if (change === 'unknown') return { status: 404, errors: { form: 'people:errors.unknown' } }
  // Who is no manager any more may not come back to this section.
  const own = member === session.user.uid
  const to = own ? localizedPath('/dashboard', context.language) : sectionPage('people', context)
  if (intent === 'remove-member') return { to, elsewhere: own, notice: 'memberRemoved' }
  return { to, notice: 'memberChanged' }
}
