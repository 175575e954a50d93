import { mkdirSync } from 'node:fs'
import type { Stores } from '../../domain/stores'
import { createAccountStore } from './accounts.server'
import { createAttachmentStore } from './attachments.server'
import { createChangedTickets } from './changed-tickets.server'
import { type Database, openDatabase } from './database.server'
import { createDeclarationStore } from './declarations.server'
import { createDeskStore } from './desks.server'
import { createEmbedStore } from './embeds.server'
import { createEntitlementStore } from './entitlements.server'
import { createErasure } from './erasure.server'
import { createFeedbackStore } from './feedback.server'
import { databaseIn } from './folder-lock.server'
import { createLeaseStore } from './leases.server'
import { createMailStore } from './mails.server'
import { createOrderStore } from './orders.server'
import { createPhotoStore } from './photos.server'
import { createSavedReplyStore } from './saved-replies.server'
import { createSessionStore } from './sessions.server'
import { createTicketHistory } from './ticket-history.server'
import { createTicketNumbers } from './ticket-numbers.server'
import { createTicketSearch } from './ticket-search.server'
import { createTicketTimers } from './ticket-timers.server'
import { createTicketStore } from './tickets.server'
import { createVisitorBlocks } from './visitor-blocks.server'

/**
 * Opens all stores on one SQLite file in the folder, which is made if it is missing. Throws if the file
 * is no database, or one of a newer version than this program.
 */
export async function openStores({ folder }: { folder: string }): Promise<Stores> {
  mkdirSync(folder, { recursive: true })
  return storesOn(openDatabase(databaseIn(folder)))
}

/** The stores of a database that is open already. */
export function storesOn(database: Database): Stores {
  return {
    accounts: createAccountStore(database),
    sessions: createSessionStore(database),
    desks: createDeskStore(database),
    embeds: createEmbedStore(database),
    photos: createPhotoStore(database),
    tickets: createTicketStore(database),
    ticketHistory: createTicketHistory(database),
    ticketSearch: createTicketSearch(database),
    ticketNumbers: createTicketNumbers(database),
    ticketTimers: createTicketTimers(database),
    erasure: createErasure(database),
    visitorBlocks: createVisitorBlocks(database),
    savedReplies: createSavedReplyStore(database),
    attachments: createAttachmentStore(database),
    feedback: createFeedbackStore(database),
    changedTickets: createChangedTickets(database),
    mails: createMailStore(database),
    orders: createOrderStore(database),
    entitlements: createEntitlementStore(database),
    declarations: createDeclarationStore(database),
    leases: createLeaseStore(database),
    ready: () => database.probe(),
    verify: () => database.verify(),
    purge: () => database.purge(),
    close: () => database.close(),
  }
}
