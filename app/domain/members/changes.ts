import type { MemberChange, MemberKind, MemberStore } from '../desks/members'
import type { LiveBus } from '../live/live'

interface Ports {
  members: MemberStore
  live: LiveBus
}

/** Ends the member's open streams, which begin again with what the new kind may do. */
export function changeKind(
  ports: Ports,
  deskId: string,
  uid: string,
  kind: MemberKind,
  now: Date,
): Promise<MemberChange> {
  return announced(ports, deskId, uid, ports.members.setKind(deskId, uid, kind, now))
}

/** By a manager, or by the member, who leaves. Ends the member's open streams. */
export function removeMember(
  ports: Ports,
  deskId: string,
  uid: string,
  now: Date,
): Promise<MemberChange> {
  return announced(ports, deskId, uid, ports.members.remove(deskId, uid, now))
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
