import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccountStore } from '../../../app/adapters/sqlite/accounts.server'
import { createChangedTickets } from '../../../app/adapters/sqlite/changed-tickets.server'
import { type Database, openDatabase } from '../../../app/adapters/sqlite/database.server'
import { createDeclarationStore } from '../../../app/adapters/sqlite/declarations.server'
import { createDeskStore } from '../../../app/adapters/sqlite/desks.server'
import { createEmbedStore } from '../../../app/adapters/sqlite/embeds.server'
import { createEntitlementStore } from '../../../app/adapters/sqlite/entitlements.server'
import { createFeedbackStore } from '../../../app/adapters/sqlite/feedback.server'
import { createLeaseStore } from '../../../app/adapters/sqlite/leases.server'
import { createMailStore } from '../../../app/adapters/sqlite/mails.server'
import { createOrderStore } from '../../../app/adapters/sqlite/orders.server'
import { createPhotoStore } from '../../../app/adapters/sqlite/photos.server'
import { createSavedReplyStore } from '../../../app/adapters/sqlite/saved-replies.server'
import { createSessionStore } from '../../../app/adapters/sqlite/sessions.server'
import { createTicketErasure } from '../../../app/adapters/sqlite/ticket-erasure.server'
import { createTicketHistory } from '../../../app/adapters/sqlite/ticket-history.server'
import { createTicketNumbers } from '../../../app/adapters/sqlite/ticket-numbers.server'
import { createTicketSearch } from '../../../app/adapters/sqlite/ticket-search.server'
import { createTicketTimers } from '../../../app/adapters/sqlite/ticket-timers.server'
import { createTicketStore } from '../../../app/adapters/sqlite/tickets.server'
import { createVisitorBlocks } from '../../../app/adapters/sqlite/visitor-blocks.server'
import type { Stores } from '../../contracts/examples'

/** A folder of its own for a database; `remove` takes it away. */
export async function makePlace() {
  const folder = await mkdtemp(join(tmpdir(), 'tresen-sqlite-'))
  return {
    folder,
    file: join(folder, 'test.sqlite'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export function storesOf(database: Database): Omit<Stores, 'close'> {
  return {
    accounts: createAccountStore(database),
    desks: createDeskStore(database),
    embeds: createEmbedStore(database),
    sessions: createSessionStore(database),
    tickets: createTicketStore(database),
    ticketHistory: createTicketHistory(database),
    ticketSearch: createTicketSearch(database),
    ticketNumbers: createTicketNumbers(database),
    ticketTimers: createTicketTimers(database),
    ticketErasure: createTicketErasure(database),
    visitorBlocks: createVisitorBlocks(database),
    photos: createPhotoStore(database),
    savedReplies: createSavedReplyStore(database),
    feedback: createFeedbackStore(database),
    mails: createMailStore(database),
    changedTickets: createChangedTickets(database),
    declarations: createDeclarationStore(database),
    leases: createLeaseStore(database),
    orders: createOrderStore(database),
    entitlements: createEntitlementStore(database),
  }
}

/** Stores on a fresh database in a temporary folder. */
export async function openTemporaryStores(): Promise<Stores> {
  const place = await makePlace()
  const database = openDatabase(place.file)
  return {
    ...storesOf(database),
    async close() {
      await database.close()
      await place.remove()
    },
  }
}
