import type { Attachment } from '~/domain/files/attachments'
import type { Legal } from '~/domain/legal/legal'
import type { Invitation } from '~/domain/members/invitations'
import type { Letter as Sent } from '~/domain/outbox/mailer'
import type { Order } from '~/domain/shop/orders'
import type { TransferDetails } from '~/domain/shop/payments'
import type { Language } from '~/domain/text/languages'
import type { MailReader } from '~/http/links/mail-stop.server'
import type { Letter } from './letter'
import type { Part } from './parts'
import type { Replies } from './replies'

/** An e-mail before it is rendered. */
export interface Draft {
  to: { name: string; address: string }
  cc?: string[]
  /** Who gets it, if not `to`. */
  recipient?: string
  /** Empty for the site's own name. */
  from: string
  language: Language
  subject: string
  parts: Part[]
  /** Instead of `parts`, where a member wrote it. */
  letter?: Letter
  /** The member's name, as guests see it. */
  by?: string
  /** Files that go with it. */
  enclosed?: Attachment[]
  /** The one-click unsubscribe address; absent for e-mails that must be sent. */
  stop?: string
  /** Absent for the shop's own. */
  deskId?: string
  /** Absent where a person wrote it. */
  automatic?: Sent['automatic']
  /** The ticket that its Message-ID names, and that it is threaded by. */
  ticketId?: string
  /** It has a thread of its own. */
  apart?: true
  /** It is the first of its conversation, and answers nothing. */
  begins?: boolean
  /** The Message-ID of the e-mail that it answers. */
  repliesTo?: string
  replies?: Replies
  /** The tickets or order it quotes. */
  recordIds: string[]
}

/** What a template needs of the server; addresses are absolute. */
export interface Desktop {
  origin: string
  /** In bytes. */
  roomForFiles: number
  address(path: string, language: Language): string
  stop(reader: MailReader, language: Language): string
  operator: string
  /** E-mails come in, so that visitors may simply reply. */
  takesReplies: boolean
  order(order: Order): string
  /** Undefined where the order is paid otherwise. */
  transfer(order: Order): TransferDetails | undefined
  legal: Legal
  /** Undefined as for a ticket's secret. */
  invitation(invitation: Invitation): string | undefined
  /** The secret in a ticket's link; undefined if the server's secret has since been removed. */
  secret(ticket: { deskId: string; startKey: string; secretHash: string }): string | undefined
}
