import type { TFunction } from 'i18next'
import type { Sentence } from '~/components/site/foreign-words'
import type { VatShare } from '~/domain/shop/money'
import type { Order, OrderLine, Pickup } from '~/domain/shop/orders'
import { afterRefunds, type Refund } from '~/domain/shop/refunds'
import type { Language } from '~/domain/text/languages'
import { formatDay } from '~/i18n/formats'
import { formatMoney, formatRate } from '~/i18n/money'

export interface BillRow {
  kind: 'line' | 'sum' | 'total' | 'vat'
  label: Sentence
  details: Sentence[]
  /** Empty where there are only details. */
  amount: string
}

export type Bill = Pick<Order, 'lines' | 'goods' | 'gross' | 'vat' | 'smallBusiness'> & {
  /** Undefined until the destination is known. */
  shipping?: number
  pickup?: Pick<Pickup, 'day'>
}

export function billOf(order: Order): Bill {
  const { lines, goods, shipping, gross, vat, smallBusiness, pickup } = order
  return { lines, goods, shipping, gross, vat, smallBusiness, pickup }
}

/** From the first line to the VAT; for pages and e-mails alike. */
export function billRows(bill: Bill, t: TFunction, language: Language): BillRow[] {
  const money = (amount: number) => formatMoney(amount, language)
  const sent = bill.lines.some(({ shipped }) => shipped)
  return [
    ...bill.lines.map((line) => ({
      kind: 'line' as const,
      label: titleOf(line, line.quantity, language),
      details: [
        ...(line.quantity > 1 ? [{ sentence: t('order:each', { price: money(line.price) }) }] : []),
        ...detailsOf(line, bill, t, language),
      ],
      amount: money(line.gross),
    })),
    ...(sent && bill.shipping !== undefined
      ? [
          row('sum', t('order:goods'), money(bill.goods)),
          {
            kind: 'sum' as const,
            label: { sentence: t(bill.pickup ? 'order:pickup' : 'order:shipping') },
            // The times stand with the place.
            details: bill.pickup?.day
              ? [{ sentence: formatDay(new Date(bill.pickup.day), language, 'UTC') }]
              : [],
            amount: bill.shipping === 0 ? t('order:noCharge') : money(bill.shipping),
          },
        ]
      : []),
    row('total', t('order:total'), money(bill.gross)),
    ...vatRows(bill.vat, t, language),
    ...(bill.smallBusiness ? [row('vat', t('order:noVat'), '')] : []),
  ]
}

/** As the invoice that it corrects has it. */
export type Correction = Pick<Refund, 'pieces' | 'shipping' | 'amount' | 'vat'>

export function refundRows(
  { lines }: Pick<Order, 'lines'>,
  { pieces, shipping, amount, vat }: Correction,
  t: TFunction,
  language: Language,
): BillRow[] {
  const money = (amount: number) => formatMoney(amount, language)
  const back = lines.flatMap((line): BillRow[] => {
    const { productId, price } = line
    const quantity = Object.hasOwn(pieces, productId) ? pieces[productId] : 0
    if (!quantity) return []
    const label = {
      ...titleOf(line, 1, language),
      sentence: `${quantity} × ${line.title[language]}`,
    }
    return [{ kind: 'line', label, details: [], amount: money(price * quantity) }]
  })
  return [
    ...back,
    ...(shipping > 0 ? [row('sum', t('order:shipping'), money(shipping))] : []),
    row('total', t('order:goesBack'), money(amount)),
    ...vatRows(vat, t, language),
  ]
}

/** The total before these corrections and after them. */
export function correctedRows(
  bill: Pick<Order, 'gross'> & { vat: readonly VatShare[] },
  corrections: readonly Correction[],
  t: TFunction,
  language: Language,
): BillRow[] {
  const { gross, vat } = afterRefunds(bill, corrections)
  const money = (amount: number) => formatMoney(amount, language)
  return [
    row('sum', t('order:totalBefore'), money(bill.gross)),
    row('sum', t('order:correctedBy'), `−${money(bill.gross - gross)}`),
    row('total', t('order:totalAfter'), money(gross)),
    ...vatRows(vat, t, language),
  ]
}

function vatRows(vat: readonly VatShare[], t: TFunction, language: Language): BillRow[] {
  const money = (amount: number) => formatMoney(amount, language)
  return vat.map(({ rate, net, vat: amount }) =>
    row(
      'vat',
      t('order:vat', { rate: formatRate(rate, language), net: money(net) }),
      money(amount),
    ),
  )
}

function row(kind: BillRow['kind'], label: string, amount: string): BillRow {
  return { kind, label: { sentence: label }, details: [], amount }
}

export function detailsOf(
  line: OrderLine,
  { pickup }: Pick<Bill, 'pickup'>,
  t: TFunction,
  language: Language,
): Sentence[] {
  const { interval, lent } = line
  const summary = line.summary?.[language]
  const time = line.deliveryTime[language]
  return [
    ...(summary
      ? [{ sentence: summary, words: summary, language: lent?.summary?.[language] }]
      : []),
    ...(interval
      ? [{ sentence: t(interval === 'month' ? 'order:forMonth' : 'order:forYear') }]
      : []),
    ...(pickup && line.shipped
      ? []
      : [
          {
            sentence: t('order:delivery', { time }),
            words: time,
            language: lent?.deliveryTime?.[language],
          },
        ]),
  ]
}

/** What a line is, with how many where there are several. */
function titleOf({ title, lent }: OrderLine, quantity: number, language: Language): Sentence {
  const words = title[language]
  const sentence = quantity > 1 ? `${quantity} × ${words}` : words
  return { sentence, words, language: lent?.title?.[language] }
}
