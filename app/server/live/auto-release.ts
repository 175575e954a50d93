import { bestEffort } from '~/domain/stores'
import { noteVisitor } from '~/domain/tickets/auto-release'
import type { Ticket } from '~/domain/tickets/tickets'
import { subnetOf } from '~/http/limits/networks'
import { clientAddress } from '../arrival/load-context'
import type { Visit } from '../arrival/visit'
import { logError } from '../arrival/visit-log'

export function noteVisitorHere(visit: Visit, ticket: Ticket): Promise<void> {
  const { request, context } = visit
  const { services, config, now } = context
  const remote = request.socket.remoteAddress ?? ''
  const address = clientAddress(request.headers, remote, config.trustProxy)
  const noted = noteVisitor(services, ticket, subnetOf(address), now())
  return bestEffort(noted, (error) => logError(visit, error))
}
