import type { TFunction } from 'i18next'
import { billRows, refundRows } from '~/components/shop/bill'
import { pickupText } from '~/components/shop/pickup'
import { transferRows } from '~/components/shop/transfer-rows'
import { shipmentOf } from '~/domain/shop/order-history'
import type { OrderContent } from '~/domain/shop/order-mails'
import { isUnpaid } from '~/domain/shop/order-payment'
import { type Address, invoiceName, type Order, shopTimeZone } from '~/domain/shop/orders'
import type { Refund } from '~/domain/shop/refunds'
import type { Language } from '~/domain/text/languages'
import { countryName } from '~/i18n/countries'
import {
  formatClock,
  formatDateTime,
  formatDay,
  formatDayOfYear,
  formatFullDate,
} from '~/i18n/formats'
import { formatMoney } from '~/i18n/money'
import { translations } from '~/i18n/translation.server'
import type { Desktop, Draft } from './draft'
import { legalParts, sampleMark, seller } from './order-law'
import { orderLinks, type Words } from './order-links'
import type { Part } from './parts'

export function orderMail(content: OrderContent, desktop: Desktop): Draft {
  const { order } = content
  const { language } = order
  const { t } = translations(language)
  const { subject, parts, button, query = '', more = [] } = wordsOf(content, desktop, t)
  const link = desktop.order(order)
  const count = content.kind === 'order-link' ? content.others.length + 1 : 1
  return {
    to: { name: order.address?.name ?? order.pickup?.name ?? '', address: order.email },
    from: '',
    language,
    subject,
    parts: [
      ...sampleMark(desktop.legal, t),
      ...parts,
      ...(link ? [{ kind: 'button' as const, text: button, link: link + query }] : []),
      ...more,
      ...(link ? [{ kind: 'aside' as const, text: t('mails:order.linkOpens', { count }) }] : []),
    ],
    automatic: 'generated',
    replies: { kind: 'site' },
    deskId: order.deskId,
    recordIds: [order.id],
  }
}

function wordsOf(content: OrderContent, desktop: Desktop, t: TFunction): Words {
  const { kind, order } = content
  switch (kind) {
    case 'order-received':
      return received(order, desktop, t)
    case 'order-paid':
      return paid(order, desktop, t)
    case 'order-sent':
      return sent(order, desktop, t)
    case 'order-closed':
      return closed(order, desktop, t)
    case 'order-link':
      return orderLinks(order, content.others, desktop, t)
    case 'order-refunded':
      return refunded(order, content.refund, desktop, t)
  }
}

function received(order: Order, desktop: Desktop, t: TFunction): Words {
  const { number, language, digitalConsentAt, reservedUntil } = order
  const toOpen = order.payment === 'on-pickup' ? 'mails:order.confirm' : 'mails:order.keep'
  const keptUntil = reservedUntil && formatClock(reservedUntil, language, shopTimeZone)
  const day = formatDayOfYear(order.payableUntil, language, shopTimeZone)
  const time = formatDateTime(order.acceptedAt, language, shopTimeZone)
  const consentAt = digitalConsentAt && formatDateTime(digitalConsentAt, language, shopTimeZone)
  const greeting: Part[] = [
    { kind: 'heading', text: t('mails:order.receivedHeading') },
    paragraph(t('mails:order.received', { number, time })),
  ]
  const content = [
    bill(order, t),
    ...whereTo(order, desktop, t),
    ...payment(order, desktop, t),
    ...(consentAt ? [paragraph(t('mails:order.consent', { time: consentAt }))] : []),
    ...legalParts(desktop.legal, language, t),
  ]
  const subject = t('mails:order.receivedSubject', { number })
  if (!keptUntil)
    return { subject, button: t('mails:order.open'), parts: [...greeting, ...content] }
  // What is due within the hour stands above all that can be read later.
  const ask = paragraph(t(toOpen, { time: keptUntil, day }))
  return { subject, button: t('order:confirm'), parts: [...greeting, ask], more: content }
}

