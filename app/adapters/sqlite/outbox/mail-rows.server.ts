import type { Kysely } from 'kysely'
import {
  beginMail,
  type Mail,
  type NewMail,
  type RecordMail,
  type TicketMail,
} from '../../../domain/outbox/mails'
import {
  type HeldMail,
  optionalDate,
  type Row,
  type Schema,
  toRow,
} from '../database/schema.server'

export const unset = {
  deskId: null,
  ticketId: null,
  number: null,
  seq: null,
  recordId: null,
  reader: null,
  joinedTo: null,
  attempt: null,
  problem: null,
}

/** Adds the mail unless its key exists or its ticket is gone. Returns whether it was added. */
export async function insertMail(
  transaction: Kysely<Schema>,
  mail: NewMail,
  now: Date,
): Promise<boolean> {
  if ('ticketId' in mail) {
    const ticket = transaction.selectFrom('tickets').select('id').where('id', '=', mail.ticketId)
    if (!(await ticket.executeTakeFirst())) return false
  }
  const row = { ...unset, ...toRow(beginMail(mail, now)) }
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('mails')
    .values(row)
    // As `mayBeAddedAgain` has it.
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(row)
        .where('mails.kind', '=', 'owner-news')
        .where('mails.state', '=', 'dropped'),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

export function toMail({ deskId, ticketId, number, seq, recordId, ...row }: Row<HeldMail>): Mail {
  const reason = {
    ...row,
    reader: row.reader ?? undefined,
    joinedTo: row.joinedTo ?? undefined,
    attempt: row.attempt ?? undefined,
    problem: row.problem ?? undefined,
    dueAt: optionalDate(row.dueAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }
  // The table's check guarantees that each kind is complete.
  return recordId === null
    ? ({ ...reason, deskId, ticketId, number, seq } as TicketMail)
    : ({ ...reason, recordId, deskId: deskId ?? undefined } as RecordMail)
}

export function toTicketMails(rows: Row<HeldMail>[]): TicketMail[] {
  return rows.map(toMail).filter((mail): mail is TicketMail => 'ticketId' in mail)
}
