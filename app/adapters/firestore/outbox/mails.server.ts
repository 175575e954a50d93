import type { Transaction } from 'firebase-admin/firestore'
import { mailKind } from '../../../domain/outbox/mail-records'
import { beginMail, type NewMail } from '../../../domain/outbox/mails'
import type { Database } from '../database/database.server'
import { documentOf } from '../records/queries.server'

/** In the transaction that gives their reason, whose ticket no e-mail has yet for it. */
export function addMails(
  database: Database,
  transaction: Transaction,
  mails: readonly NewMail[],
  now: Date,
): void {
  for (const mail of mails)
    transaction.set(documentOf(database, mailKind, [mail.key]), beginMail(mail, now))
}
