import type { FileType } from '../files/types'

/** A file that goes with a letter. */
export interface Enclosure {
  name: string
  type: FileType
  bytes: Uint8Array
}

/** The `deskId` of letters that are no desk's. */
export const siteLetters = 'shop'

export interface Letter {
  /** From the e-mail's key, so that a resent one is recognised. `<…@…>` */
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  /** Whom it names besides: all who get an answer have a letter each, with the same names. */
  cc?: string[]
  /** Who gets this one, if not `to`. */
  recipient?: string
  /** Where replies go, if not to the sender. */
  replyTo?: string
  /** Where notices of delivery go, if not to the sender. */
  returnPath?: string
  subject: string
  files: Enclosure[]
  text: string
  html: string
  /** One-click unsubscribe; absent for e-mails that must be sent. Source: RFC 8058. */
  unsubscribe?: string
  /** Why a program sent it; absent for a person's own words. Source: RFC 3834 §5. */
  automatic?: 'generated' | 'replied'
  /** The Message-ID at the root of the thread that it belongs to, if any. Source: RFC 5322 §3.6.4. */
  threadId?: string
  /** The Message-ID of the reader's own e-mail that it answers, if any. */
  repliesTo?: string
  /** Where e-mails are kept as files, they go with their desk or records. */
  deskId: string
  recordIds: string[]
}

/**
 * unreachable: never left, a fault of connection or settings · deferred: may be taken later ·
 * refused: never taken · uncertain: it may have arrived.
 */
export type MailFailure = 'unreachable' | 'deferred' | 'refused' | 'uncertain'

export class MailError extends Error {
  constructor(
    readonly failure: MailFailure,
    /** The server's code or ours, e.g. "550 5.1.1" or "ETIMEDOUT"; no content or address. */
    readonly code: string,
  ) {
    super(`The mail was not sent: ${failure} (${code})`)
    this.name = 'MailError'
  }
}

export interface Mailer {
  /**
   * Sends once. `handOver` is called right before the letter leaves, when all that can be refused
   * has been accepted; if it rejects, nothing is sent and its error is passed on. Other failures
   * are MailErrors.
   */
  send(letter: Letter, handOver: () => Promise<void>): Promise<void>
  /** All of a desk, or those of these records (and of several). What was sent stays sent. */
  forget(deskId: string, recordIds?: string[]): Promise<void>
}
