import { ticketKind } from '../outbox/mail-stop-records'
import type { Kind } from '../records/kinds'
import { type Change, changed, created, type Records, removed } from '../records/records'
import type { MentionedIn, MentionStore } from './mentions'

export const mentionKind: Kind<MentionedIn, 'ofMember' | 'ofTicket'> = {
  noun: 'mention',
  table: 'mentions',
  cells: {
    ticketId: 'text',
    reader: 'text',
    deskId: 'text',
    mentionedAt: 'time',
    words: 'text',
    byUid: 'text',
  },
  key: ['ticketId', 'reader'],
  desk: 'deskId',
  lists: {
    ofMember: { by: ['deskId', 'reader'], order: 'mentionedAt', descending: true },
    ofTicket: { by: ['ticketId'] },
  },
}

export function createMentionStore(records: Records): MentionStore {
  return {
    note: ({ id: ticketId, deskId }, readers, note) =>
      records.commit([`mentions ${ticketId}`], async (read) => {
        const ticket = await read.get(ticketKind, ticketId)
        const there = await read.list(mentionKind, 'ofTicket', { ticketId })
        const changes = readers.flatMap((reader): Change[] => {
          const before = there.find((each) => each.reader === reader)
          const after = { ticketId, reader, deskId, ...note }
          if (!before) return [created(mentionKind, after)]
          return before.mentionedAt < note.mentionedAt ? [changed(mentionKind, before, after)] : []
        })
        return { result: undefined, changes: ticket ? changes : [] }
      }),

    forget: (ticketId, mentionedAt) =>
      records.commit([`mentions ${ticketId}`], async (read) => {
        const there = await read.list(mentionKind, 'ofTicket', { ticketId })
        const ofNote = there.filter((each) => each.mentionedAt.getTime() === mentionedAt.getTime())
        return { result: undefined, changes: ofNote.map((each) => removed(mentionKind, each)) }
      }),

    list: (deskId, reader, limit) =>
      records.list(mentionKind, 'ofMember', { deskId, reader }, { limit }),
  }
}
