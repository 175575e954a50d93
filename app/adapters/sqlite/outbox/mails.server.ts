import type { Kysely } from 'kysely'
import { mailsAdded } from '../../../domain/outbox/mail-records'
import type { NewMail } from '../../../domain/outbox/mails'
import type { Schema } from '../database/schema.server'
import { readingIn, write } from '../records/records.server'

/** In the transaction that gives their reason. */
export async function addMails(
  transaction: Kysely<Schema>,
  mails: readonly NewMail[],
  now: Date,
): Promise<void> {
  await write(transaction, await mailsAdded(readingIn(transaction), mails, now))
}
