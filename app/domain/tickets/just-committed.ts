import type { Message } from './messages'
import type { Ticket, TicketStore } from './tickets'

interface Committed {
  ticket: Ticket
  message: Message
}

/**
 * The store, which gives a visitor's windows the message that this process has just committed, and its
 * ticket, without reading them again. Known by the visitor's own scope alone, and for two turns of the
 * event loop, in which windows read after an event; any other change of the ticket ends it.
 */
export function withJustCommitted(store: TicketStore): TicketStore {
  const known = new Map<string, Committed>()

  function remember(committed: Committed) {
    const { secretHash } = committed.ticket
    known.set(secretHash, committed)
    const forget = () => known.get(secretHash) === committed && known.delete(secretHash)
    setImmediate(() => setImmediate(forget))
  }

  /** Before and after: what is read meanwhile may be either. */
  async function changing<Result>(change: () => Promise<Result>): Promise<Result> {
    known.clear()
    const result = await change()
    known.clear()
    return result
  }

  return {
    ...store,
    async append(scope, message, decide) {
      const appended = await store.append(scope, message, decide)
      if (appended.kind === 'added') remember(appended)
      return appended
    },
    move: (scope, decide) => changing(() => store.move(scope, decide)),
    merge: (deskId, numbers, decide) => changing(() => store.merge(deskId, numbers, decide)),
    markSeen: (scope, side, seq) => changing(() => store.markSeen(scope, side, seq)),
    keep: (secretHash, uid) => changing(() => store.keep(secretHash, uid)),

    async find(scope) {
      const committed = 'secretHash' in scope ? known.get(scope.secretHash) : undefined
      return committed?.ticket ?? store.find(scope)
    },

    async messages(scope, after, limit) {
      const committed = 'secretHash' in scope ? known.get(scope.secretHash) : undefined
      if (committed?.message.seq !== after + 1) return store.messages(scope, after, limit)
      // Notes are for owners alone.
      return committed.message.kind === 'note' ? [] : [committed.message]
    },
  }
}
