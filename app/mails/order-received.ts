import type { TFunction } from 'i18next'
import { type Order, shopTimeZone } from '~/domain/shop/orders'
import { formatDateTime, formatDayAndClock, formatDayOfYear } from './dates'
import type { Desktop } from './draft'
import { legalParts, seller } from './order-law'
import type { Words } from './order-links'
import { bill, paragraph, payment, whereTo } from './order-parts'

/** Confirms the contract, unless the order must be confirmed first: then nothing is accepted yet. */
export function received(order: Order, desktop: Desktop, t: TFunction): Words {
  const { number, language, reservedUntil } = order
  if (!reservedUntil) {
    const subject = t('mails:order.receivedSubject', { number })
    return { ...accepted(order, desktop, t), subject }
  }
  const time = formatDateTime(order.acceptedAt, language, shopTimeZone)
  const day = formatDayOfYear(order.payableUntil, language, shopTimeZone)
  const kept = order.payment === 'on-pickup' ? 'mails:order.confirm' : 'mails:order.keep'
  const until = formatDayAndClock(reservedUntil, language, shopTimeZone)
  return {
    subject: t('mails:order.confirmSubject', { number }),
    button: t('order:confirm'),
    // What is due within the hour stands above all that can be read later.
    parts: [
      { kind: 'heading', text: t('mails:order.confirmHeading') },
      paragraph(t('mails:order.asked', { number, time })),
      paragraph(t(order.stockTaken ? kept : 'mails:order.unheld', { time: until, day })),
      ...(order.payment === 'stripe' ? [paragraph(t('mails:order.orPaid'))] : []),
    ],
    more: [
      bill(order, t),
      ...whereTo(order, desktop, t),
      ...(order.payment === 'on-pickup' ? payment(order, desktop, t) : []),
      seller(desktop.legal, 'mails:order.seller', t),
    ],
  }
}

export function accepted(order: Order, desktop: Desktop, t: TFunction): Words {
  const { number, language, digitalConsentAt } = order
  const time = formatDateTime(order.acceptedAt, language, shopTimeZone)
  const consentAt = digitalConsentAt && formatDateTime(digitalConsentAt, language, shopTimeZone)
  return {
    subject: t('mails:order.acceptedSubject', { number }),
    button: t('mails:order.open'),
    parts: [
      { kind: 'heading', text: t('mails:order.receivedHeading') },
      paragraph(t('mails:order.received', { number, time })),
      bill(order, t),
      ...whereTo(order, desktop, t),
      ...payment(order, desktop, t),
      ...(consentAt ? [paragraph(t('mails:order.consent', { time: consentAt }))] : []),
      ...legalParts(desktop.legal, language, t),
    ],
  }
}

/** For who confirmed too late. */
export function gone(order: Order, { legal }: Desktop, t: TFunction): Words {
  const { number, language, payableUntil } = order
  const day = formatDayOfYear(payableUntil, language, shopTimeZone)
  return {
    subject: t('mails:order.goneSubject', { number }),
    button: t('mails:order.open'),
    parts: [
      { kind: 'heading', text: t('order:heading.gone') },
      paragraph(t('mails:order.gone', { number, day })),
      bill(order, t),
      seller(legal, 'mails:order.seller', t),
    ],
  }
}
