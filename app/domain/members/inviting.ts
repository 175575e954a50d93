import type { AccountStore } from '../accounts/accounts'
import type { MemberStore } from '../desks/members'
import { emailKey } from '../text/email'
import { newId } from '../text/ids'
import {
  type Invitation,
  type InvitationStore,
  invitationLasts,
  isInvited,
  mostInvitations,
} from './invitations'

interface Ports {
  accounts: AccountStore
  invitations: InvitationStore
  members: MemberStore
}

export type Invited = Pick<
  Invitation,
  'deskId' | 'createKey' | 'secretHash' | 'email' | 'kind' | 'language' | 'byUid'
>

/**
 * Invites an address by e-mail and withdraws its earlier invitations to this desk. Returns `member` if
 * the address belongs to a member already, `full` if the desk has `mostInvitations` open invitations,
 * `refused` if who invites is no manager, and `conflict` if the form has invited another address before, or its invitation was used or withdrawn.
 */
export async function invite(
  { accounts, invitations, members }: Ports,
  invited: Invited,
  now: Date,
): Promise<'invited' | 'member' | 'full' | 'refused' | 'conflict'> {
  const { deskId, email } = invited
  if (await isMember({ accounts, members }, deskId, email)) return 'member'
  const expiresAt = new Date(now.getTime() + invitationLasts)
  const all = (await invitations.list(deskId)).filter((each) => isInvited(each, email))
  // A form that is sent again goes on where it stopped.
  const begun = all.find(({ createKey }) => createKey === invited.createKey)
  const invitation = begun ?? { ...invited, id: newId(now), createdAt: now, expiresAt }
  const earlier = all.filter((each) => each !== begun)
  if (!begun) {
    // Added first: a stop in between leaves one too many, which the desk sees, rather than none.
    const room = mostInvitations + (earlier.length > 0 ? 1 : 0)
    const mail = { kind: 'invitation', recordId: invitation.id, deskId, dueAt: now } as const
    const key = `invitation ${invitation.id}`
    const added = await invitations.add(invitation, room, [{ ...mail, key }])
    if (added !== 'added') return added === 'again' ? 'conflict' : added
  }
  for (const { id } of earlier) await invitations.withdraw(deskId, id, now)
  return 'invited'
}

async function isMember(
  { accounts, members }: Pick<Ports, 'accounts' | 'members'>,
  deskId: string,
  email: string,
): Promise<boolean> {
  const all = await members.list(deskId)
  const own = await Promise.all(all.map(({ uid }) => accounts.find(uid)))
  return own.some((account) => account && emailKey(account.email) === emailKey(email))
}
