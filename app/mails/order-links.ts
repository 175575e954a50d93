import type { TFunction } from 'i18next'
import { type Order, shopTimeZone } from '~/domain/shop/orders'
import { formatFullDate } from './dates'
import type { Desktop } from './draft'
import { seller } from './order-law'
import type { Part } from './parts'

/** What an e-mail about an order says, besides what all of them say. */
export interface Words {
  subject: string
  parts: Part[]
  button: string
  query?: string
  /** Below the button. */
  more?: Part[]
}

/** The links that were asked for again, each to one order of the mailbox. */
export function orderLinks(order: Order, others: Order[], desktop: Desktop, t: TFunction): Words {
  const { language } = order
  const button = (each: Order) =>
    t('mails:order.linkTo', {
      number: each.number,
      day: formatFullDate(each.createdAt, language, shopTimeZone),
    })
  const count = others.length + 1
  return {
    subject: t('mails:order.linkSubject', { count }),
    button: button(order),
    parts: [
      { kind: 'heading', text: t('mails:order.linkHeading', { count }) },
      { kind: 'paragraph', text: t('mails:order.link', { count }) },
    ],
    more: [
      ...others.map(
        (each): Part => ({ kind: 'button', text: button(each), link: desktop.order(each) }),
      ),
      seller(desktop.legal, 'mails:order.seller', t),
    ],
  }
}
