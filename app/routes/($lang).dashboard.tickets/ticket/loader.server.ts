import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { memberName } from '~/components/tickets/byline.server'
import { withoutUndefined } from '~/http/responses/page-data.server'
import { type OwnDesk, requireDesk } from '~/http/sessions/access.server'
import { translations } from '~/i18n/translation.server'
import { usualState } from '../address'
import { listQuery } from '../whose.server'
import { readThread, type TicketThread } from './thread-page.server'

/** A ticket beside its list, or none. */
export interface TicketPage {
  now: Date
  /** Parts of the page's title, the narrowest first. */
  title: string[]
  /** On a sheet for printing. */
  deskName?: string
  /** The number in the address, whether or not such a ticket exists. */
  asked: number | null
  ticket: TicketThread | null
  /** What was below it in the list before it was answered. */
  below?: number
  /** A sheet for printing, with or without notes. */
  print: { notes: boolean } | null
}

export async function loader({ context }: LoaderFunctionArgs) {
  const owner = await requireDesk(context)
  const { searchParams } = context.url
  const asked = ticketNumber(context.url)
  const print = searchParams.has('print') ? { notes: searchParams.has('notes') } : null
  const ticket = asked === null ? null : await readThread(owner, asked, context)
  const page: TicketPage = {
    now: context.now(),
    title: ticket ? [titleOf(ticket, context)] : titleOfList(owner, context),
    deskName: print ? owner.desk.name : undefined,
    asked,
    ticket,
    below: ticketNumber(context.url, 'below') ?? undefined,
    print,
  }
  return data(withoutUndefined(page), { status: asked !== null && !ticket ? 404 : 200 })
}

type InLanguage = Pick<LoaderFunctionArgs['context'], 'language'>

function titleOf({ number, visitorName, visitorEmail }: TicketThread, { language }: InLanguage) {
  const { t } = translations(language)
  return `${number} · ${visitorName || visitorEmail || t('ledger:visitor')}`
}

function titleOfList(owner: OwnDesk, context: LoaderFunctionArgs['context']): string[] {
  const { language } = context
  const { t } = translations(language)
  const query = listQuery(owner, context)
  const { q, tag, priority, channel, changed, whose, assignee, state } = query
  const parts = [
    q,
    tag,
    priority && t(`ledger:priorityIs.${priority}`),
    channel && t(`history:filter.channels.${channel}`),
    changed && t(`history:filter.changedIn.${changed}`),
    whose && t(`history:whose.${whose}`),
    assignee && memberName(owner.desk, assignee, language),
    state !== usualState(query) && t(`tickets:state.${state}`),
  ]
  return parts.flatMap((part) => part || [])
}

/** Null for none or an invalid one. */
export function ticketNumber(url: URL, name = 'ticket'): number | null {
  const text = url.searchParams.get(name)
  return text !== null && isTicketNumber(text) ? Number(text) : null
}

export function isTicketNumber(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text)
}
