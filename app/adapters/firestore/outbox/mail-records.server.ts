import type { Query } from 'firebase-admin/firestore'
import type { Mail } from '../../../domain/outbox/mails'
import { listOf } from '../database/documents.server'
import type { MailRecord } from '../database/schema'

export function toMailRecord(mail: Mail): MailRecord {
  return { ...mail, whose: whoseOf(mail.reader) }
}

export function toMail({ whose: _, ...mail }: MailRecord): Mail {
  return mail
}

/** No query finds a field that is missing, as `reader` is in e-mails to who founded the desk. */
export function whoseOf(reader: string | undefined): string {
  return reader ?? ''
}

export async function listMails(query: Query<MailRecord>): Promise<Mail[]> {
  return (await listOf(query)).map(toMail)
}
