import { createRecordStores } from '../../domain/record-stores'
import { StoreNotOpened, type Stores } from '../../domain/stores'
import { createAccountStore } from './accounts/accounts.server'
import { createSessionStore } from './accounts/sessions.server'
import { type Database, openDatabase, type Settings } from './database/database.server'
import { asUnavailable } from './database/failures'
import { raiseGeneration, refuseNewer } from './database/generation.server'
import {
  guarded,
  HalfLoaded,
  inTime,
  startProblem,
  startTimeoutMs,
  type Timeouts,
} from './database/guard.server'
import { isBeingLoaded } from './database/loading.server'
import { createDeskStore } from './desks/desks.server'
import { createSiteClaimStore } from './desks/site-claim.server'
import { createErasure } from './erasure/erasure.server'
import { createFeedbackStore } from './feedback/feedback.server'
import { createAttachmentStore } from './files/attachments.server'
import { createDeclarationStore } from './legal/declarations.server'
import { createLegalStore } from './legal/legal-details.server'
import { settleMembers, withFounders } from './members/founders.server'
import { createRecords } from './records/records.server'
import { createCatalogueStore } from './shop/catalogue.server'
import { listDueOrders } from './shop/due-orders.server'
import { createOrderStore } from './shop/orders.server'
import { createSiteStore } from './site/site-settings.server'
import { unassignAll } from './tickets/assignees.server'
import { createChangedTickets } from './tickets/changed-tickets.server'
import { updateTickets } from './tickets/earlier.server'
import { createTicketHistory } from './tickets/history.server'
import { createTicketLookup } from './tickets/lookup.server'
import { createTicketNumbers } from './tickets/numbers.server'
import { createTicketRetractions } from './tickets/retracting.server'
import { createRoundRobin } from './tickets/round-robin.server'
import { createTicketSearch } from './tickets/search.server'
import { createTicketSplits } from './tickets/splitting.server'
import { createTicketStore } from './tickets/tickets.server'
import { createTicketTimers } from './tickets/timers.server'
import { createVisitorBlocks } from './tickets/visitor-blocks.server'

/** Throws StoreNotOpened if the database cannot be used. */
export async function openStores(
  settings: Settings,
  within = startTimeoutMs,
  timeouts?: Timeouts,
): Promise<Stores> {
  const database = openDatabase(settings)
  const stores = storesOn(database)
  const use = async () => {
    await stores.ready()
    if (await isBeingLoaded(database)) throw new HalfLoaded()
    await raiseGeneration(database)
    await settleMembers(database)
  }
  const using = use()
  try {
    await inTime(within, using)
  } catch (error) {
    // A client that is terminated while it tries again ends with an unhandled rejection.
    using.catch(() => stores.close()).catch(() => undefined)
    throw new StoreNotOpened(startProblem(asUnavailable(error), settings), error)
  }
  // A start need not wait for them, and the next one tries again. They use the first client, which is
  // terminated once they have ended.
  const closing = new AbortController()
  const updating = Promise.all(
    [updateTickets, listDueOrders].map((each) =>
      each(database, closing.signal).catch(() => undefined),
    ),
  )
  async function close() {
    closing.abort()
    await updating
    await stores.close()
  }
  return guarded({ ...stores, close }, () => storesOn(openDatabase(settings)), timeouts)
}

export function storesOn(database: Database): Stores {
  const { document, firestore } = database
  const lookup = createTicketLookup(database)
  const desks = createDeskStore(database)
  const recordStores = createRecordStores(createRecords(database), {
    desks,
    unassign: (deskId, uid) => unassignAll(database, { deskId, uid }),
  })
  let closed: Promise<void> | undefined
  return {
    ...recordStores,
    members: withFounders(database, recordStores.members),
    accounts: createAccountStore(database),
    sessions: createSessionStore(database),
    desks,
    siteClaim: createSiteClaimStore(database),
    siteSettings: createSiteStore(database),
    tickets: createTicketStore(database, lookup),
    ticketHistory: createTicketHistory(database, lookup),
    ticketRetractions: createTicketRetractions(database, lookup),
    ticketSplits: createTicketSplits(database, lookup),
    ticketSearch: createTicketSearch(database, lookup),
    ticketNumbers: createTicketNumbers(database),
    ticketTimers: createTicketTimers(database, lookup),
    roundRobin: createRoundRobin(database, lookup),
    erasure: createErasure(database, lookup),
    visitorBlocks: createVisitorBlocks(database),
    attachments: createAttachmentStore(database, lookup),
    feedback: createFeedbackStore(database, lookup),
    changedTickets: createChangedTickets(database, lookup),
    products: createCatalogueStore(database),
    orders: createOrderStore(database),
    declarations: createDeclarationStore(database),
    legalDetails: createLegalStore(database),
    async ready() {
      // One after the other: a read left under way by a failed write would outlive its client, and end
      // in an unhandled rejection.
      await document('probe', 'probe').set({ beats: 0 })
      await refuseNewer(database)
    },
    verify: async () => undefined,
    // What is deleted is gone; backups and point-in-time recovery are the operator's to limit.
    purge: async () => undefined,
    close() {
      closed ??= firestore.terminate()
      return closed
    },
  }
}
