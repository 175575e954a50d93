import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import { countIn, type OrderListName, orderListNames, orderSearch } from '~/domain/shop/order-lists'
import { customerName, type Order, shopTimeZone } from '~/domain/shop/orders'
import { type Language, languages } from '~/domain/text/languages'
import { withoutUndefined } from '~/http/responses/page-data.server'
import { type OwnDesk, requireSiteDesk } from '~/http/sessions/access.server'
import { readShopState } from '~/http/shop/opening.server'
import { orderCounts } from '~/http/shop/order-counts.server'
import { formatFullDate, formatSpan } from '~/i18n/formats'
import { formatMoney } from '~/i18n/money'
import { numberIn, type OrdersQuery, type PrintKind, printKinds, readOrdersQuery } from './address'
import { readOrder, type ShownOrder } from './order.server'
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
}

export interface OrdersPage {
  query: OrdersQuery
  /** What was searched for is found only where a word begins with it. */
  byBeginning: boolean
  counts: Record<OrderListName, number>
  lines: OrderLine[]
  next?: number
  asked?: number
  order?: ShownOrder
  print?: PrintKind
  /** The language of the page that led to the sheet, if it is another. */
  from?: Language
  periods: Period[]
  /** Whether the shop has ever opened. */
  opened: boolean
}

const ordersPerPage = 30

/** Milliseconds after which the waiting time of an unsent order is emphasised. */
const long = 3 * 86_400_000

export async function loader({ context }: LoaderFunctionArgs) {
  const page = await readOrdersPage(await requireSiteDesk(context), context)
  return data(page, { status: page.asked !== undefined && !page.order ? 404 : 200 })
}

async function readOrdersPage(own: OwnDesk, context: AppLoadContext): Promise<OrdersPage> {
  const { services, url, language } = context
  const params = url.searchParams
  const query = readOrdersQuery(params)
  const asked = numberIn(params, 'order')
  const { orders } = services
  const [found, counts, chosen] = await Promise.all([
    query.q
      ? orders.search(orderSearch(query.q), ordersPerPage, numberIn(params, 'after'))
      : orders.list(query.list, ordersPerPage, numberIn(params, 'after')),
    orderCounts(context),
    asked === undefined ? undefined : orders.find({ number: asked }),
  ])
  const order = asked === undefined ? found.orders[0] : chosen
  const print = printKinds.find((kind) => kind === params.get('print'))
  return withoutUndefined({
    query,
    byBeginning: query.q !== '' && orders.searchLevel === 'prefix',
    counts: Object.fromEntries(
      orderListNames.map((name) => [name, countIn(name, counts)]),
    ) as OrdersPage['counts'],
    lines: found.orders.map((each) => lineOf(each, context)),
    next: found.next,
    asked,
    order: order && (await readOrder(order, print !== undefined, own, context)),
    print,
    from: languages.find((each) => each === params.get('from')),
    periods: periods(context.now(), language),
    opened: countIn('all', counts) > 0 || (await readShopState(context)).kind !== 'closed',
  })
}

function lineOf(order: Order, { now, language }: AppLoadContext): OrderLine {
  const { number, state, gross, createdAt, updatedAt, paidAt } = order
  const toDo = state === 'paid' ? paidAt : state === 'to-prepare' ? updatedAt : undefined
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
    justNow: waited !== undefined && waited < 60_000,
    waitsLong: waited !== undefined && waited >= long,
  }
}

/** In whole days, or in hours below one day. */
function roughly(waited: number): number {
  const unit = [86_400_000, 3_600_000].find((each) => waited >= each) ?? 60_000
  return Math.floor(waited / unit) * unit
}
