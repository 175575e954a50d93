import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Settings } from '~/adapters/firestore/database/database.server'
import { openStores } from '~/adapters/firestore/stores.server'
import sample from '~/adapters/json-file/sample-catalogue.json'
import { findSiteDesk } from '~/domain/desks/site-desk'
import type { Stores } from '~/domain/stores'
import { secretHash } from '~/http/links/ticket-link.server'
import { appEnvironment, temporaryFolder } from './app'
import { type Instance, startInstance } from './instances'
import { type MailServer, startMailServer } from './mail-server'
import { type RealtimeDatabase, startRealtimeDatabase } from './realtime-database'
import { type RoundRobin, startRoundRobin } from './round-robin'
import { startStorageService } from './storage-service'
import { type StripeServer, startStripeServer, webhookSecret } from './stripe-server'
import {
  type Asking,
  askAt,
  cookieFrom,
  newEmail,
  type Owner,
  password,
  verify,
} from './test-server'

const bucket = 'files-of-several'

/** Milliseconds for the first response of an emulator that has just begun, on a busy machine. */
const startTimeoutMs = 60_000

/** Processes of the built program on one Firestore, one Realtime Database and one bucket. */
export interface Several extends Asking {
  proxy: RoundRobin
  service: RealtimeDatabase
  storage: Awaited<ReturnType<typeof startStorageService>>
  mails: MailServer
  stripe: StripeServer
  /** As the instances have them, and where. */
  stores: Stores
  settings: Settings
  instances: Instance[]
  /** Starts another one, which the proxy asks from now on. */
  start(): Promise<Instance>
  /** The first one has the site's own desk. */
  signUp(): Promise<Owner>
  /** A visitor's first message. */
  begin(body: string, headers?: Record<string, string>): Promise<Begun>
  /** Changes the file that all of them read the shelf from. */
  nameBell(title: string): void
  close(): Promise<void>
}

export interface Begun {
  secret: string
  address: string
  number: number
}

/** For a question to a certain instance. */
export const at = (index: number) => ({ 'x-server': String(index) })

/**
 * None runs yet. `emulatorHost` is Firestore's; the instances reach it over `firestoreHost` if that
 * is given.
 */
export async function openSeveral(
  emulatorHost: string,
  more: Record<string, string> = {},
  firestoreHost = emulatorHost,
): Promise<Several> {
  const folder = temporaryFolder()
  const catalogue = join(folder, 'catalogue.json')
  const databaseId = `test-${randomUUID()}`
  const service = await startRealtimeDatabase()
  const storage = await startStorageService(bucket)
  const mails = await startMailServer()
  const stripe = await startStripeServer()
  const proxy = await startRoundRobin()
  const ask = askAt(proxy.origin)
  const { projectId } = inject('authEmulator')
  const settings = { projectId, databaseId, emulatorHost }
  const stores = await openStores(settings, startTimeoutMs)
  const environment = {
    ...appEnvironment(folder),
    PUBLIC_ORIGIN: proxy.origin,
    STORE: 'firestore',
    FIRESTORE_DATABASE: databaseId,
    FIRESTORE_EMULATOR_HOST: firestoreHost,
    LIVE: 'rtdb',
    FIREBASE_DATABASE_EMULATOR_HOST: service.host,
    FILES: 'gcs',
    FILES_BUCKET: bucket,
    FIREBASE_STORAGE_EMULATOR_HOST: storage.host,
    TRUST_PROXY: '1',
    CATALOGUE: catalogue,
    SMTP_URL: mails.url,
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: stripe.url,
    LOG_LEVEL: 'error',
    ...more,
  }

  function nameBell(title: string) {
    const [bell, ...others] = sample.products
    const products = [{ ...bell, title: { en: title, de: title } }, ...others]
    writeFileSync(catalogue, JSON.stringify({ ...sample, products }))
  }
  nameBell('Counter bell')

  const several: Several = {
    ...{ proxy, service, storage, mails, stripe, stores, settings, ask, nameBell },
    instances: [],
    async start() {
      const instance = await startInstance({ ...environment, DATA_DIR: join(folder, randomUUID()) })
      several.instances.push(instance)
      proxy.serve(several.instances.map(({ port }) => port))
      return instance
    },
    async signUp() {
      const email = newEmail()
      const cookie = cookieFrom(await ask('/signup', { form: { email, password } }))
      const account = await stores.accounts.findByEmail(email)
      const desk = account && (await stores.members.desksOf(account.uid))[0]?.desk
      if (!desk) throw new Error('Nobody could sign up')
      if (!(await findSiteDesk(stores))) await verify(ask, cookie, desk.ownerUid)
      return { email, cookie, desk }
    },
    async begin(body, headers = {}) {
      const form = { key: randomUUID(), body }
      const { location, text } = await ask('/chat', { form, headers })
      const secret = new URL(location, proxy.origin).searchParams.get('t')
      if (!secret) throw new Error(`No conversation was begun: ${text}`)
      const ticket = await stores.tickets.find({ secretHash: secretHash(secret) })
      return { secret, address: location, number: ticket?.number ?? 0 }
    },
    async close() {
      await stores.close()
      await Promise.all(several.instances.map(({ kill }) => kill()))
      for (const each of [proxy, stripe, mails, storage, service]) await each.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return several
}
