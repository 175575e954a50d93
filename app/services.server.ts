import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createBankTransfer } from './adapters/bank-transfer/payments.server'
import { createFileStore } from './adapters/disk/files.server'
import { createTokenVerifier } from './adapters/firebase-admin/verifier.server'
import { createIdentityToolkit } from './adapters/identity-toolkit/identity.server'
import { createAttemptStore } from './adapters/in-process/attempts.server'
import { createCaptchaDemand } from './adapters/in-process/captcha.server'
import { createLiveBus } from './adapters/in-process/live.server'
import { createPresenceStore } from './adapters/in-process/presence.server'
import { createCatalogueSource } from './adapters/json-file/catalogue.server'
import { openLegal } from './adapters/json-file/legal.server'
import { createMailFolder } from './adapters/mail-folder/mailer.server'
import { createPictureEncoder } from './adapters/sharp/pictures.server'
import { createSmtpMailer } from './adapters/smtp/mailer.server'
import { createAccountStore } from './adapters/sqlite/accounts.server'
import { createAttachmentStore } from './adapters/sqlite/attachments.server'
import { createChangedTickets } from './adapters/sqlite/changed-tickets.server'
import { openDatabase } from './adapters/sqlite/database.server'
import { createDeclarationStore } from './adapters/sqlite/declarations.server'
import { createDeskStore } from './adapters/sqlite/desks.server'
import { createEmbedStore } from './adapters/sqlite/embeds.server'
import { createEntitlementStore } from './adapters/sqlite/entitlements.server'
import { createFeedbackStore } from './adapters/sqlite/feedback.server'
import { createLeaseStore } from './adapters/sqlite/leases.server'
import { createMailStore } from './adapters/sqlite/mails.server'
import { createOrderStore } from './adapters/sqlite/orders.server'
import { createPhotoStore } from './adapters/sqlite/photos.server'
import { createSavedReplyStore } from './adapters/sqlite/saved-replies.server'
import { createSessionStore } from './adapters/sqlite/sessions.server'
import { createTicketErasure } from './adapters/sqlite/ticket-erasure.server'
import { createTicketHistory } from './adapters/sqlite/ticket-history.server'
import { createTicketNumbers } from './adapters/sqlite/ticket-numbers.server'
import { createTicketSearch } from './adapters/sqlite/ticket-search.server'
import { createTicketTimers } from './adapters/sqlite/ticket-timers.server'
import { createTicketStore } from './adapters/sqlite/tickets.server'
import { createVisitorBlocks } from './adapters/sqlite/visitor-blocks.server'
import { createStripePayments } from './adapters/stripe/payments.server'
import type { Config } from './config.server'
import type { AccountStore } from './domain/accounts'
import { removeDiscarded } from './domain/attachment-removal'
import type { AttachmentStore } from './domain/attachments'
import type { AttemptStore } from './domain/attempts'
import type { CaptchaDemand } from './domain/captcha'
import type { CatalogueSource } from './domain/catalogue'
import type { DeclarationStore } from './domain/declarations'
import type { DeskStore } from './domain/desks'
import type { EmbedStore } from './domain/embeds'
import type { EntitlementStore } from './domain/entitlements'
import type { FeedbackStore } from './domain/feedback'
import type { FileStore } from './domain/files'
import type { Identity } from './domain/identity'
import type { LeaseStore } from './domain/leases'
import type { Legal } from './domain/legal'
import type { LiveBus } from './domain/live'
import type { ChangedTickets } from './domain/mail-plans'
import type { Mailer } from './domain/mailer'
import type { MailStore } from './domain/mails'
import type { OrderStore } from './domain/orders'
import type { PaymentServices } from './domain/payments'
import type { PhotoStore } from './domain/photos'
import type { PictureEncoder } from './domain/pictures'
import type { PresenceStore } from './domain/presence'
import type { SavedReplyStore } from './domain/saved-replies'
import type { SessionStore } from './domain/sessions'
import type { TicketErasure } from './domain/ticket-erasure'
import type { TicketHistory } from './domain/ticket-history'
import type { TicketNumbers } from './domain/ticket-numbers'
import type { TicketSearch } from './domain/ticket-search'
import type { TicketTimers } from './domain/ticket-timers'
import type { TicketStore } from './domain/tickets'
import type { TokenVerifier } from './domain/token-verifier'
import type { VisitorBlocks } from './domain/visitor-blocks'
import { localizedPath } from './i18n/addresses'

