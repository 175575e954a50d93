import type { AppLoadContext } from '@remix-run/node'
import { isManager } from '../../domain/desks/members'
import {
  type Invitation,
  type InvitationState,
  invitationState,
  isInvited,
} from '../../domain/members/invitations'
import { askedFor } from '../links/destination'
import { invitationIn } from '../links/invitation-path'
import { secretHash } from '../links/ticket-link.server'
import { oncePerRequest } from '../request-facts'

/** What a link invites to. */
export interface ShownInvitation {
  secret: string
  state: InvitationState | 'unknown'
  /** Absent for an unknown one. */
  invitation?: Invitation
  deskName: string
}

/** The invitation that the address leads to, itself or by `redirect`; undefined without one. */
export const askedInvitation = oncePerRequest(
  async (context: AppLoadContext): Promise<ShownInvitation | undefined> => {
    const secret = invitationIn(askedFor(context))
    return secret === undefined ? undefined : readInvitation(context, secret)
  },
)

/** The open invitation of this e-mail address at the end of a path of this site, if there is one. */
export async function invitationFor(
  context: AppLoadContext,
  path: string,
  email: string,
): Promise<Invitation | undefined> {
  const secret = invitationIn(path)
  if (secret === undefined) return undefined
  const { state, invitation } = await readInvitation(context, secret)
  return state === 'open' && invitation && isInvited(invitation, email) ? invitation : undefined
}

async function readInvitation(
  { services, now }: AppLoadContext,
  secret: string,
): Promise<ShownInvitation> {
  const invitation = await services.invitations.findBySecret(secretHash(secret))
  const desk = invitation && (await services.desks.findById(invitation.deskId))
  if (!desk) return { secret, state: 'unknown', deskName: '' }
  const state = invitationState(invitation, now())
  const members = state === 'open' ? await services.members.list(desk.id) : []
  const isStale = state === 'open' && !isManager(members, invitation.byUid)
  return { secret, state: isStale ? 'withdrawn' : state, invitation, deskName: desk.name }
}
