import type { TFunction } from 'i18next'
import type { VatShare } from '~/domain/shop/money'
import type { Order, OrderLine, Pickup } from '~/domain/shop/orders'
import type { Refund } from '~/domain/shop/refunds'
import type { Language } from '~/domain/text/languages'
import { formatMoney, formatRate } from '~/i18n/money'
import { pickupText } from './pickup'

export interface BillRow {
  kind: 'line' | 'sum' | 'total' | 'vat'
  label: string
  details: string[]
  /** Empty where there are only details. */
  amount: string
}

export type Bill = Pick<Order, 'lines' | 'goods' | 'gross' | 'vat' | 'smallBusiness'> & {
  /** Undefined until the destination is known. */
  shipping?: number
  pickup?: Pick<Pickup, 'day' | 'when'>
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
      label:
        line.quantity > 1 ? `${line.quantity} × ${line.title[language]}` : line.title[language],
      details: [
        ...(line.quantity > 1 ? [t('order:each', { price: money(line.price) })] : []),
        ...detailsOf(line, bill, t, language),
      ],
      amount: money(line.gross),
    })),
    ...(sent && bill.shipping !== undefined
      ? [
          row('sum', t('order:goods'), money(bill.goods)),
          {
            kind: 'sum' as const,
            label: t(bill.pickup ? 'order:pickup' : 'order:shipping'),
            details: bill.pickup ? [pickupText(bill.pickup, language)] : [],
            amount: bill.shipping === 0 ? t('order:noCharge') : money(bill.shipping),
          },
        ]
      : []),
    row('total', t('order:total'), money(bill.gross)),
    ...vatRows(bill.vat, t, language),
    ...(bill.smallBusiness ? [row('vat', t('order:noVat'), '')] : []),
  ]
}

export function refundRows(
  { lines }: Pick<Order, 'lines'>,
  { pieces, shipping, amount, vat }: Refund,
  t: TFunction,
  language: Language,
): BillRow[] {
  const money = (amount: number) => formatMoney(amount, language)
  const back = lines.flatMap(({ productId, title, price }) => {
    const quantity = Object.hasOwn(pieces, productId) ? pieces[productId] : 0
    if (!quantity) return []
    return row('line', `${quantity} × ${title[language]}`, money(price * quantity))
  })
  return [
    ...back,
    ...(shipping > 0 ? [row('sum', t('order:shipping'), money(shipping))] : []),
    row('total', t('order:goesBack'), money(amount)),
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
  return { kind, label, details: [], amount }
}

export function detailsOf(
  line: OrderLine,
  { pickup }: Pick<Bill, 'pickup'>,
  t: TFunction,
  language: Language,
): string[] {
  return [
    line.summary?.[language],
    line.interval === 'month' && t('order:forMonth'),
    line.interval === 'year' && t('order:forYear'),
    !(pickup && line.shipped) && t('order:delivery', { time: line.deliveryTime[language] }),
  ].filter((each): each is string => typeof each === 'string')
}
