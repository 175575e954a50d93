import { soughtText } from '../../../domain/tickets/search'
import type { Database } from '../database/database.server'
import { isUpdated, updateOnce } from '../database/once.server'
import { beginningsOf } from './beginnings'
import { facetsOf } from './records.server'

const nobodys = 'nobodys'

/** What tickets of earlier versions lack: the facets of nobody's, and words of the subjects of e-mails. */
export async function updateTickets(database: Database, closing: AbortSignal): Promise<void> {
  const { allMessages, collection } = database
  await updateOnce(
    database,
    nobodys,
    collection('tickets'),
    (ticket) =>
      // Without any where nobody is to find it.
      ticket.assignee === undefined && ticket.facets.length > 0
        ? { facets: facetsOf(ticket) }
        : undefined,
    closing,
  )
  await updateOnce(
    database,
    'subjects',
    allMessages(),
    (message) => {
      if (!message.mail?.subject) return undefined
      const words = beginningsOf(soughtText(message))
      return words.length > message.words.length ? { words } : undefined
    },
    closing,
  )
}

/** Tells whether nobody's tickets all have their facets. Asks until they have. */
export function createNobodys(database: Database): () => Promise<boolean> {
  let found = false
  return async () => {
    found ||= await isUpdated(database, nobodys)
    return found
  }
}
