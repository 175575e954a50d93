import { noteVisitor } from '~/domain/staying'
import type { Ticket } from '~/domain/tickets'
import { neighbourhoodOf } from '~/http/networks'
import { clientAddress } from '../load-context'
import type { Visit } from '../visit'

/** Notes that a ticket's visitor is still on its page. */
export function noteStaying({ request, context }: Visit, ticket: Ticket): Promise<void> {
  const { services, config, now } = context
  const remote = request.socket.remoteAddress ?? ''
  const address = clientAddress(request.headers, remote, config.trustProxy)
  return noteVisitor(services, ticket, neighbourhoodOf(address), now())
}
