import type { TFunction } from 'i18next'
import { billRows } from '~/components/shop/bill'
import { pickupText } from '~/components/shop/pickup'
import { transferRows } from '~/components/shop/transfer-rows'
import { isUnpaid } from '~/domain/shop/order-payment'
import { type Address, type Order, shopTimeZone } from '~/domain/shop/orders'
import type { Language } from '~/domain/text/languages'
import { countryName } from '~/i18n/countries'
import { formatMoney } from '~/i18n/money'
import { formatDateTime, formatDay } from './dates'
import type { Desktop } from './draft'
import type { Part } from './parts'

export function bill(order: Order, t: TFunction): Part {
  return { kind: 'bill', rows: billRows(order, t, order.language) }
}

/** `ready`: it can be picked up from now on. */
export function whereTo(
  { address, pickup, language }: Order,
  { legal }: Desktop,
  t: TFunction,
  { ready = false } = {},
): Part[] {
  if (pickup) {
    const place = addressLines(legal.company, language)
    const when = pickupText(pickup, language, t, ready)
    return [paragraph(`${t('mails:order.pickupAt')}\n${place}\n\n${when}`)]
  }
  if (!address) return []
  return [paragraph(`${t('mails:order.sentTo')}\n${addressLines(address, language)}`)]
}

export function payment(order: Order, desktop: Desktop, t: TFunction): Part[] {
  const { language, payableUntil, gross } = order
  if (!isUnpaid(order)) return []
  if (order.payment === 'on-pickup') {
    const day = formatDay(payableUntil, language, shopTimeZone)
    return [paragraph(t('mails:order.payOnPickup', { total: formatMoney(gross, language), day }))]
  }
  const transfer = desktop.transfer(order)
  if (!transfer) {
    const time = formatDateTime(payableUntil, language, shopTimeZone)
    return [paragraph(t('mails:order.payOnline', { time }))]
  }
  const day = formatDay(transfer.until, language, shopTimeZone)
  const rows = transferRows(transfer, t, language)
  return [paragraph(t('mails:order.transfer', { day })), { kind: 'facts', rows }]
}

export function addressLines(address: Address, language: Language) {
  const { company, name, street, line2, postcode, city, country } = address
  const lines = [
    company,
    name,
    street,
    line2,
    `${postcode} ${city}`,
    countryName(country, language),
  ]
  return lines.filter(Boolean).join('\n')
}

export function paragraph(text: string): Part {
  return { kind: 'paragraph', text }
}
