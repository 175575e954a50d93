import type { AppLoadContext } from '@remix-run/node'
import type { AuditEvent, AuditLogEntry } from '~/domain/desks/audit-log'
import { bestEffort } from '~/domain/stores'
import { newId } from '~/domain/text/ids'

interface By {
  desk: { id: string }
  member: { uid: string }
}

type Details = Pick<AuditLogEntry, 'about' | 'priceBefore' | 'priceAfter'>

/** Writes into the audit log what has just been done. It never fails what was done. */
export async function logEvent(
  { desk, member, context }: By & { context: AppLoadContext },
  event: AuditEvent,
  details: Details = {},
): Promise<void> {
  const { services, now, report } = context
  const at = now()
  const entry = { id: newId(at), deskId: desk.id, at, byUid: member.uid, event, ...details }
  await bestEffort(services.auditLog.add(entry), report)
}
