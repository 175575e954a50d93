import type { AppLoadContext } from '@remix-run/node'
import type { Membership } from '~/domain/desks/members'
import { excerpt, latestLength } from '~/domain/tickets/messages'
import type { Ticket } from '~/domain/tickets/tickets'
import { unmergedOf, unreadMentions } from '~/http/desks/mentions.server'
import type { OwnList } from './address'

/** Tickets of such a list: it has no pages. */
const mostListed = 50

/** What a member has in tickets that is theirs alone. */
export interface OwnTickets {
  /** In how many tickets whose notes name them something is unread; undefined where none names them. */
  mentions?: number
  /** How many drafts they have. */
  drafts: number
  /** Ids of the tickets with a draft. */
  drafted: ReadonlySet<string>
}

export async function readOwnTickets(
  own: Membership,
  { services }: Pick<AppLoadContext, 'services'>,
): Promise<OwnTickets> {
  const { desk, member } = own
  const [mentions, drafts] = await Promise.all([
    unreadMentions(own, services),
    services.drafts.list(desk.id, member.reader),
  ])
  const drafted = new Set(drafts.map(({ ticketId }) => ticketId))
  return { ...(mentions !== undefined && { mentions }), drafts: drafts.length, drafted }
}

/** The words that put a ticket into such a list. */
export interface OwnWords {
  ticketId: string
  words?: string
  /** Of a note, whose account wrote it. */
  byUid?: string
}

/** The newest first, each ticket once; a merged one of older words is there without them. */
export async function readOwnList(
  which: OwnList,
  { desk, member: { reader } }: Membership,
  { services }: Pick<AppLoadContext, 'services'>,
): Promise<{ ticket: Ticket; said?: OwnWords }[]> {
  const { mentions, drafts, tickets } = services
  const all: OwnWords[] =
    which === 'mentions'
      ? await mentions.list(desk.id, reader, mostListed)
      : (await drafts.list(desk.id, reader)).map(({ ticketId, body }) => {
          return { ticketId, words: excerpt(body, latestLength) }
        })
  const there = all.slice(0, mostListed)
  const found = await unmergedOf(there, { tickets })
  return found.map((ticket) => {
    return { ticket, said: there.find(({ ticketId }) => ticketId === ticket.id) }
  })
}
