import type { Whereabouts } from '~/domain/live/presence'
import type { VisitedPage } from '~/domain/live/visited-page'
import type { Language } from '~/domain/text/languages'
import type { DeskNoun } from '../site/page'
import type { Toast } from '../toasts/queue'

/**
 * News of the desk; empty after a gap, when anything may have happened. `open` counts open tickets;
 * `unread` announces a message in ticket `number`, once each; `orders` counts orders to be sent,
 * and `order` is the number of a new one; a poll has both counts. `page` is null once the visitor has left it. `others` says that other members have
 * come to the ticket, left, typed or stopped. `revision` begins a stream: a page that was read at the same
 * one has missed nothing.
 */
export interface DeskNews {
  revision?: string
  number?: number
  open?: number
  unread?: boolean
  visitor?: Whereabouts
  page?: VisitedPage | null
  others?: boolean
  orders?: number
  order?: number
  /**
   * Of what a colleague did that concerns the member: the tabs that hear it may be in several languages. Where ticket
   * `number` is open it is seen there.
   */
  toast?: Record<Language, Pick<Toast, 'text' | 'link'>>
  /** The browser may not hear of the desk: the session has ended, for one thing. */
  refused?: boolean
}

/** Whether a page of these is to be read again. After a gap, and when it polls, each live one is. */
export function concerns({ number, open, orders }: DeskNews, nouns: readonly DeskNoun[]): boolean {
  if (number) return nouns.includes('tickets')
  if (orders !== undefined && open === undefined) return nouns.includes('orders')
  return nouns.length > 0
}

/** Whether the page shows this ticket. */
export function isShown(number: number | undefined): boolean {
  return new URLSearchParams(location.search).get('ticket') === `${number}`
}
