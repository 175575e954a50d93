import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { withdrawalIn } from '~/domain/shop/order-history'
import { countIn, type OrderListName, orderListNames, orderSearch } from '~/domain/shop/order-lists'
import { customerName, type Order, shopTimeZone } from '~/domain/shop/orders'
import { listedAs, standingsOf } from '~/domain/shop/standings'
import { withoutUndefined } from '~/http/responses/page-data.server'
import { requireSiteDesk } from '~/http/sessions/access.server'
import { readShopState } from '~/http/shop/opening.server'
import { orderCounts } from '~/http/shop/order-counts.server'
import { formatFullDate, formatSpan } from '~/i18n/formats'
import { formatMoney } from '~/i18n/money'
import { numberIn, type OrdersQuery, readOrdersQuery } from './address'
import { type Period, periods } from './periods'

/** An order as a line of the list, amounts and times in words. */
export interface OrderLine {
  number: number
  name: string
  state: Order['state']
  total: string
  /** When it was ordered, or how long it has been waiting to be sent. */
  since: string
  waitsLong: boolean
  /** Less than a minute ago. */
  justNow: boolean
  standings: ReturnType<typeof standingsOf>
}

/** The list beside an order. */
export interface ListPage {
  /** What was searched for is found only where a word begins with it. */
  byBeginning: boolean
  counts: Record<OrderListName, number>
  lines: OrderLine[]
  next?: number
  periods: Period[]
  /** Whether the shop has ever opened. */
  opened: boolean
}

const ordersPerPage = 30

/** Milliseconds after which the waiting time of an unsent order is emphasised. */
const long = 3 * 86_400_000

export async function loader({ context }: LoaderFunctionArgs): Promise<ListPage> {
  await requireSiteDesk(context)
  const { services, url, language } = context
  const query = readOrdersQuery(url.searchParams)
  const [found, counts, first] = await Promise.all([
    findOrders(query, ordersPerPage, context),
    orderCounts(context),
    services.orders.listBookings(new Date(0), context.now(), 1),
  ])
  return withoutUndefined({
    byBeginning: query.q !== '' && services.orders.searchLevel === 'prefix',
    counts: Object.fromEntries(
      orderListNames.map((name) => [name, countIn(name, counts)]),
    ) as ListPage['counts'],
    lines: found.orders.map((each) => lineOf(each, context)),
    next: found.next,
    periods: periods(context.now(), language, first.bookings[0]?.at),
    opened: countIn('all', counts) > 0 || (await readShopState(context)).kind !== 'closed',
  })
}

/** At most `limit` of the list or search that the address asks for. */
export function findOrders(
  { list, q }: OrdersQuery,
  limit: number,
  { services: { orders }, url }: AppLoadContext,
): Promise<{ orders: Order[]; next?: number }> {
  const after = numberIn(url.searchParams, 'after')
  return q ? orders.search(orderSearch(q), limit, after) : orders.list(list, limit, after)
}

function lineOf(order: Order, { now, language }: AppLoadContext): OrderLine {
  const { number, state, gross, createdAt, updatedAt, paidAt } = order
  const due = order.refunds.find((each) => each.state === 'by-hand')
  const toSend = state === 'paid' ? paidAt : state === 'to-prepare' ? updatedAt : undefined
  const withdrawal = listedAs(order) === 'withdrawn' ? withdrawalIn(order.history) : undefined
  const toDo = toSend ?? due?.at ?? withdrawal?.at
  const waited = toDo && now().getTime() - toDo.getTime()
  return {
    number,
    name: customerName(order),
    state,
    total: formatMoney(gross, language),
    since:
      waited === undefined
        ? formatFullDate(createdAt, language, shopTimeZone)
        : formatSpan(roughly(waited), language),
    justNow: toSend !== undefined && waited !== undefined && waited < 60_000,
    waitsLong: waited !== undefined && waited >= long,
    standings: standingsOf(order),
  }
}

/** In whole days, or in hours below one day. */
function roughly(waited: number): number {
  const unit = [86_400_000, 3_600_000].find((each) => waited >= each) ?? 60_000
  return Math.floor(waited / unit) * unit
}
