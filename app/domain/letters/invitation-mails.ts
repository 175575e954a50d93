import type { AccountStore } from '../accounts/accounts'
import type { Desk, DeskStore } from '../desks/desks'
import { isManager, type MemberStore } from '../desks/members'
import {
  type Invitation,
  type InvitationStore,
  invitationState,
  inviterOf,
} from '../members/invitations'
import type { InvitationMailKind } from '../outbox/mails'

export interface InvitationContent {
  kind: InvitationMailKind
  invitation: Invitation
  desk: Desk
  /** Who invites. */
  by: string
}

export interface InvitationMailPorts {
  accounts: AccountStore
  desks: DeskStore
  members: MemberStore
  invitations: InvitationStore
}

/** Undefined if it is no longer open, or who invited is no longer a manager with a verified address. */
export async function readInvitationContent(
  { accounts, desks, members, invitations }: InvitationMailPorts,
  kind: InvitationMailKind,
  id: string,
  now: Date,
): Promise<InvitationContent | undefined> {
  const invitation = await invitations.find(id)
  if (!invitation || invitationState(invitation, now) !== 'open') return undefined
  const { deskId, byUid } = invitation
  const [desk, account, all] = await Promise.all([
    desks.findById(deskId),
    accounts.find(byUid),
    members.list(deskId),
  ])
  if (!desk || !account?.emailVerified || !isManager(all, byUid)) return undefined
  return { kind, invitation, desk, by: inviterOf(all, account) }
}
