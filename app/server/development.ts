import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { readConfig } from '~/config.server'
import { arrive } from './arrival'
import { readBrowserScripts } from './assets'
import { createContext, type ServerContext } from './context'
import { answerPage } from './page'
import { createScheduler } from './scheduler'
import type { Visit } from './visit'

declare global {
  /** Outlives the edited module: a second database or bus would hear nothing of the first. */
  var developmentContext: ServerContext | undefined
}

/** Takes in a request on Vite's port, as the server of production does. */
export function arriveInDevelopment(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
): Promise<Visit | undefined> {
  globalThis.developmentContext ??= beginContext(port)
  // An edited script has another address.
  globalThis.developmentContext.assets = readBrowserScripts()
  return arrive(request, response, globalThis.developmentContext)
}

/** Its timers are those of the code that it began with; they end with the process. */
function beginContext(port: number): ServerContext {
  const config = readConfig({ ...process.env, PORT: String(port) }, 'development')
  const context = createContext({ config })
  createScheduler(context).start()
  return context
}

/** Answers by the pages as they are now. */
export function answerInDevelopment(visit: Visit, build: ServerBuild): Promise<void> {
  return answerPage(visit, createRequestHandler(build, 'development'))
}