function payment(order: Order, desktop: Desktop, t: TFunction): Part[] {
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

function paid(order: Order, { legal }: Desktop, t: TFunction): Words {
  const { number, pickup, language, vatId } = order
  const address = order.billing ?? order.address
  const name = address ? addressLines(address, language) : pickup?.name
  const billedTo = [name, vatId && t('order:vatId', { id: vatId })].filter(Boolean).join('\n')
  return {
    subject: t('mails:order.paidSubject', { number }),
    button: t('mails:order.openInvoice'),
    query: '&invoice',
    parts: [
      { kind: 'heading', text: t('mails:order.paidHeading') },
      paragraph(t('mails:order.paid', { ...invoiceOf(order), number })),
      ...(billedTo ? [paragraph(`${t('mails:order.billedTo')}\n${billedTo}`)] : []),
      bill(order, t),
      paragraph(t('order:delivered')),
      seller(legal, 'mails:order.seller', t),
    ],
  }
}

function whereTo({ address, pickup, language }: Order, { legal }: Desktop, t: TFunction): Part[] {
  if (pickup) {
    const place = addressLines(legal.company, language)
    return [paragraph(`${t('mails:order.pickupAt')}\n${place}\n\n${pickupText(pickup, language)}`)]
  }
  if (!address) return []
  return [paragraph(`${t('mails:order.sentTo')}\n${addressLines(address, language)}`)]
}

function sent(order: Order, desktop: Desktop, t: TFunction): Words {
  const { number, language, lines, pickup } = order
  const { carrier, trackingUrl } = shipmentOf(order)
  const things = lines
    .filter(({ shipped }) => shipped)
    .map(({ quantity, title }) => `${quantity} × ${title[language]}`)
  return {
    subject: t(pickup ? 'mails:order.readySubject' : 'mails:order.sentSubject', { number }),
    button: t('mails:order.open'),
    parts: [
      {
        kind: 'heading',
        text: t(pickup ? 'mails:order.readyHeading' : 'mails:order.sentHeading'),
      },
      paragraph(
        pickup
          ? t('mails:order.ready', { number })
          : t(carrier ? 'mails:order.sentBy' : 'mails:order.sent', { number, carrier }),
      ),
      paragraph(things.join('\n')),
      ...(pickup ? payment(order, desktop, t) : []),
      ...whereTo(order, desktop, t),
      ...(trackingUrl
        ? [{ kind: 'button' as const, text: t('mails:order.track'), link: trackingUrl }]
        : []),
      seller(desktop.legal, 'mails:order.seller', t),
    ],
  }
}

function closed(order: Order, { legal }: Desktop, t: TFunction): Words {
  const { number, state } = order
  const how = state === 'expired' ? state : 'cancelled'
  return {
    subject: t(`mails:order.${how}Subject`, { number }),
    button: t('mails:order.open'),
    parts: [
      { kind: 'heading', text: t(`mails:order.${how}Heading`) },
      paragraph(t(`mails:order.${how}`, { number })),
      bill(order, t),
      seller(legal, 'mails:order.seller', t),
    ],
  }
}

/** What is refunded, and how that corrects the invoice (§ 31 (5) UStDV). */
function refunded(order: Order, refund: Refund, { legal }: Desktop, t: TFunction): Words {
  const { number, language, gross } = order
  const amount = formatMoney(refund.amount, language)
  const corrects = refund.amount === gross ? 'corrects' : 'correctsInPart'
  return {
    subject: t('mails:order.refundedSubject', { number }),
    button: t('mails:order.open'),
    parts: [
      { kind: 'heading', text: t('mails:order.refundedHeading') },
      paragraph(t('mails:order.refunded', { number, amount })),
      paragraph(t(`mails:order.${corrects}`, invoiceOf(order))),
      { kind: 'bill', rows: refundRows(order, refund, t, language) },
      seller(legal, 'mails:order.seller', t),
    ],
  }
}

function bill(order: Order, t: TFunction): Part {
  return { kind: 'bill', rows: billRows(order, t, order.language) }
}

function invoiceOf({ invoiceNumber = 0, paidAt, updatedAt, language }: Order) {
  const day = formatFullDate(paidAt ?? updatedAt, language, shopTimeZone)
  return { invoice: invoiceName(invoiceNumber), day }
}

function addressLines(address: Address, language: Language) {
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

function paragraph(text: string): Part {
  return { kind: 'paragraph', text }
}
