import { createRecordStores } from '../../domain/record-stores'
import type { Stores } from '../../domain/stores'
import { createAccountStore } from './accounts/accounts.server'
import { createSessionStore } from './accounts/sessions.server'
import { databaseIn, refuseEmptied } from './data-folder.server'
import { type Database, openDatabase } from './database/database.server'
import { createDeskStore } from './desks/desks.server'
import { createSiteClaimStore } from './desks/site-claim.server'
import { createErasure } from './erasure/erasure.server'
import { createFeedbackStore } from './feedback/feedback.server'
import { createAttachmentStore } from './files/attachments.server'
import { createDeclarationStore } from './legal/declarations.server'
import { createLegalStore } from './legal/legal-details.server'
import { refuseHalf } from './moving/moving.server'
import { openingProblem } from './opening-problems'
import { createRecords } from './records/records.server'
import { createCatalogueStore } from './shop/catalogue.server'
import { createOrderStore } from './shop/orders.server'
import { createSiteStore } from './site/site-settings.server'
import { unassignAll } from './tickets/assignees.server'
import { createChangedTickets } from './tickets/changed-tickets.server'
import { createTicketHistory } from './tickets/history.server'
import { createTicketNumbers } from './tickets/numbers.server'
import { createTicketRetractions } from './tickets/retracting.server'
import { createRoundRobin } from './tickets/round-robin.server'
import { createTicketSearch } from './tickets/search.server'
import { createTicketSplits } from './tickets/splitting.server'
import { createTicketStore } from './tickets/tickets.server'
import { createTicketTimers } from './tickets/timers.server'
import { createVisitorBlocks } from './tickets/visitor-blocks.server'

/** Creates folder and file if needed. Throws StoreNotOpened with a sentence for the operator. */
export async function openStores({ folder }: { folder: string }): Promise<Stores> {
  try {
    refuseHalf(folder)
    refuseEmptied(folder)
  } catch (error) {
    throw openingProblem(error, folder)
  }
  return storesOn(openDatabase(databaseIn(folder)))
}

export function storesOn(database: Database): Stores {
  const desks = createDeskStore(database)
  return {
    ...createRecordStores(createRecords(database), {
      desks,
      unassign: (deskId, uid) => unassignAll(database, deskId, uid),
    }),
    accounts: createAccountStore(database),
    sessions: createSessionStore(database),
    desks,
    siteClaim: createSiteClaimStore(database),
    siteSettings: createSiteStore(database),
    tickets: createTicketStore(database),
    ticketHistory: createTicketHistory(database),
    ticketRetractions: createTicketRetractions(database),
    ticketSplits: createTicketSplits(database),
    ticketSearch: createTicketSearch(database),
    ticketNumbers: createTicketNumbers(database),
    ticketTimers: createTicketTimers(database),
    roundRobin: createRoundRobin(database),
    erasure: createErasure(database),
    visitorBlocks: createVisitorBlocks(database),
    attachments: createAttachmentStore(database),
    feedback: createFeedbackStore(database),
    changedTickets: createChangedTickets(database),
    products: createCatalogueStore(database),
    orders: createOrderStore(database),
    declarations: createDeclarationStore(database),
    legalDetails: createLegalStore(database),
    ready: () => database.probe(),
    verify: () => database.verify(),
    purge: () => database.purge(),
    close: () => database.close(),
  }
}
