import type { AppLoadContext } from '@remix-run/node'
import { type LedgerLine, ledgerLine } from '~/components/ledger'
import { markSeen } from '~/domain/conversations'
import type { Desk } from '~/domain/desks'
import { newId } from '~/domain/ids'
import type { Message } from '~/domain/messages'
import type { Session } from '~/domain/sessions'
import { outcome, type TicketEvent, type TicketState, ticketStates } from '~/domain/ticket-states'
import { messagesPerPage, type Ticket } from '~/domain/tickets'
import { type FilledReply, readFilledReplies } from './saved-replies.server'

export interface TicketsPage {
  now: Date
  timeZone: string
  state: TicketState
  counts: Record<TicketState, number>
  lines: LedgerLine[]
  /** Where the next page of the list begins. */
  next?: string
  /** The number in the address, whether or not there is such a ticket. */
  asked: number | null
  ticket: TicketThread | null
}

export interface TicketThread {
  number: number
  state: TicketState
  visitorName: string
  visitorEmail: string
  locale: Ticket['locale']
  followUp: boolean
  seenSeq: number
  earlier: boolean
  messages: Pick<Message, 'seq' | 'author' | 'kind' | 'body' | 'locale' | 'createdAt'>[]
  /** The keys of the owner's messages: what was sent under one of them has arrived. */
  arrived: string[]
  /** The key of the next message. */
  key: string
  /** What the state table allows now. */
  moves: MoveEvent[]
  canReply: boolean
  saved: FilledReply[]
}

export const moveEvents = ['solve', 'close', 'reopen', 'release'] as const

export type MoveEvent = (typeof moveEvents)[number] & TicketEvent

const ticketsPerPage = 30

/** More than any conversation between people has; what is beyond stays in the store. */
const longestThread = 10_000

/** Reads the address: `state` and `after` choose the list, `ticket` the thread beside it. */
export async function readTicketsPage(
  { desk, session }: { desk: Desk; session: Session },
  url: URL,
  context: AppLoadContext,
): Promise<TicketsPage> {
  const { tickets } = context.services
  const query = url.searchParams
  const asked = ticketNumber(url)
  const ticket =
    asked === null ? null : await readThread(desk, session, asked, query.has('all'), context)
  const state = readState(query.get('state')) ?? 'open'
  const [counts, list] = await Promise.all([
    tickets.count(desk.id),
    tickets.list(desk.id, state, ticketsPerPage, query.get('after') ?? undefined),
  ])
  return {
    now: context.now(),
    timeZone: desk.timeZone,
    state,
    counts,
    lines: list.tickets.map(ledgerLine),
    next: list.next,
    asked,
    ticket,
  }
}

/** The number of the ticket in the address; null where there is none or it is no number. */
export function ticketNumber(url: URL): number | null {
  const text = url.searchParams.get('ticket')
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

function readState(text: string | null): TicketState | undefined {
  return ticketStates.find((state) => state === text)
}

async function readThread(
  desk: Desk,
  { user }: Session,
  number: number,
  all: boolean,
  { services, now }: AppLoadContext,
): Promise<TicketThread | null> {
  const scope = { deskId: desk.id, number }
  const ticket = await services.tickets.find(scope)
  if (!ticket) return null
  const after = all ? 0 : Math.max(0, ticket.lastSeq - messagesPerPage)
  const limit = all ? longestThread : messagesPerPage
  const messages = await services.tickets.messages(scope, after, limit)
  await markSeen(services, scope, 'owner', ticket)
  return {
    number,
    state: ticket.state,
    visitorName: ticket.visitorName,
    visitorEmail: ticket.visitorEmail,
    locale: ticket.locale,
    followUp: ticket.followUpOf !== undefined,
    seenSeq: ticket.visitorSeenSeq,
    earlier: after > 0,
    messages: messages.map(({ seq, author, kind, body, locale, createdAt }) => {
      return { seq, author, kind, body, locale, createdAt }
    }),
    arrived: messages.filter(({ author }) => author === 'owner').map(({ clientKey }) => clientKey),
    key: newId(now()),
    moves: moveEvents.filter((event) => outcome(ticket.state, event)),
    canReply: outcome(ticket.state, 'owner-replies') !== undefined,
    saved: await readFilledReplies(services.savedReplies, desk, ticket, user.displayName),
  }
}
