import type { LoaderFunctionArgs } from '@remix-run/node'
import { type Booking, bookingPeriod } from '~/domain/shop/bookings'
import type { OrderStore } from '~/domain/shop/order-store'
import { invoiceName, shopTimeZone } from '~/domain/shop/orders'
import { csvBegin, csvLine } from '~/domain/text/csv'
import type { Language } from '~/domain/text/languages'
import { download } from '~/http/responses/download.server'
import { inTurns } from '~/http/responses/turns.server'
import { requireSiteDesk } from '~/http/sessions/access.server'
import { dayKey, formatNumericDay, hasDecimalComma } from '~/i18n/formats'
import { formatRate } from '~/i18n/money'
import { translations } from '~/i18n/translation.server'

const pieceSize = 200

/**
 * What was paid and refunded in a month or year, for the bookkeeper: a line each, with net and VAT of
 * each rate; what goes back is negative. In a language with a decimal comma, with semicolons and dates
 * as its spreadsheets (in German, DATEV too) read them.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireSiteDesk(context)
  const { services, url, language } = context
  const key = url.searchParams.get('period') ?? ''
  const period = bookingPeriod(key)
  if (!period) throw new Response(null, { status: 404 })
  return download(context, {
    holder: `bookings of ${desk.id}`,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="orders-${key}.csv"`,
    },
    body: () => inTurns(table(services.orders, period, language)),
  })
}

/** Its columns depend on the rates that occur, so that it is read twice. */
async function* table(orders: OrderStore, period: [Date, Date], language: Language) {
  const { t } = translations(language)
  const separator = hasDecimalComma(language) ? ';' : ','
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
  yield csvBegin + csvLine([...first.map(name), ...columns, ...last.map(name)], separator)
  for await (const { at, kind, number, ...booking } of bookingsIn(orders, period)) {
    const sign = kind === 'refund' ? -1 : 1
    const amounts = rates.flatMap((rate) => {
      const { net = 0, vat = 0 } = booking.vat.find((share) => share.rate === rate) ?? {}
      return [{ cents: sign * net }, { cents: sign * vat }]
    })
    yield csvLine(
      [
        dayIn(at, language),
        number,
        invoiceName(booking.invoiceNumber),
        t(kind === 'refund' ? 'export:bookings.refunded' : 'export:bookings.paid'),
        t(`export:payments.${booking.payment}`),
        booking.country,
        ...amounts,
        { cents: sign * booking.gross },
        'EUR',
      ],
      separator,
    )
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

/** "2026-11-21", in German "21.11.2026", by the shop's clock. */
function dayIn(at: Date, language: Language): string {
  return hasDecimalComma(language)
    ? formatNumericDay(at, language, shopTimeZone)
    : dayKey(at, shopTimeZone)
}
