import { counter } from '../migrations/0001-counter.server'
import { ticketWork } from '../migrations/0002-ticket-work.server'
import { deskDays } from '../migrations/0003-desk-days.server'
import { mails } from '../migrations/0004-mails.server'
import { files } from '../migrations/0005-files.server'
import { shop } from '../migrations/0006-shop.server'
import { savedReplies } from '../migrations/0007-saved-replies.server'
import { visitors } from '../migrations/0008-visitors.server'
import { embed } from '../migrations/0009-embed.server'
import { feedback } from '../migrations/0010-feedback.server'
import { recordMails } from '../migrations/0011-record-mails.server'
import { declarations } from '../migrations/0012-declarations.server'
import { photos } from '../migrations/0013-photos.server'
import { visitorBlocks } from '../migrations/0014-visitor-blocks.server'
import { uploadRoom } from '../migrations/0015-upload-room.server'
import { releases } from '../migrations/0016-releases.server'
import { hashFormKeys } from '../migrations/0017-form-key-hashes.server'
import { searchPlaces } from '../migrations/0018-search-places.server'
import { deskCounts } from '../migrations/0019-desk-counts.server'
import { reservations } from '../migrations/0020-reservations.server'
import { orderAddress } from '../migrations/0021-order-address.server'
import { erasure } from '../migrations/0022-erasure.server'
import { orderRoom } from '../migrations/0023-order-room.server'
import { deskAway } from '../migrations/0024-desk-away.server'
import { searchMerges } from '../migrations/0025-search-merges.server'
import { keptForQuestions } from '../migrations/0026-kept-for-questions.server'
import { catalogue } from '../migrations/0027-catalogue.server'
import { deskStorage } from '../migrations/0028-desk-storage.server'
import { orderPickup } from '../migrations/0029-order-pickup.server'
import { orderBilling } from '../migrations/0030-order-billing.server'
import { ticketVisitors } from '../migrations/0031-ticket-visitors.server'
import { legalDetails } from '../migrations/0032-legal-details.server'
import { payOnPickup } from '../migrations/0033-pay-on-pickup.server'
import { unindexedMessages } from '../migrations/0034-unindexed-messages.server'
import { feedbackDays } from '../migrations/0035-feedback-days.server'
import { fewerTicketIndexes } from '../migrations/0036-fewer-ticket-indexes.server'
import { orderAddressWords } from '../migrations/0037-order-address-words.server'
import type { Connection } from './connection.server'

export type Step = string | ((connection: Connection) => void)

/**
 * Never change a released step; append a new one, and let its test write newest-schema.json:
 * `npx vitest run tests/adapters/sqlite/migrate.test.ts -u`. Times are milliseconds UTC.
 */
export const migrations: readonly Step[] = [
  counter,
  ticketWork,
  deskDays,
  mails,
  files,
  shop,
  savedReplies,
  visitors,
  embed,
  feedback,
  recordMails,
  declarations,
  photos,
  visitorBlocks,
  uploadRoom,
  releases,
  hashFormKeys,
  searchPlaces,
  deskCounts,
  reservations,
  orderAddress,
  erasure,
  orderRoom,
  deskAway,
  searchMerges,
  keptForQuestions,
  catalogue,
  deskStorage,
  orderPickup,
  orderBilling,
  ticketVisitors,
  legalDetails,
  payOnPickup,
  unindexedMessages,
  feedbackDays,
  fewerTicketIndexes,
  orderAddressWords,
]
