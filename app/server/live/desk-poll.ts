import { othersIn } from '~/domain/live/presence'
import { countIn } from '~/domain/shop/order-lists'
import type { Visit } from '../arrival/visit'
import type { ListeningOwner } from './owner'
import { answerPoll } from './poll'

/** Tickets of a state that are compared; beyond them only the counts show a change. */
const mostLookedAt = 50

/**
 * Counts of open tickets and orders to be sent, tagged by the desk's state.
 */
export async function pollDesk(
  visit: Visit,
  { desk, member, runsShop }: ListeningOwner,
): Promise<void> {
  const { services, now } = visit.context
  const { tickets, orders, presence } = services
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
  const present = around
    .map((each) => [each.number, each.visitor, each.page?.address, ...othersIn(each, member.uid)])
    .filter(([, visitor, page, other]) => visitor !== 'away' || page || other)
    .map((each) => each.join(' '))
    .sort()
  await answerPoll(visit, [counts, stands, present, ordered], () => ({
    open: counts.open,
    ...(ordered && { orders: countIn('to-send', ordered) }),
  }))
}
