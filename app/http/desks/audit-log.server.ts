import { isDeepStrictEqual } from 'node:util'
import type { AppLoadContext } from '@remix-run/node'
import type { AuditEvent, AuditLogEntry } from '~/domain/desks/audit-log'
import { bestEffort } from '~/domain/stores'
import { newId } from '~/domain/text/ids'

interface By {
  desk: { id: string }
  member: { uid: string }
  context: AppLoadContext
}

type Details = Pick<AuditLogEntry, 'about' | 'priceBefore' | 'priceAfter'>

/** Writes into the audit log what has just been done. It never fails what was done. */
export async function logEvent(
  { desk, member, context }: By,
  event: AuditEvent,
  details: Details = {},
): Promise<void> {
  const { services, now, report } = context
  const at = now()
  const entry = { id: newId(at), deskId: desk.id, at, byUid: member.uid, event, ...details }
  await bestEffort(services.auditLog.add(entry), report)
}

/** As `logEvent`, where something that stores hold as JSON is other than it was. */
export async function logChange(
  by: By,
  event: AuditEvent,
  values: readonly [before: unknown, after: unknown],
  details?: Details,
): Promise<void> {
  // Without fields that are undefined, which are lost in stores.
  const [before, after] = JSON.parse(JSON.stringify(values)) as [unknown, unknown]
  if (!isDeepStrictEqual(before, after)) await logEvent(by, event, details)
}
