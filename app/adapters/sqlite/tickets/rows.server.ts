import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import { soundText } from '../../../domain/files/plain-text'
import { emailKey } from '../../../domain/text/email'
import { type Marks, marksOf, type NewHistoryEntry } from '../../../domain/tickets/history-entries'
import type { MessageMail } from '../../../domain/tickets/message-mail'
import type { TicketScope } from '../../../domain/tickets/scopes'
import type { Ticket, TicketLine } from '../../../domain/tickets/tickets'
import { optionalDate, type Schema, type TicketRow, toCell, toRow } from '../database/schema.server'
import { isDeskThere } from '../erasure/visible.server'
import { anyOf } from '../files/attachment-rows.server'

/** The scope as a condition; a merged ticket resolves to the one it was merged into. */
export function within(scope: TicketScope) {
  return (column: ExpressionBuilder<Schema, 'tickets'>) => {
    const asked = column
      .selectFrom('tickets as asked')
      .select(({ fn }) => fn.coalesce('asked.mergedInto', 'asked.id').as('id'))
      .where(isDeskThere('asked.deskId'))
    return column(
      'tickets.id',
      '=',
      'secretHash' in scope
        ? asked.where('asked.secretHash', '=', scope.secretHash)
        : asked.where('asked.deskId', '=', scope.deskId).where('asked.number', '=', scope.number),
    )
  }
}

/** A ticket as a row, with the marks that these lines of its history give it. */
export function toTicketRow(ticket: Ticket, history: readonly NewHistoryEntry[]) {
  return { ...toRow(ticket), ...derivedCells(ticket, history) }
}

/** The cells of `toTicketRow` whose value a change alters. */
export function changedCells(
  ticket: Ticket,
  change: Partial<Ticket>,
  history: readonly NewHistoryEntry[],
): Partial<ReturnType<typeof toTicketRow>> {
  const before: Record<string, unknown> = derivedCells(ticket, [])
  const cells = { ...toRow(change), ...derivedCells({ ...ticket, ...change }, history) }
  const known = (name: string) =>
    name in before ? before[name] : toCell(ticket[name as keyof Ticket])
  const news = Object.entries(cells).filter(([name, value]) => value !== known(name))
  return Object.fromEntries(news)
}

function derivedCells({ firstReplyAt, visitorEmail }: Ticket, history: readonly NewHistoryEntry[]) {
  // Those that are not set stay out of the row.
  const marks = toRow(marksOf(firstReplyAt, history) as Required<Marks>)
  return { ...marks, visitorEmailKey: emailKey(visitorEmail) }
}

export function toTicket({
  doneAt: _,
  dealtWith: __,
  ratedAt: ___,
  visitorEmailKey: ____,
  ...row
}: Selectable<TicketRow>): Ticket {
  return {
    ...toLine(row),
    writtenTo: row.writtenTo ?? undefined,
    answerLocale: row.answerLocale ?? undefined,
    firstReplyAt: optionalDate(row.firstReplyAt),
    visitorSeenAt: optionalDate(row.visitorSeenAt),
    answeredSeq: row.answeredSeq ?? undefined,
    answeredBy: row.answeredBy ?? undefined,
    timerAt: optionalDate(row.timerAt),
    remindedAt: optionalDate(row.remindedAt),
    followUpOf: row.followUpOf ?? undefined,
    mergedInto: row.mergedInto ?? undefined,
    heldFor: row.heldFor ?? undefined,
    beforeBlock: row.beforeBlock === null ? undefined : JSON.parse(row.beforeBlock),
    releasedAt: optionalDate(row.releasedAt),
    keptBy: row.keptBy ?? undefined,
    takenBack: row.takenBack === null ? undefined : JSON.parse(row.takenBack, soundPart),
    rearrangedAt: optionalDate(row.rearrangedAt),
  }
}

export function toLine<Row extends Pick<Selectable<TicketRow>, keyof TicketLine>>(row: Row) {
  return {
    ...row,
    // The row may predate the soundText check of forms.
    visitorName: soundText(row.visitorName),
    subject: row.subject ?? undefined,
    tags: row.tags === '[]' ? [] : (JSON.parse(row.tags, soundPart) as string[]),
    ...readingOfRow(row),
    assignee: row.assignee ?? undefined,
    latestBy: row.latestBy ?? undefined,
    waitingSince: optionalDate(row.waitingSince),
    snoozedUntil: optionalDate(row.snoozedUntil),
    wokenSeenBy: row.wokenSeenBy === null ? undefined : (JSON.parse(row.wokenSeenBy) as string[]),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }
}

export function readingOfRow({ seenBy, lastAt }: Pick<Selectable<TicketRow>, 'seenBy' | 'lastAt'>) {
  return {
    seenBy: seenBy === null ? undefined : (JSON.parse(seenBy) as Ticket['seenBy']),
    lastAt: optionalDate(lastAt),
  }
}

function soundPart(_: string, part: unknown): unknown {
  return typeof part === 'string' ? soundText(part) : part
}

export async function findTicket(kysely: Kysely<Schema>, scope: TicketScope) {
  const row = await kysely.selectFrom('tickets').selectAll().where(within(scope)).executeTakeFirst()
  return row && toTicket(row)
}

/** A merged ticket's id is that of the one it was merged into. */
export async function findTicketById(kysely: Kysely<Schema>, id: string) {
  const row = await kysely
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', (column) =>
      column
        .selectFrom('tickets as asked')
        .select(({ fn }) => fn.coalesce('asked.mergedInto', 'asked.id').as('id'))
        .where('asked.id', '=', id),
    )
    // What is being erased is merged into itself.
    .where('mergedInto', 'is', null)
    .where(isDeskThere('tickets.deskId'))
    .executeTakeFirst()
  return row && toTicket(row)
}

export async function findTicketByMail(kysely: Kysely<Schema>, keys: readonly string[]) {
  const found = await findByMail(kysely, keys)
  return found && findTicketById(kysely, found.ticketId)
}

export async function findMail(kysely: Kysely<Schema>, key: string) {
  const found = await findByMail(kysely, [key])
  if (!found?.mail || !(await findTicketById(kysely, found.ticketId))) return undefined
  return JSON.parse(found.mail) as MessageMail
}

/** By the index of migration 43, whose expression this repeats. */
function findByMail(kysely: Kysely<Schema>, keys: readonly string[]) {
  return kysely
    .selectFrom('messages')
    .select(['ticketId', 'mail'])
    .where('mail', 'is not', null)
    .where(sql`json_extract(mail, '$.key')`, 'in', anyOf(keys))
    .limit(1)
    .executeTakeFirst()
}
