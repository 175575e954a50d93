import type { AppLoadContext } from '@remix-run/node'
import type { Membership } from '~/domain/desks/members'
import { isShared } from '~/domain/desks/people'
import type { Ticket } from '~/domain/tickets/tickets'
import type { OwnList } from './address'

/** Tickets of such a list: it has no pages. */
const mostListed = 50

/** What a member has in tickets that is theirs alone. */
export interface OwnTickets {
  /** Whether any note names them. */
  mentions: boolean
  /** How many drafts they have. */
  drafts: number
  /** Ids of the tickets with a draft. */
  drafted: ReadonlySet<string>
}

/** Mentions are not asked for where one person answers. */
export async function readOwnTickets(
  { desk, member: { reader } }: Membership,
  { services }: Pick<AppLoadContext, 'services'>,
): Promise<OwnTickets> {
  const [mentions, drafts] = await Promise.all([
    isShared(desk) ? services.mentions.list(desk.id, reader, 1) : [],
    services.drafts.list(desk.id, reader),
  ])
  const drafted = new Set(drafts.map(({ ticketId }) => ticketId))
  return { mentions: mentions.length > 0, drafts: drafts.length, drafted }
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
  const ids = there.slice(0, mostListed).map(({ ticketId }) => ticketId)
  const found = await Promise.all(ids.map((id) => tickets.findById(id)))
  const unmerged = new Map(found.flatMap((ticket) => (ticket ? [[ticket.id, ticket]] : [])))
  return [...unmerged.values()]
}
