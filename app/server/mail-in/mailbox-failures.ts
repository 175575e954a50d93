import { type MailboxProblem, mostWaiting } from '~/domain/mail-in/mailboxes'
import { StoreUnavailable } from '~/domain/stores'

/** An e-mail could not be saved, although the mailbox works. */
export class NotTaken extends Error {
  constructor(cause: unknown) {
    super('An e-mail could not be taken', { cause })
  }
}

/** More e-mails are over a limit than a mailbox's record may list. */
export class TooManyWaiting extends Error {
  constructor() {
    super(`More than ${mostWaiting} e-mails wait for a limit`)
  }
}

/** Fields that imapflow adds to errors. */
interface ImapError extends Error {
  code?: string
  authenticationFailed?: boolean
  mailboxMissing?: boolean
  /** The server's own text. */
  responseText?: string
}

/** The kind of a failure, and a line about it for the log. */
export function asFailure(error: unknown): { problem: MailboxProblem; text: string } {
  const given = error as ImapError
  const text = given.responseText || given.code || String(given.message)
  if (error instanceof NotTaken) return { problem: 'store', text: String(error.cause) }
  if (error instanceof TooManyWaiting) return { problem: 'waiting', text }
  if (error instanceof StoreUnavailable) return { problem: 'store', text }
  if (given.authenticationFailed) return { problem: 'password', text }
  return { problem: given.mailboxMissing ? 'folder' : 'connection', text }
}
