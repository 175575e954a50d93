import type { Desk } from '~/domain/desks/desks'
import type { Envelope, ReadLetter } from '~/domain/mail-in/letters'
import type { Ticket } from '~/domain/tickets/tickets'

/**
 * taken: committed · again: it had been taken before · unknown: no such address · later: a limit or a
 * fault; its sender is to try again.
 */
export type Outcome = 'taken' | 'again' | 'unknown' | 'later'

/** An e-mail that has come to a desk. */
export interface Arrived {
  desk: Desk
  /** The conversation that it may be added to. */
  ticket?: Ticket
  /** Of `MessageMail`. */
  key: string
  envelope: Envelope
  /** Undefined where it could not be read. */
  letter?: ReadLetter
  automatic: boolean
  /** Its sender is no visitor of `ticket`, but in copy of their e-mails. */
  byCopy: boolean
}
