import type { MemberChange, MemberKind, MemberStore } from '../desks/members'
import type { LiveBus } from '../live/live'
import type { InvitationStore } from './invitations'

interface Ports {
  members: MemberStore
  live: LiveBus
}

/**
 * Ends the member's open streams, which begin again with what the new kind may do. The invitations of
 * somebody who is no longer a manager are withdrawn.
 */
export async function changeKind(
  ports: Ports & { invitations: InvitationStore },
  deskId: string,
  uid: string,
  kind: MemberKind,
  now: Date,
): Promise<MemberChange> {
  const change = await announced(ports, deskId, uid, ports.members.setKind(deskId, uid, kind))
  if (change === 'changed' && kind === 'colleague') await withdrawAllBy(ports, deskId, uid, now)
  return change
}

/**
 * By a manager, or by the member, who leaves. Ends the member's open streams, and withdraws the
 * invitations that they wrote.
 */
export async function removeMember(
  ports: Ports & { invitations: InvitationStore },
  deskId: string,
  uid: string,
  now: Date,
): Promise<MemberChange> {
  const change = await announced(ports, deskId, uid, ports.members.remove(deskId, uid))
  if (change === 'changed') await withdrawAllBy(ports, deskId, uid, now)
  return change
}

async function withdrawAllBy(
  { invitations }: { invitations: InvitationStore },
  deskId: string,
  uid: string,
  now: Date,
): Promise<void> {
  const all = await invitations.list(deskId)
  for (const { id, byUid } of all) if (byUid === uid) await invitations.withdraw(deskId, id, now)
}

async function announced(
  { live }: Ports,
  deskId: string,
  uid: string,
  changing: Promise<MemberChange>,
): Promise<MemberChange> {
  const change = await changing
  if (change === 'changed') live.publish(`member:${deskId}:${uid}`, { kind: 'membership' })
  return change
}
