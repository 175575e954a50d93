import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import * as build from 'virtual:remix/server-build'
import { type Config, type DataLock, lockData, type Services, withSecrets } from '~/config'
import { arrive } from './arrival/arrival'
import { refuseConnection, refuseTunnel } from './arrival/connection-errors'
import { type ContextOptions, createContext, type ServerContext } from './arrival/context'
import { headersTimeout, keepAliveTimeout, longestHeader, requestTimeout } from './arrival/limits'
import { type Answering, openDoor } from './door'
import { watchEventLoop } from './event-loop'
import { verifyData } from './jobs/data-check'
import { createJobs } from './jobs/jobs'
import { watchForOthers } from './jobs/other-servers'
import { createScheduler } from './jobs/scheduler'
import { openImap } from './mail-in/imap'
import { openSmtp } from './mail-in/smtp'
import { readAssets } from './responses/assets'
import { answerPage } from './responses/page'
import { createRender, type Render } from './responses/render'
import { setupLink } from './setup-link'
import { stopServer, watchConnections } from './stop'

export interface ServerOptions extends Omit<ContextOptions, 'build'> {
  /** Whether jobs run by themselves and the data are checked; otherwise only `runDue` runs jobs. */
  timers?: boolean
}

export interface RunningServer {
  origin: string
  port: number
  /** Where e-mails come in by SMTP, if they do. */
  smtpPort?: number
  services: Services
  /** The address where the server's operator sets up the site, for a day; undefined once it has an owner. */
  setupLink(): Promise<string | undefined>
  /** By path. Another server of the same build may start with them, and need not compress them again. */
  assets: ServerContext['assets']
  runDue(): Promise<void>
  /** What the timer does every ten seconds. */
  tick(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the built app on `config.host` and `config.port`; port 0 takes a free one, which then also
 * replaces port 0 in the origins. Rejects with DataInUse while another server has the data, and
 * when the port is taken or a service fails.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const lock = lockData(options.config)
  try {
    const server = await openServer({ ...options, config: withSecrets(options.config) }, lock)
    let stopping: Promise<void> | undefined
    return {
      ...server,
      close() {
        stopping ??= server.close().finally(lock.release)
        return stopping
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openServer(options: ServerOptions, lock: DataLock): Promise<RunningServer> {
  const { config } = options
  const server = createServer({
    maxHeaderSize: longestHeader,
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
    // A missing Host gets the page that says so.
    requireHostHeader: false,
  })
  const connections = watchConnections(server)
  const door = openDoor()
  // Before the port opens, so that every request has a listener.
  server.on('request', door.answer).on('checkExpectation', door.answer)
  server.listen(config.port, config.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const settled = withPort(config, port)
    const context = await createContext({
      ...options,
      config: settled,
      build: build.assets.version,
      assets: options.assets ?? readAssets(clientFolder()),
    })
    attach(server, context)
    const smtp = await openSmtp(context)
    const imap = openImap(context)
    door.open(answering(context, createRender(build, 'production')))
    const scheduler = createScheduler(context, createJobs(context), watchForOthers(context))
    let unwatch = () => {}
    if (options.timers ?? true) {
      void verifyData(context, lock)
      scheduler.start()
      unwatch = watchEventLoop(context)
    }
    return {
      origin: settled.publicOrigin,
      port,
      smtpPort: smtp?.port,
      services: context.services,
      setupLink: () => setupLink(context.services, settled, context.now()),
      assets: context.assets,
      runDue: () => scheduler.runDue(),
      tick: () => scheduler.tick(),
      async close() {
        unwatch()
        await smtp?.close()
        const stop = () => Promise.all([scheduler.stop(), imap?.close()])
        return stopServer(server, connections, context, stop)
      },
    }
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
}

function answering(context: ServerContext, render: Render): Answering {
  return async (request, response) => {
    const visit = await arrive(request, response, context)
    if (visit) await answerPage(visit, render)
  }
}

function attach(server: Server, context: ServerContext) {
  server
    .on('clientError', refuseConnection(context.config.publicOrigin))
    .on('connect', refuseTunnel(context.config.publicOrigin))
}

function withPort(config: Config, port: number): Config {
  const settle = (origin: string) => {
    const url = new URL(origin)
    if (url.port === '0') url.port = String(port)
    return url.origin
  }
  return {
    ...config,
    port,
    publicOrigin: settle(config.publicOrigin),
    origins: config.origins.map(settle),
  }
}

/** Beside the server build; this module is in a folder of chunks within it. */
function clientFolder(): string {
  return fileURLToPath(new URL('../../client', import.meta.url))
}
