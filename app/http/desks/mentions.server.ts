import type { AppLoadContext } from '@remix-run/node'
import type { Membership } from '~/domain/desks/members'
import { isShared } from '~/domain/desks/people'
import { hasUnread } from '~/domain/tickets/reading'
import type { Ticket } from '~/domain/tickets/tickets'

type Services = Pick<AppLoadContext['services'], 'mentions' | 'tickets'>

/** Tickets that are looked at for each page of a list, to count those with something unread. */
const mostCounted = 20

/**
 * In how many tickets whose notes name the member something is unread; undefined where none names them. Not
 * asked for where one person answers.
 */
export async function unreadMentions(
  { desk, member }: Membership,
  services: Services,
): Promise<number | undefined> {
  if (!isShared(desk)) return undefined
  const mentions = await services.mentions.list(desk.id, member.reader, mostCounted)
  if (mentions.length === 0) return undefined
  const named = await unmergedOf(mentions, services)
  return named.filter((ticket) => hasUnread(ticket, member)).length
}

/** The tickets that these are about, merged ones as what they were merged into, each once. */
export async function unmergedOf(
  there: readonly { ticketId: string }[],
  { tickets }: Pick<Services, 'tickets'>,
): Promise<Ticket[]> {
  const found = await Promise.all(there.map(({ ticketId }) => tickets.findById(ticketId)))
  const unmerged = new Map(found.flatMap((ticket) => (ticket ? [[ticket.id, ticket]] : [])))
  return [...unmerged.values()]
}
