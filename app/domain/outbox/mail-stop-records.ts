import type { Kind } from '../records/kinds'
import {
  type Change,
  changed,
  created,
  type Reading,
  type Records,
  removed,
} from '../records/records'
import { emailKey } from '../text/email'
import type { MailStore } from './mails'

/** Who wants no e-mails about a ticket. It goes with the ticket, also when that is moved. */
export interface MailStop {
  ticketId: string
  /** Absent where its visitor still gets them. */
  stoppedAt?: Date
  /** Of people in copy, by `emailKey`. */
  copies?: string[]
}

export const mailStopKind: Kind<MailStop, never> = {
  noun: 'mailStop',
  table: 'mailStops',
  cells: { ticketId: 'text', stoppedAt: 'time', copies: 'json' },
  key: ['ticketId'],
  lists: {},
}

interface Conversation {
  id: string
  followUpOf?: string
  mergedInto?: string
}

/** What e-mails ask of a ticket, which has a store of its own. */
export const ticketKind: Kind<Conversation, never> = {
  noun: 'ticket',
  table: 'tickets',
  cells: { id: 'text', followUpOf: 'text', mergedInto: 'text' },
  key: ['id'],
  lists: {},
}

type Stops = Pick<MailStore, 'setStopped' | 'isStopped' | 'setCopyStopped' | 'copyStops'>

export function createMailStops(records: Records): Stops {
  return {
    setStopped: (ticketId, stopped, now) =>
      records.commit([`mail stop ${ticketId}`], async (read) => {
        const ticket = await read.get(ticketKind, ticketId)
        const known = ticket ? await stopsOf(read, ticket) : []
        const own = known.find((each) => each.ticketId === ticketId)
        if (!stopped) {
          const ends = known.map((each) => kept(each, { ...each, stoppedAt: undefined }))
          return { result: undefined, changes: ends }
        }
        const isNew = ticket && !own?.stoppedAt
        const stop = { ticketId, copies: own?.copies, stoppedAt: now }
        return { result: undefined, changes: isNew ? [kept(own, stop)] : [] }
      }),

    async isStopped(ticketId) {
      const ticket = await records.get(ticketKind, ticketId)
      const stops = ticket ? await stopsOf(records, ticket) : []
      return stops.some(({ stoppedAt }) => stoppedAt !== undefined)
    },

    setCopyStopped: (ticketId, address, stopped) =>
      records.commit([`mail stop ${ticketId}`], async (read) => {
        const ticket = await placeOf(read, ticketId)
        const known = ticket ? await stopsOf(read, ticket) : []
        const key = emailKey(address)
        if (ticket && stopped) {
          const own = known.find((each) => each.ticketId === ticket.id)
          const copies = [...new Set([...(own?.copies ?? []), key])]
          return {
            result: undefined,
            changes: [kept(own, { ...own, ticketId: ticket.id, copies })],
          }
        }
        const ends = known.map((each) => kept(each, { ...each, copies: without(each, key) }))
        return { result: undefined, changes: ends }
      }),

    async copyStops(ticketId) {
      const ticket = await placeOf(records, ticketId)
      return ticket && copiesIn(await stopsOf(records, ticket))
    },
  }
}

/** Who unsubscribed gets no e-mails about a ticket that is split off either. */
export async function mailStopFor(
  read: Reading,
  source: Conversation,
  ticketId: string,
): Promise<Change[]> {
  const stops = await stopsOf(read, source)
  const stoppedAt = stops.find((each) => each.stoppedAt)?.stoppedAt
  const copies = copiesIn(stops)
  return stops.length > 0 ? [kept(undefined, { ticketId, stoppedAt, copies })] : []
}

/** Who unsubscribed from a ticket, also in copy, gets no e-mails about the one that it is merged into either. */
export async function mailStopMerged(
  read: Reading,
  source: Conversation,
  target: Conversation,
): Promise<Change[]> {
  const gone = await stopsOf(read, source)
  if (gone.length === 0) return []
  const own = await read.get(mailStopKind, target.id)
  const stoppedAt = own?.stoppedAt ?? gone.find((each) => each.stoppedAt)?.stoppedAt
  const copies = [...new Set([...(own?.copies ?? []), ...copiesIn(gone)])]
  return [kept(own, { ticketId: target.id, stoppedAt, copies })]
}

/** Where its messages are. */
async function placeOf(read: Pick<Reading, 'get'>, ticketId: string) {
  const ticket = await read.get(ticketKind, ticketId)
  return ticket?.mergedInto === undefined ? ticket : read.get(ticketKind, ticket.mergedInto)
}

/** Here and for the conversation that this one continues. */
async function stopsOf(read: Reading, { id, followUpOf }: Conversation) {
  const found = await read.all(mailStopKind, followUpOf === undefined ? [id] : [id, followUpOf])
  return found.flatMap((stop) => stop ?? [])
}

function copiesIn(stops: MailStop[]): string[] {
  return [...new Set(stops.flatMap(({ copies = [] }) => copies))]
}

const without = ({ copies = [] }: MailStop, key: string) => copies.filter((each) => each !== key)

/** One that stops nothing is removed. */
function kept(
  before: MailStop | undefined,
  { ticketId, stoppedAt, copies = [] }: MailStop,
): Change {
  const after = {
    ticketId,
    ...(stoppedAt && { stoppedAt }),
    ...(copies.length > 0 && { copies }),
  }
  if (!before) return created(mailStopKind, after)
  if (!stoppedAt && copies.length === 0) return removed(mailStopKind, before)
  return changed(mailStopKind, before, after)
}
