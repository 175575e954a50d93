import type { Kysely } from 'kysely'
import { marksOf, type NewHistoryEntry } from '../../../domain/tickets/history-entries'
import { tagKey } from '../../../domain/tickets/tags'
import type { Ticket, TicketChange } from '../../../domain/tickets/tickets'
import { type Schema, toRow } from '../database/schema.server'
import { clearSources } from '../files/attachment-rows.server'
import { addMails } from '../outbox/mails.server'
import { countTicket } from './counts.server'
import { indexTicket } from './index.server'
import { changedCells, toTicketRow } from './rows.server'

/** A new one, with counts, history, tags and index. */
export async function insertTicket(
  transaction: Kysely<Schema>,
  ticket: Ticket,
  history: readonly NewHistoryEntry[],
): Promise<void> {
  await transaction.insertInto('tickets').values(toTicketRow(ticket, history)).execute()
  await countTicket(transaction, ticket.deskId, undefined, ticket)
  await addTags(transaction, ticket)
  await indexTicket(transaction, ticket)
  await addHistory(transaction, ticket.id, history)
}

/** With history, e-mails, tags and index, in the transaction that read the ticket; returns it changed. */
export async function changeTicket(
  transaction: Kysely<Schema>,
  ticket: Ticket,
  { history = [], mails = [], ...change }: TicketChange & Partial<Ticket>,
): Promise<Ticket> {
  const changed = { ...ticket, ...change }
  // SQLite writes each index of a column again that an update names, and looks for what refers to it.
  const cells = changedCells(ticket, change, history)
  if (Object.keys(cells).length > 0) {
    await transaction.updateTable('tickets').set(cells).where('id', '=', ticket.id).execute()
  }
  await countTicket(transaction, ticket.deskId, ticket, changed)
  await addHistory(transaction, ticket.id, history)
  await addMails(transaction, mails, changed.updatedAt)
  if (change.tags) await replaceTags(transaction, changed)
  await indexTicket(transaction, changed, ticket)
  if (marksOf(change.firstReplyAt, history).dealtWith) await clearSources(transaction, ticket.id)
  return changed
}

export async function addHistory(
  transaction: Kysely<Schema>,
  ticketId: string,
  history: readonly NewHistoryEntry[],
): Promise<void> {
  for (const entry of history) {
    await transaction
      .insertInto('ticketHistory')
      .values({ ...toRow(entry), ticketId })
      .execute()
  }
}

async function replaceTags(transaction: Kysely<Schema>, ticket: Ticket) {
  await transaction.deleteFrom('ticketTags').where('ticketId', '=', ticket.id).execute()
  await addTags(transaction, ticket)
}

/** By which lists are filtered. */
export async function addTags(
  transaction: Kysely<Schema>,
  { id: ticketId, deskId, tags }: Pick<Ticket, 'id' | 'deskId' | 'tags'>,
): Promise<void> {
  for (const tag of tags) {
    await transaction
      .insertInto('ticketTags')
      .values({ ticketId, deskId, tag, tagKey: tagKey(tag) })
      .execute()
  }
}
