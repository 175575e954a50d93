import { type AuditLogStore, isAboutMember, wholeAuditLog } from '~/domain/desks/audit-log'
import type { Membership } from '~/domain/desks/members'

/** The audit log with names instead of accounts; without those of erased ones. */
export async function* exportAuditLog(store: AuditLogStore, { desk, member }: Membership) {
  const nameOf = (uid = '') => (uid === member.uid ? member.name : desk.people?.[uid]?.name)
  for await (const { id: _, deskId: __, byUid, ...entry } of wholeAuditLog(store, desk.id)) {
    const about = isAboutMember(entry) ? nameOf(entry.about) : entry.about
    yield { ...entry, about, by: nameOf(byUid) }
  }
}
