import { openTemporaryStores } from '../adapters/sqlite/places'
import { accountStoreContract } from '../contracts/accounts'
import { attachmentStoreContract } from '../contracts/attachments'
import { catalogueStoreContract } from '../contracts/catalogue'
import { declarationStoreContract } from '../contracts/declarations'
import { deskStoreContract } from '../contracts/desks'
import { embedStoreContract } from '../contracts/embeds'
import type { OpenStores } from '../contracts/examples'
import { feedbackStoreContract } from '../contracts/feedback'
import { leaseStoreContract } from '../contracts/leases'
import { legalStoreContract } from '../contracts/legal-details'
import { mailboxStoreContract } from '../contracts/mailboxes'
import { mailStoreContract } from '../contracts/mails'
import { orderStoreContract } from '../contracts/orders'
import { photoStoreContract } from '../contracts/photos'
import { savedReplyStoreContract } from '../contracts/saved-replies'
import { sessionStoreContract } from '../contracts/sessions'
import { ticketStoreContract } from '../contracts/tickets'
import { remoteStores } from '../support/remote-stores'

/** Milliseconds: enough for calls to overtake each other, and little for the many of a contract. */
const latency = 2

const openRemote: OpenStores = async () => remoteStores(await openTemporaryStores(), latency).stores

for (const contract of [
  accountStoreContract,
  attachmentStoreContract,
  catalogueStoreContract,
  declarationStoreContract,
  deskStoreContract,
  embedStoreContract,
  feedbackStoreContract,
  leaseStoreContract,
  legalStoreContract,
  mailboxStoreContract,
  mailStoreContract,
  orderStoreContract,
  photoStoreContract,
  savedReplyStoreContract,
  sessionStoreContract,
  ticketStoreContract,
]) {
  contract('SQLite at a distance', openRemote)
}
