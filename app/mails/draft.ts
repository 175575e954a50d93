import type { Legal } from '~/domain/legal/legal'
import type { Order } from '~/domain/shop/orders'
import type { TransferDetails } from '~/domain/shop/payments'
import type { Language } from '~/domain/text/languages'
import type { MailReader } from '~/http/links/mail-stop.server'
import type { Part } from './parts'

/** What a mail says, before it is drawn. */
export interface Draft {
  to: { name: string; address: string }
  /** The sender's name; empty for the site's own. */
  from: string
  language: Language
  subject: string
  parts: Part[]
  /** Where one press stops mails like this; what must be told cannot be stopped. */
  stop?: string
  /** The desk that it is about; none for the shop's own. */
  deskId?: string
  /** The tickets whose words are in it, or the order. */
  recordIds: string[]
}

/** What a template needs to know of the server. */
export interface Desktop {
  /** The absolute address of a path of ours. */
  address(path: string, language: Language): string
  /** The absolute address at which this reader stops mails. */
  stop(reader: MailReader, language: Language): string
  /** Whom the shop's own mails go to. */
  operator: string
  /** The absolute address of an order's own page; undefined as for a ticket's secret. */
  order(order: Order): string | undefined
  /** How to pay an order by transfer; undefined where it is paid otherwise. */
  transfer(order: Order): TransferDetails | undefined
  /** What an order's customer is to keep, and who we are. */
  legal: Legal
  /** The secret in the link of a ticket; undefined when a secret of the server was thrown away since. */
  secret(ticket: { deskId: string; startKey: string; secretHash: string }): string | undefined
}
