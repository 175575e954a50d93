import type { Logger } from 'pino'
import { type Config, createServices, type Services, type Warn } from '~/config'
import type { ClientKind } from '~/domain/identity/identity'
import { createKnownIdentity, type KnownIdentity } from '~/domain/site/known-identity'
import { type Pace, usualPace } from '~/http/limits/rate-limits.server'
import { createDeskFeeds, type DeskFeeds } from '../live/desk-feeds'
import { createOpenStreams, type OpenStreams } from '../live/open-streams'
import { type StreamRules, usualStreamRules } from '../live/rules'
import { createLog } from '../log'
import { type Asset, readBrowserScripts } from '../responses/assets'
import { createHealth, type Health } from '../responses/health'
import { createPageCache, type PageCache } from '../responses/page-cache'
import { createPageQueue, type PageQueue } from './page-queue'
import { settleSite } from './site'
import { createUploadSlots, type UploadSlots } from './upload-slots'

export interface ServerContext {
  config: Config
  services: Services
  /** For each kind of client, with its timeouts for the identity service. */
  servicesFor: Record<ClientKind, Services>
  /** The id of the build of pages that hydrate; empty in development. */
  build: string
  now: () => Date
  /** Delays responses whose timing would reveal who has an account. */
  pace: Pace
  log: Logger
  health: Health
  assets: Map<string, Asset>
  pageCache: PageCache
  siteIdentity: KnownIdentity
  /** Handlers of held responses add themselves, and remove themselves at the end. */
  openStreams: OpenStreams
  uploadSlots: UploadSlots
  pageQueue: PageQueue
  deskFeeds: DeskFeeds
  /** Of e-mails that are being posted. */
  mailSlots: UploadSlots
  streamRules: StreamRules
  /** The page or job that began last. */
  work: string
  stopping: boolean
  /** The log has its line about TRUST_PROXY. */
  warnedOfProxy?: boolean
}

export interface ContextOptions {
  config: Config
  build?: string
  now?: () => Date
  pace?: Pace
  streamRules?: Partial<StreamRules>
  log?: Logger
  arrange?: (services: Services) => Services
  /** The files of the client build; development leaves them to Vite. */
  assets?: Map<string, Asset>
}

export async function createContext(options: ContextOptions): Promise<ServerContext> {
  const { config, now = () => new Date(), log = createLog(config.logLevel), arrange } = options
  const streamRules = { ...usualStreamRules, ...options.streamRules }
  const warn: Warn = (sentence, problems = []) => log.warn({ problems }, sentence)
  const chosen = await createServices(config, warn, now)
  const services = arrange ? arrange(chosen) : chosen
  await settleSite(services, config, log)
  const pageCache = createPageCache(now)
  for (const source of [services.catalogue, services.legal, services.site]) {
    source.onChange(() => pageCache.clear())
  }
  return {
    config,
    services,
    // Created once: revalidations under way belong to the services that began them.
    servicesFor: {
      desktop: services,
      mobile: { ...services, identity: services.identity.forClient('mobile') },
    },
    build: options.build ?? '',
    now,
    pace: options.pace ?? usualPace,
    log,
    health: createHealth(
      () => services.ready(),
      now,
      () => services.accounts.find('nobody'),
    ),
    assets: new Map([...readBrowserScripts(), ...(options.assets ?? [])]),
    pageCache,
    siteIdentity: createKnownIdentity(services, now, () => pageCache.generation),
    openStreams: createOpenStreams(streamRules),
    // A few people may be behind one address.
    uploadSlots: createUploadSlots({ ofNetwork: 10 }),
    pageQueue: createPageQueue(),
    deskFeeds: createDeskFeeds(services, now),
    mailSlots: createUploadSlots({ ofNetwork: 2, inAll: 4 }),
    streamRules,
    work: 'start',
    stopping: false,
  }
}
