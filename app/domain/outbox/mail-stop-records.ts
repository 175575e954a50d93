import type { Kind } from '../records/kinds'
import { type Change, created, type Reading, type Records, removed } from '../records/records'
import type { MailStore } from './mails'

/** That a ticket's visitor wants no e-mails. It goes with the ticket, also when that is moved. */
export const mailStopKind: Kind<{ ticketId: string; stoppedAt: Date }, never> = {
  noun: 'mailStop',
  table: 'mailStops',
  cells: { ticketId: 'text', stoppedAt: 'time' },
  key: ['ticketId'],
  lists: {},
}

interface Conversation {
  id: string
  followUpOf?: string
}

/** What e-mails ask of a ticket, which has a store of its own. */
export const ticketKind: Kind<Conversation, never> = {
  noun: 'ticket',
  table: 'tickets',
  cells: { id: 'text', followUpOf: 'text' },
  key: ['id'],
  lists: {},
}

export function createMailStops(records: Records): Pick<MailStore, 'setStopped' | 'isStopped'> {
  return {
    setStopped: (ticketId, stopped, now) =>
      records.commit([`mail stop ${ticketId}`], async (read) => {
        const ticket = await read.get(ticketKind, ticketId)
        const known = ticket ? await stopsOf(read, ticket) : []
        const isNew = ticket && !known.some((each) => each.ticketId === ticketId)
        const stops = isNew ? [created(mailStopKind, { ticketId, stoppedAt: now })] : []
        const ends = known.map((each) => removed(mailStopKind, each))
        return { result: undefined, changes: stopped ? stops : ends }
      }),

    async isStopped(ticketId) {
      const ticket = await records.get(ticketKind, ticketId)
      return ticket !== undefined && (await stopsOf(records, ticket)).length > 0
    },
  }
}

/** A visitor who unsubscribed gets no e-mails about a ticket that is split off either. */
export async function mailStopFor(
  read: Reading,
  source: Conversation,
  ticketId: string,
): Promise<Change[]> {
  const [stop] = await stopsOf(read, source)
  return stop ? [created(mailStopKind, { ...stop, ticketId })] : []
}

/** Here and for the conversation that this one continues. */
async function stopsOf(read: Reading, { id, followUpOf }: Conversation) {
  const found = await read.all(mailStopKind, followUpOf === undefined ? [id] : [id, followUpOf])
  return found.flatMap((stop) => stop ?? [])
}
