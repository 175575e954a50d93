import { bestEffort } from '~/domain/stores'
import { noteVisitor } from '~/domain/tickets/auto-release'
import type { Ticket } from '~/domain/tickets/tickets'
import type { Visit } from '../arrival/visit'
import { logError } from '../arrival/visit-log'

export function noteVisitorHere(visit: Visit, ticket: Ticket, subnet: string): Promise<void> {
  const { services, now } = visit.context
  return bestEffort(noteVisitor(services, ticket, subnet, now()), (error) => logError(visit, error))
}
