import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type Language, languages } from '~/domain/text/languages'
import { withoutUndefined } from '~/http/responses/page-data.server'
import { requireSiteDesk } from '~/http/sessions/access.server'
import {
  numberIn,
  type OrdersQuery,
  type PrintKind,
  printKinds,
  readOrdersQuery,
} from '../($lang).dashboard.orders/address'
import { findOrders, type ListPage } from '../($lang).dashboard.orders/loader.server'
import { readOrder, type ShownOrder } from './order.server'

export interface OrdersPage extends ListPage, OrderPage {}

/** An order beside its list, or none. */
export interface OrderPage {
  query: OrdersQuery
  /** The number in the address, whether or not such an order exists. */
  asked?: number
  /** The one asked for, else the first of the list. */
  order?: ShownOrder
  print?: PrintKind
  /** The language of the page that led to the sheet, if it is another. */
  from?: Language
}

export async function loader({ context }: LoaderFunctionArgs) {
  const own = await requireSiteDesk(context)
  const { searchParams } = context.url
  const query = readOrdersQuery(searchParams)
  const asked = numberIn(searchParams, 'order')
  const order =
    asked === undefined
      ? (await findOrders(query, 1, context)).orders[0]
      : await context.services.orders.find({ number: asked })
  const print = printKinds.find((kind) => kind === searchParams.get('print'))
  const page: OrderPage = withoutUndefined({
    query,
    asked,
    order: order && (await readOrder(order, print !== undefined, own, context)),
    print,
    from: languages.find((each) => each === searchParams.get('from')),
  })
  return data(page, { status: asked !== undefined && !order ? 404 : 200 })
}
