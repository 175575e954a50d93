import type { Generated } from 'kysely'
import type { Account } from '../../domain/accounts'
import type { Desk } from '../../domain/desks'
import type { Message } from '../../domain/messages'
import type { SavedReply } from '../../domain/saved-replies'
import type { Session, SessionUser } from '../../domain/sessions'
import type { Ticket } from '../../domain/tickets'

/** How a value lies in a column: times as milliseconds UTC, yes and no as 1 and 0, objects as JSON text. */
type Cell<Value> = Value extends Date | boolean
  ? number
  : Value extends undefined
    ? null
    : Value extends string | number | null
      ? Value
      : string

/** A record of the domain as a row; what the record leaves out is NULL. */
export type Row<Stored> = { [Field in keyof Stored]-?: Cell<Stored[Field]> }

/** The tables; columns are written in snake_case and read in camelCase. */
export interface Schema {
  accounts: Row<Account>
  sessions: Row<Omit<Session, 'user'> & Omit<SessionUser, 'photoURL'> & { photoUrl: string | null }>
  desks: Row<Desk> & { lastNumber: Generated<number> }
  tickets: Row<Ticket>
  messages: Row<Message>
  savedReplies: Row<SavedReply>
  probe: { id: number; beats: number }
}

/** The record as a row. A field that is there with `undefined` becomes NULL; one that is not stays out. */
export function toRow<Stored extends object>(record: Stored): Row<Stored> {
  const cells = Object.entries(record).map(([field, value]) => [field, toCell(value)])
  return Object.fromEntries(cells) as Row<Stored>
}

function toCell(value: unknown): unknown {
  if (value === undefined) return null
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

export function optionalDate(milliseconds: number | null): Date | undefined {
  return milliseconds === null ? undefined : new Date(milliseconds)
}
