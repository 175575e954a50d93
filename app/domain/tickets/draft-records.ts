import { ticketKind } from '../outbox/mail-stop-records'
import type { Kind } from '../records/kinds'
import { type Change, changed, created, type Records, removed } from '../records/records'
import { type Draft, type DraftStore, mostDrafts } from './drafts'

export const draftKind: Kind<Draft, 'ofMember' | 'ofTicket'> = {
  noun: 'draft',
  table: 'drafts',
  cells: {
    ticketId: 'text',
    reader: 'text',
    deskId: 'text',
    key: 'text',
    body: 'text',
    isNote: 'flag',
    seen: 'number',
    savedAt: 'time',
  },
  key: ['ticketId', 'reader'],
  desk: 'deskId',
  lists: {
    ofMember: { by: ['deskId', 'reader'], order: 'savedAt', descending: true },
    ofTicket: { by: ['ticketId'] },
  },
}

const nothing = { result: undefined }
const changing = (deskId: string, reader: string) => [`drafts ${deskId} ${reader}`]

export function createDraftStore(records: Records): DraftStore {
  return {
    save: (draft) =>
      records.commit(changing(draft.deskId, draft.reader), async (read) => {
        const { ticketId, reader, deskId } = draft
        const there = await read.get(draftKind, ticketId, reader)
        if (there) return { ...nothing, changes: [changed(draftKind, there, draft)] }
        if (!(await read.get(ticketKind, ticketId))) return nothing
        const all = await read.list(draftKind, 'ofMember', { deskId, reader })
        const oldest = all.slice(mostDrafts - 1).map((each) => removed(draftKind, each))
        return { ...nothing, changes: [...oldest, created(draftKind, draft)] }
      }),

    remove: (ticketId, reader) =>
      records.commit([], async (read) => {
        const there = await read.get(draftKind, ticketId, reader)
        return there ? { ...nothing, changes: [removed(draftKind, there)] } : nothing
      }),

    find: (ticketId, reader) => records.get(draftKind, ticketId, reader),

    list: (deskId, reader) =>
      records.list(draftKind, 'ofMember', { deskId, reader }, { limit: mostDrafts }),

    follow: (from, to) =>
      records.commit([], async (read) => {
        const [left, there] = [
          await read.list(draftKind, 'ofTicket', { ticketId: from }),
          await read.list(draftKind, 'ofTicket', { ticketId: to }),
        ]
        const readers = there.map(({ reader }) => reader)
        const changes = left.flatMap((draft): Change[] =>
          readers.includes(draft.reader)
            ? []
            : [removed(draftKind, draft), created(draftKind, { ...draft, ticketId: to })],
        )
        return { ...nothing, changes }
      }),
  }
}
