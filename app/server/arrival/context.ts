import type { Logger } from 'pino'
import type { Config } from '~/config.server'
import type { ClientKind } from '~/domain/identity/identity'
import { type Pace, usualPace } from '~/http/limits/attempts.server'
import { createServices, type Services, type Warn } from '~/services.server'
import { createDeskFeeds, type DeskFeeds } from '../live/desk-feeds'
import { createOpenStreams, type OpenStreams } from '../live/open-streams'
import { type StreamRules, usualStreamRules } from '../live/rules'
import { createLog } from '../log'
import { type Asset, readBrowserScripts } from '../responses/assets'
import { createHealth, type Health } from '../responses/health'
import { createKeptPages, type KeptPages } from '../responses/kept-pages'
import { createRefusals, type Refusals } from './refusals'
import { createUploadPlaces, type UploadPlaces } from './upload-places'

/** What lives as long as the server does. */
export interface ServerContext {
  config: Config
  services: Services
  /** The same, as patient with the identity service as this kind of client is due. */
  servicesFor: Record<ClientKind, Services>
  /** The build of the pages that hydrate: another one has another id. Empty in development. */
  build: string
  /** The server's clock. */
  now: () => Date
  /** How slowly answers come by whose time one could tell who has an account. */
  pace: Pace
  log: Logger
  health: Health
  /** By path. */
  assets: Map<string, Asset>
  keptPages: KeptPages
  /** A handler that holds its response open adds itself here, and takes itself out at its end. */
  openStreams: OpenStreams
  uploadPlaces: UploadPlaces
  refusals: Refusals
  deskFeeds: DeskFeeds
  streamRules: StreamRules
  /** True from the first sign to stop on. */
  stopping: boolean
}

export interface ContextOptions {
  config: Config
  build?: string
  now?: () => Date
  pace?: Pace
  streamRules?: Partial<StreamRules>
  log?: Logger
  /** Puts others in the place of services that the configuration chose. */
  arrange?: (services: Services) => Services
  /** The files of the client build; development leaves them to Vite. */
  assets?: Map<string, Asset>
}

export async function createContext(options: ContextOptions): Promise<ServerContext> {
  const { config, now = () => new Date(), log = createLog(config.logLevel), arrange } = options
  const streamRules = { ...usualStreamRules, ...options.streamRules }
  const warn: Warn = (sentence, problems) => log.warn({ problems }, sentence)
  const chosen = await createServices(config, warn)
  const services = arrange ? arrange(chosen) : chosen
  return {
    config,
    services,
    // Made once: what is under way for a session is known by the services that it was begun with.
    servicesFor: {
      desktop: services,
      mobile: { ...services, identity: services.identity.forClient('mobile') },
    },
    build: options.build ?? '',
    now,
    pace: options.pace ?? usualPace,
    log,
    health: createHealth(() => services.ready(), now),
    assets: new Map([...(options.assets ?? []), ...readBrowserScripts()]),
    keptPages: createKeptPages(now),
    openStreams: createOpenStreams(streamRules),
    uploadPlaces: createUploadPlaces(),
    refusals: createRefusals(now),
    deskFeeds: createDeskFeeds(services, now),
    streamRules,
    stopping: false,
  }
}
