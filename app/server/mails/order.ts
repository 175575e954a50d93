import type { TFunction } from 'i18next'
import { orderSheet } from '~/components/order-sheet'
import { transferRows } from '~/components/transfer-rows'
import type { OrderOccasion } from '~/domain/order-mails'
import { invoiceName, type Order } from '~/domain/orders'
import { formatDateTime, formatDay } from '~/i18n/formats'
import { formatMoney } from '~/i18n/money'
import { translations } from '~/i18n/translation.server'
import type { Desktop, Draft } from './draft'
import { legalParts, seller } from './order-law'
import type { Part, Row } from './parts'

/** Where the shop is, as far as times are concerned. */
const timeZone = 'Europe/Berlin'

interface Words {
  subject: string
  parts: Part[]
  button: string
}

/** What a customer is told of an order: it has come in, is paid, or has ended. */
export function orderMail({ kind, order }: OrderOccasion, desktop: Desktop): Draft {
  const { language } = order
  const { t } = translations(language)
  const { subject, parts, button } =
    kind === 'order-received'
      ? received(order, desktop, t)
      : kind === 'order-paid'
        ? paid(order, desktop, t)
        : closed(order, t)
  const link = desktop.order(order)
  return {
    to: { name: order.address?.name ?? '', address: order.email },
    from: '',
    language,
    subject,
    parts: [
      ...parts,
      ...(link ? [{ kind: 'button' as const, text: button, link }] : []),
      ...(link ? [{ kind: 'aside' as const, text: t('mails.order.linkOpens') }] : []),
    ],
    deskId: order.deskId,
    recordIds: [order.id],
  }
}

function received(order: Order, desktop: Desktop, t: TFunction): Words {
  const { number, language, address, digitalConsentAt } = order
  const time = formatDateTime(order.acceptedAt, language, timeZone)
  const consentAt = digitalConsentAt && formatDateTime(digitalConsentAt, language, timeZone)
  return {
    subject: t('mails.order.receivedSubject', { number }),
    button: t('mails.order.open'),
    parts: [
      { kind: 'heading', text: t('mails.order.receivedHeading') },
      paragraph(t('mails.order.received', { number, time })),
      bill(order, t),
      ...(address ? [paragraph(`${t('mails.order.sentTo')}\n${addressLines(address)}`)] : []),
      ...payment(order, desktop, t),
      ...(consentAt ? [paragraph(t('mails.order.consent', { time: consentAt }))] : []),
      ...legalParts(desktop.legal, language, t),
    ],
  }
}

function payment(order: Order, desktop: Desktop, t: TFunction): Part[] {
  const { state, language, payableUntil } = order
  if (state !== 'created' && state !== 'awaiting-payment') return []
  const transfer = desktop.transfer(order)
  if (!transfer) {
    const time = formatDateTime(payableUntil, language, timeZone)
    return [paragraph(t('mails.order.payOnline', { time }))]
  }
  const day = formatDay(transfer.until, language, timeZone)
  const rows = transferRows(transfer, t, language)
  return [paragraph(t('mails.order.transfer', { day })), { kind: 'rows', text: '', rows }]
}

function paid(order: Order, { legal }: Desktop, t: TFunction): Words {
  const { number, invoiceNumber = 0, paidAt = order.updatedAt, language } = order
  const day = formatDay(paidAt, language, timeZone)
  const invoice = invoiceName(invoiceNumber)
  return {
    subject: t('mails.order.paidSubject', { number }),
    button: t('mails.order.openInvoice'),
    parts: [
      { kind: 'heading', text: t('mails.order.paidHeading') },
      paragraph(t('mails.order.paid', { invoice, day, number })),
      bill(order, t),
      seller(legal, t),
    ],
  }
}

function closed(order: Order, t: TFunction): Words {
  const { number, state, language } = order
  const how = state === 'expired' || state === 'refunded' ? state : 'cancelled'
  const amount = formatMoney(order.gross, language)
  return {
    subject: t(`mails.order.${how}Subject`, { number }),
    button: t('mails.order.open'),
    parts: [
      { kind: 'heading', text: t(`mails.order.${how}Heading`) },
      paragraph(t(`mails.order.${how}`, { number, amount })),
      bill(order, t),
    ],
  }
}

function bill(order: Order, t: TFunction): Part {
  const rows = orderSheet(order, t, order.language).map(
    ({ kind, label, details, amount }): Row => ({
      label: [label, ...details].join('\n'),
      value: amount,
      strong: kind === 'total',
    }),
  )
  return { kind: 'rows', text: '', rows }
}

function addressLines({ name, street, postcode, city, country }: NonNullable<Order['address']>) {
  return [name, street, `${postcode} ${city}`, country].join('\n')
}

function paragraph(text: string): Part {
  return { kind: 'paragraph', text }
}