/** Every port with the adapter that the configuration chose: the one place where that is decided. */
export interface Services {
  accounts: AccountStore
  sessions: SessionStore
  desks: DeskStore
  embeds: EmbedStore
  tickets: TicketStore
  attachments: AttachmentStore
  files: FileStore
  pictures: PictureEncoder
  photos: PhotoStore
  ticketHistory: TicketHistory
  ticketSearch: TicketSearch
  ticketNumbers: TicketNumbers
  ticketTimers: TicketTimers
  ticketErasure: TicketErasure
  visitorBlocks: VisitorBlocks
  savedReplies: SavedReplyStore
  feedback: FeedbackStore
  changedTickets: ChangedTickets
  catalogue: CatalogueSource
  /** Read once, at the start. */
  legal: Legal
  declarations: DeclarationStore
  orders: OrderStore
  /** In the order in which they are offered. */
  payments: PaymentServices
  entitlements: EntitlementStore
  mails: MailStore
  mailer: Mailer
  leases: LeaseStore
  live: LiveBus
  presence: PresenceStore
  attempts: AttemptStore
  identity: Identity
  captcha: CaptchaDemand
  tokens: TokenVerifier
  /** Throws unless the store can be read and written now. */
  probe(): Promise<void>
  /** Takes what was erased out of the store's files and copies for good. Throws if it cannot just now. */
  scrub(): Promise<void>
  /** Ends what is open; what was acknowledged is on the disk already. */
  close(): Promise<void>
}

/** What happens to a service while it runs and its operator should know: a sentence, and the details. */
export type Warn = (sentence: string, details: string[]) => void

export function createServices(config: Config, warn: Warn = () => undefined): Services {
  mkdirSync(config.dataDir, { recursive: true })
  const database = openDatabase(join(config.dataDir, 'tresen.sqlite'))
  const attachments = createAttachmentStore(database)
  const files = createFileStore(join(config.dataDir, 'files'))
  const identity = createIdentityToolkit(config.identity)
  const legal = openLegal(
    config.legal,
    (path, language) => config.publicOrigin + localizedPath(path, language),
  )
  return {
    accounts: createAccountStore(database),
    sessions: createSessionStore(database),
    desks: createDeskStore(database),
    embeds: createEmbedStore(database),
    tickets: createTicketStore(database),
    attachments,
    files,
    pictures: createPictureEncoder(),
    photos: createPhotoStore(database),
    ticketHistory: createTicketHistory(database),
    ticketSearch: createTicketSearch(database),
    ticketNumbers: createTicketNumbers(database),
    ticketTimers: createTicketTimers(database),
    ticketErasure: createTicketErasure(database),
    visitorBlocks: createVisitorBlocks(database),
    savedReplies: createSavedReplyStore(database),
    feedback: createFeedbackStore(database),
    changedTickets: createChangedTickets(database),
    catalogue: createCatalogueSource({
      file: config.catalogue,
      report: (problems) =>
        warn('The changed catalogue is not sound: the last one stays', problems),
    }),
    legal,
    declarations: createDeclarationStore(database),
    orders: createOrderStore(database),
    payments: createPayments(config, legal, warn),
    entitlements: createEntitlementStore(database),
    mails: createMailStore(database),
    mailer: createMailer(config),
    leases: createLeaseStore(database),
    live: createLiveBus(),
    presence: createPresenceStore(),
    attempts: createAttemptStore(),
    identity,
    captcha: createCaptchaDemand(() => identity.recaptchaConfig()),
    tokens: createTokenVerifier(config.identity),
    probe: () => database.probe(),
    async scrub() {
      await removeDiscarded({ attachments, files })
      await database.scrub()
    },
    close: () => database.close(),
  }
}

function createMailer({ mail: { smtpUrl }, dataDir, publicOrigin }: Config): Mailer {
  return smtpUrl
    ? createSmtpMailer({ smtpUrl, name: new URL(publicOrigin).hostname })
    : createMailFolder(join(dataDir, 'mail'))
}

function createPayments(config: Config, { bank }: Legal, warn: Warn): PaymentServices {
  const offered = config.payments.map((method) => {
    if (method === 'bank-transfer') return [method, createBankTransfer(bank)]
    const { stripe } = config
    if (!stripe) throw new Error('PAYMENTS names stripe, and its keys are missing')
    const report = (problem: string) => warn('A payment service failed', [problem])
    return [method, createStripePayments({ ...stripe, report })]
  })
  return Object.fromEntries(offered)
}
