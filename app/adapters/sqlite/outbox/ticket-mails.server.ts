import type { Kysely } from 'kysely'
import {
  type MessagePlace,
  messageMailKinds,
  movableStates,
  movedMail,
  type TicketMail,
  waitingStates,
} from '../../../domain/outbox/mails'
import type { Schema } from '../database/schema.server'
import { toTicketMails } from './mail-rows.server'
import { hereOrBefore } from './mails.server'

/** A visitor who unsubscribed gets no e-mails about the other ticket either. */
export async function copyMailStop(transaction: Kysely<Schema>, from: string, to: string) {
  const stop = await transaction
    .selectFrom('mailStops')
    .select('stoppedAt')
    .where(hereOrBefore(from))
    .executeTakeFirst()
  if (stop)
    await transaction
      .insertInto('mailStops')
      .values({ ticketId: to, ...stop })
      .execute()
}

/** Those that have not left, of the messages that `placeOf` finds elsewhere by their `seq`. */
export async function moveMessageMails(
  transaction: Kysely<Schema>,
  from: string,
  placeOf: (seq: number) => MessagePlace | undefined,
) {
  const rows = await transaction
    .selectFrom('mails')
    .selectAll()
    .where('ticketId', '=', from)
    .where('kind', 'in', messageMailKinds)
    .where('state', 'in', movableStates)
    .execute()
  for (const mail of toTicketMails(rows)) {
    const to = placeOf(mail.seq)
    if (!to) continue
    const { key, ticketId, number, seq } = movedMail(mail, to)
    await transaction
      .updateTable('mails')
      .set({ key, ticketId, number, seq })
      .where('key', '=', mail.key)
      .execute()
  }
}

/** In any state, about a ticket's answers to its visitor. */
export async function listAnswerMails(
  transaction: Kysely<Schema>,
  ticketId: string,
): Promise<TicketMail[]> {
  const rows = await transaction
    .selectFrom('mails')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .where('kind', '=', 'visitor-answer')
    .execute()
  return toTicketMails(rows)
}

/** A sender that has claimed one no longer may send it. */
export async function dropAnswerMails(transaction: Kysely<Schema>, ticketId: string) {
  await transaction
    .updateTable('mails')
    .set({ state: 'dropped', dueAt: null, attempt: null })
    .where('ticketId', '=', ticketId)
    .where('kind', '=', 'visitor-answer')
    .where('state', 'in', waitingStates)
    .execute()
}
