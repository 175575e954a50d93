import type { LoaderFunctionArgs } from '@remix-run/node'
import { type Booking, bookingPeriod } from '~/domain/shop/bookings'
import type { OrderStore } from '~/domain/shop/order-store'
import { invoiceName, shopTimeZone } from '~/domain/shop/orders'
import type { Language } from '~/domain/text/languages'
import { downloadTable } from '~/http/responses/csv.server'
import { requireSiteManager } from '~/http/sessions/access.server'
import type { CsvCell } from '~/i18n/csv'
import { formatRate } from '~/i18n/money'
import { translations } from '~/i18n/translation.server'

const pieceSize = 200

/**
 * What was paid and refunded in a month or year, for the bookkeeper: a line each, with net and VAT of
 * each rate; what goes back is negative. DATEV reads the German one.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const reader = await requireSiteManager(context)
  const { desk } = reader
  const { services, url, language } = context
  const key = url.searchParams.get('period') ?? ''
  const period = bookingPeriod(key)
  if (!period) throw new Response(null, { status: 404 })
  return downloadTable(context, {
    holder: `bookings of ${desk.id}`,
    reader,
    name: `orders-${key}`,
    timeZone: shopTimeZone,
    rows: () => table(services.orders, period, language),
  })
}

/** Its columns depend on the rates that occur, so that it is read twice. */
async function* table(
  orders: OrderStore,
  period: [Date, Date],
  language: Language,
): AsyncGenerator<readonly CsvCell[]> {
  const { t } = translations(language)
  const found = new Set<number>()
  for await (const { vat } of bookingsIn(orders, period))
    for (const { rate } of vat) found.add(rate)
  const rates = [...found].sort((one, other) => other - one)
  const columns = rates.flatMap((rate) => {
    const values = { rate: formatRate(rate, language).replace('\u00a0', ' ') }
    return [t('export:bookings.net', values), t('export:bookings.vat', values)]
  })
  const first = ['date', 'number', 'invoice', 'state', 'payment', 'country'] as const
  const last = ['gross', 'currency'] as const
  const name = (column: (typeof first)[number] | (typeof last)[number]) =>
    t(`export:bookings.${column}`)
  yield [...first.map(name), ...columns, ...last.map(name)]
  for await (const { at, kind, number, ...booking } of bookingsIn(orders, period)) {
    const sign = kind === 'refund' ? -1 : 1
    const amounts = rates.flatMap((rate) => {
      const { net = 0, vat = 0 } = booking.vat.find((share) => share.rate === rate) ?? {}
      return [{ cents: sign * net }, { cents: sign * vat }]
    })
    yield [
      { day: at },
      number,
      invoiceName(booking.invoiceNumber),
      t(kind === 'refund' ? 'export:bookings.refunded' : 'export:bookings.paid'),
      t(`export:payments.${booking.payment}`),
      booking.country,
      ...amounts,
      { cents: sign * booking.gross },
      'EUR',
    ]
  }
}

async function* bookingsIn(orders: OrderStore, [from, to]: [Date, Date]): AsyncGenerator<Booking> {
  let after: string | undefined
  do {
    const { bookings, next } = await orders.listBookings(from, to, pieceSize, after)
    yield* bookings
    after = next
  } while (after)
}
