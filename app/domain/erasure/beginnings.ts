import { type Retracted, type Retraction, retractMessage } from '../tickets/retracting'
import type { OwnerScope } from '../tickets/scopes'
import { eraseTicket } from './tickets'

type Ports = Parameters<typeof retractMessage>[0] & Parameters<typeof eraseTicket>[0]

/**
 * Takes back the message that began its ticket, and erases the ticket; the result still has its words. A ticket
 * that a crash has left without either is erased at the next press.
 */
export async function retractBeginning(
  ports: Ports,
  scope: OwnerScope & { byUid: string },
  step: Retraction,
  now: Date,
): Promise<Retracted> {
  const there = await ports.tickets.find(scope)
  if (there && there.lastSeq > 1) return { kind: 'refused', ticket: there }
  const retracted = await retractMessage(ports, scope, step, now)
  const isBack = retracted.kind === 'retracted' || retracted.kind === 'again'
  if (isBack) await eraseTicket(ports, scope, now)
  return retracted
}
