import {
  judgeReply,
  judgeReplyChange,
  type SavedReply,
  type SavedReplyStore,
} from '../../../domain/tickets/saved-replies'
import type { Database } from '../database/database.server'
import { listOf } from '../database/documents.server'

/** A document's id is desk and shortcut, which makes it unique. */
export function createSavedReplyStore({
  collection,
  document,
  transact,
}: Database): SavedReplyStore {
  const ofDesk = (deskId: string) => collection('savedReplies').where('deskId', '==', deskId)
  const reference = ({ deskId, shortcut }: Pick<SavedReply, 'deskId' | 'shortcut'>) =>
    document('savedReplies', deskId, shortcut)

  return {
    add: (reply, most) =>
      transact([`saved replies ${reply.deskId}`], async (transaction) => {
        const found = await transaction.get(ofDesk(reply.deskId))
        const there = found.docs.map((each) => each.data())
        const judged = judgeReply(there, reply, most)
        if (judged === 'added') transaction.create(reference(reply), reply)
        return judged
      }),

    change: (deskId, id, change) =>
      transact([`saved replies ${deskId}`], async (transaction) => {
        const found = await transaction.get(ofDesk(deskId))
        const there = found.docs.map((each) => each.data())
        const judged = judgeReplyChange(there, id, change.shortcut)
        const reply = there.find((each) => each.id === id)
        if (judged !== 'changed' || !reply) return judged
        transaction.delete(reference(reply))
        transaction.set(reference({ deskId, ...change }), { ...reply, ...change })
        return judged
      }),

    remove: (deskId, id) =>
      transact([`saved replies ${deskId}`], async (transaction) => {
        const found = await transaction.get(ofDesk(deskId).where('id', '==', id))
        for (const { ref } of found.docs) transaction.delete(ref)
        return !found.empty
      }),

    list: (deskId) => listOf(ofDesk(deskId).orderBy('shortcut')),
  }
}
