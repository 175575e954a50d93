import type { Kind } from '../records/kinds'
import { changed, created, type Records, removed } from '../records/records'
import {
  judgeReply,
  judgeReplyChange,
  type SavedReply,
  type SavedReplyStore,
} from './saved-replies'

export const savedReplyKind: Kind<SavedReply, 'ofDesk'> = {
  noun: 'savedReply',
  table: 'savedReplies',
  cells: {
    id: 'text',
    deskId: 'text',
    createKey: 'text',
    shortcut: 'text',
    text: 'json',
    createdAt: 'time',
    updatedAt: 'time',
  },
  key: ['deskId', 'shortcut'],
  desk: 'deskId',
  lists: { ofDesk: { by: ['deskId'] } },
}

const changing = (deskId: string) => [`saved replies ${deskId}`]

export function createSavedReplyStore(records: Records): SavedReplyStore {
  return {
    add: (reply, most) =>
      records.commit(changing(reply.deskId), async (read) => {
        const there = await read.list(savedReplyKind, 'ofDesk', { deskId: reply.deskId })
        const result = judgeReply(there, reply, most)
        return { result, changes: result === 'added' ? [created(savedReplyKind, reply)] : [] }
      }),

    change: (deskId, id, change) =>
      records.commit(changing(deskId), async (read) => {
        const there = await read.list(savedReplyKind, 'ofDesk', { deskId })
        const result = judgeReplyChange(there, id, change.shortcut)
        const reply = there.find((each) => each.id === id)
        if (result !== 'changed' || !reply) return { result }
        const after = { ...reply, ...change }
        if (after.shortcut === reply.shortcut)
          return { result, changes: [changed(savedReplyKind, reply, after)] }
        const changes = [removed(savedReplyKind, reply), created(savedReplyKind, after)]
        return { result, changes }
      }),

    remove: (deskId, id) =>
      records.commit(changing(deskId), async (read) => {
        const there = await read.list(savedReplyKind, 'ofDesk', { deskId })
        const reply = there.find((each) => each.id === id)
        return { result: !!reply, changes: reply ? [removed(savedReplyKind, reply)] : [] }
      }),

    list: (deskId) => records.list(savedReplyKind, 'ofDesk', { deskId }),
  }
}
