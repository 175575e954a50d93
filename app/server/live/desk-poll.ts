import { attend } from '~/domain/live/presence'
import { bestEffort } from '~/domain/stores'
import type { Visit } from '../arrival/visit'
import { logError } from '../arrival/visit-log'
import type { ListeningOwner } from './owner'
import { answerPoll } from './poll'

/** As many tickets of a state as are looked at; beyond them a change is noticed by the counts alone. */
const mostLookedAt = 50

/** How many tickets are open and orders to be sent, tagged by how the desk stands. Asking counts as being at it unless idle. */
export async function pollDesk(
  visit: Visit,
  { desk, idle, runsShop }: ListeningOwner,
): Promise<void> {
  const { services, now } = visit.context
  const { tickets, orders, presence } = services
  if (!idle) await bestEffort(attend(services, desk, now()), (error) => logError(visit, error))
  const [counts, open, waiting, around, ordered] = await Promise.all([
    tickets.count(desk.id),
    tickets.list(desk.id, { state: 'open' }, mostLookedAt),
    tickets.list(desk.id, { state: 'waiting' }, mostLookedAt),
    presence.around(desk.id, now()),
    runsShop ? orders.count() : undefined,
  ])
  const stands = [...open.tickets, ...waiting.tickets].map(
    ({ number, lastSeq, visitorSeenSeq, updatedAt }) => [
      number,
      lastSeq,
      visitorSeenSeq,
      updatedAt,
    ],
  )
  const visitors = around.map(({ number, visitor }) => `${number} ${visitor}`).sort()
  await answerPoll(visit, [counts, stands, visitors, ordered], () => ({
    open: counts.open,
    ...(ordered && { orders: ordered.paid }),
  }))
}
