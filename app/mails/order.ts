import type { TFunction } from 'i18next'
import { correctedRows, refundRows } from '~/components/shop/bill'
import { shipmentOf } from '~/domain/shop/order-history'
import type { OrderContent } from '~/domain/shop/order-mails'
import { invoiceName, type Order, shopTimeZone } from '~/domain/shop/orders'
import { afterRefunds, linesLeft, type Refund } from '~/domain/shop/refunds'
import { formatMoney } from '~/i18n/money'
import { translations } from '~/i18n/translation.server'
import { formatFullDate } from './dates'
import type { Desktop, Draft } from './draft'
import { sampleMark, seller } from './order-law'
import { orderLinks, type Words } from './order-links'
import { addressLines, bill, paragraph, payment, whereTo } from './order-parts'
import { accepted, gone, received } from './order-received'
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
      // One button alone is filled: the one that its reader presses first.
      { kind: hasButton(parts) ? 'link' : 'button', text: button, link: link + query },
      ...more,
      { kind: 'aside', text: t('mails:order.linkOpens', { count }) },
    ],
    automatic: 'generated',
    replies: { kind: 'site' },
    deskId: order.deskId,
    recordIds: [order.id],
  }
}

function hasButton(parts: Part[]): boolean {
  return parts.some(({ kind }) => kind === 'button')
}

function wordsOf(content: OrderContent, desktop: Desktop, t: TFunction): Words {
  const { kind, order } = content
  switch (kind) {
    case 'order-received':
      return received(order, desktop, t)
    case 'order-accepted':
      return accepted(order, desktop, t)
    case 'order-gone':
      return gone(order, desktop, t)
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

function sent(order: Order, desktop: Desktop, t: TFunction): Words {
  const { number, language, pickup } = order
  const { carrier, trackingUrl } = shipmentOf(order)
  const things = linesLeft(order)
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
      ...whereTo(order, desktop, t, { ready: true }),
      ...(trackingUrl
        ? [{ kind: 'button' as const, text: t('mails:order.track'), link: trackingUrl }]
        : []),
      seller(desktop.legal, 'mails:order.seller', t),
    ],
  }
}

function closed(order: Order, { legal }: Desktop, t: TFunction): Words {
  const { number, state, payment } = order
  const how = state === 'expired' ? (payment === 'on-pickup' ? 'uncollected' : state) : 'cancelled'
  const onItsWay = how === 'cancelled' && payment === 'bank-transfer'
  return {
    subject: t(`mails:order.${how}Subject`, { number }),
    button: t('mails:order.open'),
    parts: [
      { kind: 'heading', text: t(`mails:order.${how}Heading`) },
      paragraph(t(`mails:order.${how}`, { number })),
      ...(onItsWay ? [paragraph(t('mails:order.transferred'))] : []),
      bill(order, t),
      seller(legal, 'mails:order.seller', t),
    ],
  }
}

/** What is refunded, and how that corrects the invoice (§ 31 (5) UStDV). */
function refunded(order: Order, refund: Refund, { legal }: Desktop, t: TFunction): Words {
  const { number, language, gross, payment } = order
  const amount = formatMoney(refund.amount, language)
  const byHand = payment === 'stripe' ? undefined : payment
  const corrects = refund.amount === gross ? 'corrects' : 'correctsInPart'
  const place = order.refunds.findIndex(({ key }) => key === refund.key)
  const earlier = order.refunds.filter(({ state }, index) => index < place && state !== 'begun')
  const before = afterRefunds(order, earlier)
  return {
    subject: t('mails:order.refundedSubject', { number }),
    button: t('mails:order.openInvoice'),
    query: '&invoice',
    parts: [
      {
        kind: 'heading',
        // The owner gives it back later.
        text: t(byHand ? 'mails:order.refundedBy.heading' : 'mails:order.refundedHeading'),
      },
      paragraph(
        t(byHand ? `mails:order.refundedBy.${byHand}` : 'mails:order.refunded', { number, amount }),
      ),
      paragraph(t(`mails:order.${corrects}`, invoiceOf(order))),
      { kind: 'bill', rows: refundRows(order, refund, t, language) },
      paragraph(t('mails:order.invoiceNow')),
      { kind: 'bill', rows: correctedRows(before, [refund], t, language) },
      seller(legal, 'mails:order.seller', t),
    ],
  }
}

function invoiceOf({ invoiceNumber = 0, paidAt, updatedAt, language }: Order) {
  const day = formatFullDate(paidAt ?? updatedAt, language, shopTimeZone)
  return { invoice: invoiceName(invoiceNumber), day }
}
