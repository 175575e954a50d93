/** A mail as it leaves the house: complete, to one person. */
export interface Letter {
  /** Stands for the reason that it is sent for; the same one again has the same. `<…@…>` */
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /**
   * Where one press stops further mails of this kind; what must be told cannot be stopped. Source:
   * RFC 8058.
   */
  unsubscribe?: string
  /** What it tells of: where it is kept as a file, it goes when its desk or a record of it goes. */
  deskId: string
  /** Tickets, or an order. */
  recordIds: string[]
}

/**
 * What came of a try that failed:
 * - unreachable: the mail never left us, whoever it is for; the line or the settings are at fault.
 * - deferred: the other side did not take it this time and says that it may later.
 * - refused: the other side will never take it.
 * - uncertain: it left us and nobody said what became of it. It may have arrived.
 */
export type MailFailure = 'unreachable' | 'deferred' | 'refused' | 'uncertain'

export class MailError extends Error {
  constructor(
    readonly failure: MailFailure,
    /** The other side's code, or ours, e.g. "550 5.1.1" or "ETIMEDOUT"; no word of the mail, no address. */
    readonly code: string,
  ) {
    super(`The mail was not sent: ${failure} (${code})`)
    this.name = 'MailError'
  }
}

export interface Mailer {
  /**
   * Sends the letter, once. `handOver` is called when everything that can be refused beforehand was
   * accepted, right before the letter leaves us; if it rejects, nothing has left and nothing will,
   * and its error comes out as it is. Every other failure is a MailError.
   */
  send(letter: Letter, handOver: () => Promise<void>): Promise<void>
  /**
   * Removes what this side has kept of letters to or about a desk: those of the given records (and
   * those that tell of several), or all of them. What was sent is out of reach.
   */
  forget(deskId: string, recordIds?: string[]): Promise<void>
}
