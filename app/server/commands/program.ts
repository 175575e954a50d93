import { join } from 'node:path'
import { ConfigError, DataInUse, readConfig } from '~/config'
import { LiveNotOpened } from '~/domain/live/live'
import { StoreNotOpened, StoreUnavailable } from '~/domain/stores'
import { createLog } from '../log'
import { type RunningServer, startServer } from '../production'
import { runBackup } from './backup'
import { runLegal } from './legal'
import { runMove } from './move'
import { runOrders } from './orders'
import { runShelf } from './shelf'
import { runSiteDesk } from './site-desk'

/** Milliseconds after which the process exits whatever is under way. */
const hardExit = 9_500

/** Behind `npm start`: serves until a signal or a fault, or runs an operator's command. */
export async function runServer(
  environment: NodeJS.ProcessEnv,
  [word, ...words]: string[] = [],
): Promise<void> {
  const config = readConfigOrExit(environment)
  const print = (text: string) => process.stdout.write(text)
  if (word === 'orders') {
    process.exit(await runOrders(config, words, print).catch(exitWithSentence))
  }
  if (word === 'shelf') process.exit(await runShelf(config, words, print).catch(exitWithSentence))
  if (word === 'legal') process.exit(await runLegal(config, words, print).catch(exitWithSentence))
  if (word === 'site-desk') {
    process.exit(await runSiteDesk(config, words, print).catch(exitWithSentence))
  }
  if (word === 'backup' || word === 'restore') {
    process.exit(await runBackup(config, word, words, print).catch(exitWithSentence))
  }
  if (word === 'move')
    process.exit(await runMove(environment, words, print).catch(exitWithSentence))
  const log = createLog(config.logLevel)
  if (!config.mail.smtpUrl) {
    log.warn(
      { folder: join(config.dataDir, 'mail') },
      'SMTP_URL is not set: mails only become files',
    )
  }
  let server: RunningServer | undefined
  let stopping = false

  async function stop(code: number) {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), hardExit).unref()
    await server?.close()
    process.exit(code)
  }

  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  process.on('uncaughtException', (error) => {
    log.fatal({ error: error.stack }, 'Unexpected: stopping')
    stop(1)
  })

  server = await startServer({ config, log }).catch(exitWithSentence)
  process.stdout.write(`Tresen is open at ${server.origin} (${config.host}:${server.port})\n`)
}

function exitWithSentence(error: unknown): never {
  // Commands and starts leave nothing half-done that running them again does not finish.
  if (error instanceof StoreUnavailable) {
    process.stderr.write(`${error.message}. Run this again once it responds.\n`)
    process.exit(1)
  }
  const kinds = [DataInUse, StoreNotOpened, LiveNotOpened, ConfigError]
  if (!(error instanceof Error) || !kinds.some((kind) => error instanceof kind)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

function readConfigOrExit(environment: NodeJS.ProcessEnv) {
  try {
    return readConfig(environment, 'production')
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
