import type { Desk } from '~/domain/desks/desks'
import type { Member } from '~/domain/desks/members'
import type { MailAlias } from '~/domain/mail-in/aliases'
import type { Envelope, ReadLetter } from '~/domain/mail-in/letters'
import type { Ticket } from '~/domain/tickets/tickets'
import type { Notice } from './recipients'
import type { MailSender } from './senders'

/**
 * taken: committed · again: a repetition · unknown: no such address · later: over a limit, or a fault ·
 * full: the desk has no room for its files. After the last two, the sender should try again.
 */
export type Outcome = 'taken' | 'again' | 'unknown' | 'later' | 'full'

/** An e-mail that a desk received. */
export interface Arrived {
  desk: Desk
  /** Which of the desk's own addresses it is for. */
  alias?: MailAlias
  /** The conversation that it may be added to. */
  ticket?: Ticket
  /** The notice that it replies to. */
  notice?: Notice
  /** The member who sent it on. `letter` is then the one inside. */
  forwarder?: Member
  /** Of `MessageMail`. */
  key: string
  envelope: Envelope
  sender: MailSender
  /** See `ownAddresses`. */
  own: readonly string[]
  /** Undefined where it could not be read. */
  letter?: ReadLetter
  automatic: boolean
  /** Its sender is not the visitor of `ticket`, but was in copy of their e-mails. */
  byCopy: boolean
}
