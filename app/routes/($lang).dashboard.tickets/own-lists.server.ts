import type { AppLoadContext } from '@remix-run/node'
import type { Membership } from '~/domain/desks/members'
import { isShared } from '~/domain/desks/people'
import { hasUnread } from '~/domain/tickets/reading'
import type { Ticket } from '~/domain/tickets/tickets'
import type { OwnList } from './address'

/** Tickets of such a list: it has no pages. */
const mostListed = 50

/** Tickets that are looked at for each page of a list, to count those with something unread. */
const mostCounted = 20

/** What a member has in tickets that is theirs alone. */
export interface OwnTickets {
  /** In how many tickets whose notes name them something is unread; undefined where none names them. */
  mentions?: number
  /** How many drafts they have. */
  drafts: number
  /** Ids of the tickets with a draft. */
  drafted: ReadonlySet<string>
}

/** Mentions are not asked for where one person answers. */
export async function readOwnTickets(
  { desk, member }: Membership,
  { services }: Pick<AppLoadContext, 'services'>,
): Promise<OwnTickets> {
  const { reader } = member
  const [mentions, drafts] = await Promise.all([
    isShared(desk) ? services.mentions.list(desk.id, reader, mostCounted) : [],
    services.drafts.list(desk.id, reader),
  ])
  const drafted = new Set(drafts.map(({ ticketId }) => ticketId))
  if (mentions.length === 0) return { drafts: drafts.length, drafted }
  const named = await unmergedOf(mentions, services)
  const unread = named.filter((ticket) => hasUnread(ticket, member)).length
  return { mentions: unread, drafts: drafts.length, drafted }
}

/** The newest first, each once. */
export async function readOwnList(
  which: OwnList,
  { desk, member: { reader } }: Membership,
  { services }: Pick<AppLoadContext, 'services'>,
): Promise<Ticket[]> {
  const { mentions, drafts, tickets } = services
  const there =
    which === 'mentions'
      ? await mentions.list(desk.id, reader, mostListed)
      : await drafts.list(desk.id, reader)
  return unmergedOf(there.slice(0, mostListed), { tickets })
}

async function unmergedOf(
  there: readonly { ticketId: string }[],
  { tickets }: Pick<AppLoadContext['services'], 'tickets'>,
): Promise<Ticket[]> {
  const found = await Promise.all(there.map(({ ticketId }) => tickets.findById(ticketId)))
  const unmerged = new Map(found.flatMap((ticket) => (ticket ? [[ticket.id, ticket]] : [])))
  return [...unmerged.values()]
}
