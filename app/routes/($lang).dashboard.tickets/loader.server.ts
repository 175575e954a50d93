import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import type { LedgerLine } from '~/components/shop/ledger'
import { authorOf, ledgerLine, lineAmongStates } from '~/components/shop/ledger-line.server'
import { timetableOf } from '~/domain/desks/desks'
import type { Membership } from '~/domain/desks/members'
import { isShared } from '~/domain/desks/people'
import { isShortOfRoom } from '~/domain/files/attachment-intake'
import { secondsOfNoRoom } from '~/domain/limits/text-room'
import { countsOf } from '~/domain/tickets/counts'
import type { TagCount } from '~/domain/tickets/filters'
import { searchWords, seqFound } from '~/domain/tickets/search'
import { type SnoozeChoice, snoozeChoices } from '~/domain/tickets/snooze-times'
import type { TicketState } from '~/domain/tickets/states'
import type { TicketLine } from '~/domain/tickets/tickets'
import { listWokenFirst } from '~/domain/tickets/woken'
import { chatPath } from '~/http/desks/chat-path.server'
import { ticketCounts } from '~/http/desks/ticket-counts.server'
import { newFormKey } from '~/http/forms/key.server'
import { withoutUndefined } from '~/http/responses/page-data.server'
import { requireDesk } from '~/http/sessions/access.server'
import { translations } from '~/i18n/translation.server'
import { isNarrowed, type ListQuery, ownListIn } from './address'
import { type OwnTickets, readOwnList, readOwnTickets } from './own-lists.server'
import { type FilterChoice, filterChoices, narrowedTo } from './refine.server'
import { type TicketPage, ticketNumber } from './ticket/loader.server'
import {
  assigneeIn,
  assigneesOf,
  filterOf,
  listQuery,
  type WhoseList,
  whoseListsOf,
} from './whose.server'

export interface TicketsPage extends ListPage, TicketPage {}

/** The list beside a ticket. */
export interface ListPage {
  timeZone: string
  /** Only if nobody has ever written and the page is no search. */
  chatAddress?: string
  /** That newcomers are refused for a while because a daily limit is used up. */
  noRoom?: string
  noFileRoom?: string
  query: ListQuery
  /** Absent where one person answers and has no drafts. */
  whose?: WhoseList[]
  whoseLabel?: string
  /** What the key for taking a ticket does; absent where one person answers. */
  takeKey?: string
  assignees?: [uid: string, name: string][]
  filterChoices: FilterChoice[]
  /** What the filter has narrowed the list to, in words; empty for nothing. */
  narrowedTo: string
  /** Moments to snooze several until. */
  snoozes: SnoozeChoice[]
  counts: Record<TicketState, number>
  tags: TagCount[]
  lines: LedgerLine[]
  /** What a list of one's own says while it is empty. */
  nothing?: string
  /** That the search matches words only from their beginning. */
  byBeginning?: string
  /** Absent on the first page. */
  after?: string
  next?: string
  allChosen: boolean
  /** The key of the form for ticked tickets. */
  key: string
}

const ticketsPerPage = 30

export async function loader({ context }: LoaderFunctionArgs): Promise<ListPage> {
  const owner = await requireDesk(context)
  const { desk } = owner
  const { tickets } = context.services
  const params = context.url.searchParams
  const asked = ticketNumber(context.url)
  const shared = isShared(desk)
  const query = listQuery(owner, context)
  const after = params.get('after') ?? undefined
  const reading = readOwnTickets(owner, context)
  const [all, tags, list, noRoomFor, isShort, assigned, own] = await Promise.all([
    ticketCounts(context),
    tickets.tags(desk.id),
    readList(owner, query, reading, after, context),
    secondsOfNoRoom(context.services, desk.id, context.now()),
    isShortOfRoom(context.services, desk.id, context.now()),
    shared ? tickets.countAssigned(desk.id) : undefined,
    reading,
  ])
  const assignee = assigneeIn(query, owner.member)
  const { language } = context
  const { t } = translations(language)
  const isNew =
    asked === null && !isNarrowed(query) && Object.values(all).every((count) => count === 0)
  const ownList = ownListIn(query)
  return withoutUndefined({
    timeZone: desk.timeZone,
    chatAddress: isNew ? await chatPath(desk, context) : undefined,
    noRoom: noRoomFor ? t('history:noRoom', { count: Math.ceil(noRoomFor / 3_600) }) : undefined,
    noFileRoom: isShort ? t('history:noFileRoom') : undefined,
    query,
    whose: whoseListsOf(query, all, assigned, own, owner, language),
    whoseLabel: t('history:whose.choice'),
    nothing: ownList && t(`history:whose.nothing.${ownList}`),
    ...(assigned && {
      takeKey: t('history:whose.key'),
      assignees: assigneesOf(desk, language),
    }),
    counts: assigned && assignee !== undefined ? countsOf(all, assigned, assignee) : all,
    snoozes: snoozeChoices(context.now(), desk.timeZone, timetableOf(desk)),
    tags,
    filterChoices: filterChoices(query, tags, owner, language),
    narrowedTo: narrowedTo(query, owner, language),
    ...list,
    byBeginning:
      query.q && context.services.ticketSearch.level === 'prefix'
        ? t('history:beginnings')
        : undefined,
    after,
    key: newFormKey(),
    allChosen: params.has('chosen'),
  })
}

async function readList(
  own: Membership,
  query: ListQuery,
  reading: Promise<OwnTickets>,
  after: string | undefined,
  context: AppLoadContext,
): Promise<{ lines: LedgerLine[]; next?: string }> {
  const { services, now, language } = context
  const filter = filterOf(query, own, now())
  const ownList = ownListIn(query)
  const among = query.state === 'all' || ownList ? lineAmongStates : ledgerLine
  const lineWith = ({ drafted }: OwnTickets) => {
    return (ticket: TicketLine): LedgerLine => {
      const line = among(ticket, own, now(), language)
      return drafted.has(ticket.id) ? { ...line, draft: true } : line
    }
  }
  if (ownList) {
    const found = await readOwnList(ownList, own, context)
    const line = lineWith(await reading)
    return {
      lines: found.map(({ ticket, said }) => {
        const { words, byUid } = said ?? {}
        if (!words) return line(ticket)
        const by = byUid && authorOf(byUid, own, language)
        return withoutUndefined({ ...line(ticket), words, by })
      }),
    }
  }
  const words = searchWords(query.q)
  if (words.length > 0) {
    const { ticketSearch } = services
    const { found, next } = await ticketSearch.search(
      own.desk.id,
      words,
      filter,
      ticketsPerPage,
      after,
    )
    const line = lineWith(await reading)
    return {
      lines: found.map(({ ticket, snippets }) => {
        return { ...line(ticket), found: snippets[0]?.parts, foundSeq: seqFound({ snippets }) }
      }),
      next,
    }
  }
  const { tickets, next } = await listWokenFirst(
    services.tickets,
    own.member,
    { ...filter, order: query.order },
    ticketsPerPage,
    after,
  )
  return { lines: tickets.map(lineWith(await reading)), next }
}
