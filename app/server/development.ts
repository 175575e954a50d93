import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import { lockData, readConfig } from '~/config'
import { arrive } from './arrival/arrival'
import { createContext, type ServerContext } from './arrival/context'
import type { Visit } from './arrival/visit'
import { createScheduler } from './jobs/scheduler'
import { openImap } from './mail-in/imap'
import { openSmtp } from './mail-in/smtp'
import { readBrowserScripts } from './responses/assets'
import { answerPage } from './responses/page'
import { createRender } from './responses/render'

declare global {
  /** Outlives the edited module: a second database or bus would hear nothing of the first. */
  var developmentContext: Promise<ServerContext> | undefined
}

export async function arriveInDevelopment(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
): Promise<Visit | undefined> {
  globalThis.developmentContext ??= beginContext(port)
  const context = await globalThis.developmentContext
  // An edited script has another address.
  context.assets = readBrowserScripts()
  return arrive(request, response, context)
}

/** Its timers run the code that it began with. */
async function beginContext(port: number): Promise<ServerContext> {
  const config = readConfig({ ...process.env, PORT: String(port) }, 'development')
  process.once('exit', lockData(config).release)
  const context = await createContext({ config })
  createScheduler(context).start()
  await openSmtp(context)
  openImap(context)
  return context
}

export function answerInDevelopment(visit: Visit, build: ServerBuild): Promise<void> {
  return answerPage(visit, createRender(build, 'development'))
}
