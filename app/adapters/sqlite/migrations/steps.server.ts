import type { Connection } from '../database/connection.server'
import { baseline } from './0036-baseline.server'
import { siteClaim } from './0037-site-claim.server'
import { orderAddressWords } from './0038-order-address-words.server'
import { answerLocale } from './0039-answer-locale.server'
import { siteSettings } from './0040-site-settings.server'
import { ticketHistoryForm } from './0041-ticket-history-form.server'
import { orderSearch } from './0042-order-search.server'
import { messageMail } from './0043-message-mail.server'
import { messageCopies } from './0044-message-copies.server'
import { mailboxes } from './0045-mailboxes.server'
import { members } from './0046-members.server'
import { invitations } from './0047-invitations.server'
import { ticketReaders } from './0048-ticket-readers.server'
import { mailAliases } from './0049-mail-aliases.server'
import { memberPresence } from './0050-member-presence.server'
import { authors } from './0051-authors.server'
import { mailReaders } from './0052-mail-readers.server'
import { lastAnswer } from './0053-last-answer.server'
import { assignees } from './0054-assignees.server'
import { auditLog } from './0055-audit-log.server'
import { roundRobin } from './0056-round-robin.server'
import { searchForms } from './0057-search-forms.server'
import { entitlementOrders } from './0058-entitlement-orders.server'
import { letterRoom } from './0059-letter-room.server'
import { olderMails } from './0060-older-mails.server'
import { subjects } from './0061-subjects.server'
import { identities } from './0062-identities.server'
import { secondFactors } from './0063-second-factors.server'
import { requiredFactor } from './0064-required-factor.server'
import { providers } from './0065-providers.server'
import { takenBack } from './0066-taken-back.server'
import { signatures } from './0067-signatures.server'
import { deskAddresses } from './0068-desk-addresses.server'
import { drafts } from './0069-drafts.server'
import { ticketSubject } from './0070-ticket-subject.server'
import { compactLists } from './0071-compact-lists.server'
import { passkeys } from './0072-passkeys.server'
import { visitedPages } from './0073-visited-pages.server'
import { nobodys } from './0074-nobodys.server'
import { refundsDue } from './0075-refunds-due.server'
import { wokenSeenBy } from './0076-woken-seen-by.server'
import { copyStops } from './0077-copy-stops.server'
import { lastWords } from './0078-last-words.server'
import { visitorSeenAt } from './0079-visitor-seen-at.server'
import { firstTags } from './0080-first-tags.server'
import { beforeBlock } from './0081-before-block.server'
import { withdrawalsDue } from './0082-withdrawals-due.server'
import { rearranged } from './0083-rearranged.server'

/** SQL, or a function that reads and writes; runs inside the one transaction of all steps. */
export type Step = string | ((connection: Connection) => void)

/** The schema version (`PRAGMA user_version`) that the first step makes. */
export const baselineVersion = 36

/**
 * The schema, step by step. To change it:
 * 1. Add `migrations/NNNN-noun.server.ts`, which exports one step. NNNN is the version that the step
 *    makes: one more than that of the step before.
 * 2. Append the step here, and bring `Schema` in `database/schema.server.ts` and Firestore's
 *    `generation` up to date.
 * 3. Test that data is kept: migrate with `steps.slice(0, -1)`, insert rows, then open the database.
 *
 * Never change what a released step makes. A step that copies a table names its columns: in a database
 * begun before the baseline they are in another order.
 */
export const steps: readonly Step[] = [
  baseline,
  siteClaim,
  orderAddressWords,
  answerLocale,
  siteSettings,
  ticketHistoryForm,
  orderSearch,
  messageMail,
  messageCopies,
  mailboxes,
  members,
  invitations,
  ticketReaders,
  mailAliases,
  memberPresence,
  authors,
  mailReaders,
  lastAnswer,
  assignees,
  auditLog,
  roundRobin,
  searchForms,
  entitlementOrders,
  letterRoom,
  olderMails,
  subjects,
  identities,
  secondFactors,
  requiredFactor,
  providers,
  takenBack,
  signatures,
  deskAddresses,
  drafts,
  ticketSubject,
  compactLists,
  passkeys,
  visitedPages,
  nobodys,
  refundsDue,
  wokenSeenBy,
  copyStops,
  lastWords,
  visitorSeenAt,
  firstTags,
  beforeBlock,
  withdrawalsDue,
  rearranged,
]
