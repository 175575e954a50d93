import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createBankTransfer } from './adapters/bank-transfer/payments.server'
import { openFileStore as openBucket } from './adapters/cloud-storage/files.server'
import { createFileStore } from './adapters/disk/files.server'
import { createTokenVerifier } from './adapters/firebase-admin/verifier.server'
import { createIdentityToolkit } from './adapters/identity-toolkit/identity.server'
import { createCaptchaDemand } from './adapters/in-process/captcha.server'
import { createLiveBus } from './adapters/in-process/live.server'
import { createPresenceStore } from './adapters/in-process/presence.server'
import { createRateLimitStore } from './adapters/in-process/rate-limits.server'
import { createCatalogueFile } from './adapters/json-file/catalogue.server'
import { openLegalFile } from './adapters/json-file/legal.server'
import { createMailFolder } from './adapters/mail-folder/mailer.server'
import { createPictureEncoder } from './adapters/sharp/pictures.server'
import { createSmtpMailer } from './adapters/smtp/mailer.server'
import {
  FolderInUse,
  type FolderLock,
  lockFolder,
} from './adapters/sqlite/database/folder-lock.server'
import { openMovable as openFolder } from './adapters/sqlite/moving/moving.server'
import { openStores as openSqlite } from './adapters/sqlite/stores.server'
import { createStripePayments } from './adapters/stripe/payments.server'
import type { Config } from './config.server'
import { withoutLimits } from './domain/desks/entitlements'
import type { MovableStore } from './domain/export/moving'
import { removeDiscarded } from './domain/files/attachment-removal'
import type { FileStore } from './domain/files/files'
import { createLegalSource } from './domain/legal/legal-store'
import type { Mailer } from './domain/outbox/mailer'
import { createCatalogueSource } from './domain/shop/catalogue-store'
import { announceOrders } from './domain/shop/order-announcements'
import type { PaymentServices } from './domain/shop/payments'
import type { Stores } from './domain/stores'
import { localizedPath } from './i18n/addresses'

export { BackupError, backUp, restore } from './adapters/sqlite/backup.server'

/** For the operator: a sentence, and details. */
export type Warn = (sentence: string, details: string[]) => void

export type Services = Awaited<ReturnType<typeof createServices>>

/** Another server has the data; the message is for the operator. */
export { FolderInUse as DataInUse, type FolderLock as DataLock }

/**
 * Keeps other servers off the data, since live events, limits and presence live in one process.
 * Call it before creating services; commands that only write need no lock. Throws DataInUse.
 */
export function lockData({ dataDir }: Pick<Config, 'dataDir'>): FolderLock {
  return lockFolder(dataDir)
}

/** The one place that chooses adapters, by the configuration. */
export async function createServices(
  config: Config,
  warn: Warn = () => undefined,
  now: () => Date = () => new Date(),
) {
  const files = await openFiles(config)
  const stores = await openStores(config)
  const identity = createIdentityToolkit(config.identity)
  const legal = createLegalSource(stores.legalDetails, openLegalFile(config.legal), {
    addressOf: (path, language) => config.publicOrigin + localizedPath(path, language),
    hash: (text) => createHash('sha256').update(text).digest('base64url').slice(0, 16),
  })
  const { live, presence, rateLimits, close } = await openLive(config, warn, now).catch(
    async (error) => {
      await stores.close()
      throw error
    },
  )
  return {
    ...stores,
    orders: announceOrders(stores.orders, live),
    entitlements:
      config.signup === 'closed' ? withoutLimits(stores.entitlements) : stores.entitlements,
    files,
    pictures: createPictureEncoder(),
    catalogue: createCatalogueSource(
      stores.products,
      createCatalogueFile({
        file: config.catalogue,
        report: (problems) =>
          warn('The changed catalogue is not sound: the last one stays', problems),
      }),
    ),
    legal,
    payments: createPayments(config, warn),
    mailer: createMailer(config),
    live,
    presence,
    rateLimits,
    identity,
    captcha: createCaptchaDemand(() => identity.recaptchaConfig()),
    tokens: createTokenVerifier(config.identity),
    /** Also purges the files of what was erased. */
    async purge() {
      await removeDiscarded({ ...stores, files })
      await stores.purge()
    },
    /** May be called twice. */
    async close() {
      await close()
      await stores.close()
    },
  }
}

/** As large as Firestore's client. */
async function openLive({ live, secrets }: Config, warn: Warn, now: () => Date) {
  if (live.kind === 'rtdb') {
    const { openSharedLive } = await import('./adapters/realtime-database/live.server')
    const [secret = ''] = secrets
    return openSharedLive(live, { secret, now, report: (sentence) => warn(sentence, []) })
  }
  return {
    live: createLiveBus(),
    presence: createPresenceStore(),
    rateLimits: createRateLimitStore(),
    close: async () => undefined,
  }
}

/** Firestore's client is large: only who uses it loads it. */
async function openStores({ store, dataDir }: Config): Promise<Stores> {
  if (store.kind === 'sqlite') return openSqlite({ folder: dataDir })
  return (await import('./adapters/firestore/stores.server')).openStores(store)
}

export async function openFiles({ files, dataDir }: Config): Promise<FileStore> {
  if (files.kind === 'disk') return createFileStore(join(dataDir, 'files'))
  return openBucket(files)
}

/** What the command `move` moves; nobody else may work on it. */
export async function openMovable({ store, dataDir }: Config): Promise<MovableStore> {
  if (store.kind === 'sqlite') return openFolder(dataDir)
  return (await import('./adapters/firestore/moving/moving.server')).openMovable(store)
}

function createMailer({ mail: { smtpUrl }, dataDir, publicOrigin }: Config): Mailer {
  return smtpUrl
    ? createSmtpMailer({ smtpUrl, name: new URL(publicOrigin).hostname })
    : createMailFolder(join(dataDir, 'mail'))
}

function createPayments(config: Config, warn: Warn): PaymentServices {
  const offered = config.payments.map((method) => {
    if (method === 'bank-transfer') return [method, createBankTransfer()]
    const { stripe } = config
    if (!stripe) throw new Error('PAYMENTS names stripe, and its keys are missing')
    const report = (problem: string) => warn('A payment service failed', [problem])
    return [method, createStripePayments({ ...stripe, report })]
  })
  return Object.fromEntries(offered)
}
