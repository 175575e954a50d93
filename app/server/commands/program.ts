import { join, resolve } from 'node:path'
import { type Config, ConfigError, DataInUse, isDataThere, readConfig } from '~/config'
import { LiveNotOpened } from '~/domain/live/live'
import { StoreNotOpened, StoreUnavailable } from '~/domain/stores'
import { createLog } from '../log'
import { type RunningServer, startServer } from '../production'
import { runAccounts } from './accounts'
import { runBackup } from './backup'
import { runLegal } from './legal'
import { runMailCheck } from './mail-check'
import { runMove } from './move'
import { runOrders } from './orders'
import { runShelf } from './shelf'
import { runSiteDesk } from './site-desk'

/** Milliseconds after which the process exits whatever is under way. */
const hardExit = 9_500

/** Behind `npm start`: serves until a signal or a fault, or runs an operator's command. */
export async function runServer(
  environment: NodeJS.ProcessEnv,
  [word = '', ...words]: string[] = [],
): Promise<void> {
  const config = readConfigOrExit(environment)
  const print = (text: string) => process.stdout.write(text)
  const onData = async (run: typeof runOrders) => {
    requireData(config)
    return run(config, words, print)
  }
  const commands: Record<string, () => Promise<number>> = {
    orders: () => onData(runOrders),
    shelf: () => onData(runShelf),
    legal: () => onData(runLegal),
    'site-desk': () => onData(runSiteDesk),
    accounts: () => onData(runAccounts),
    'mail-check': () => runMailCheck(config, words, print),
    backup: () => runBackup(config, 'backup', words, print),
    restore: () => runBackup(config, 'restore', words, print),
    move: () => runMove(environment, words, print),
  }
  const command = commands[word]
  if (command) process.exit(await command().catch(exitWithSentence))
  const log = createLog(config.logLevel)
  if (!config.mail.smtpUrl) {
    log.warn(
      { folder: join(config.dataDir, 'mail') },
      'SMTP_URL is not set: mails only become files',
    )
  } else if (config.mail.from.address.endsWith('@localhost')) {
    log.warn('MAIL_FROM is not set: no mail server believes tresen@localhost')
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
  const link = await server.setupLink()
  if (link) process.stdout.write(`Set up this shop: ${link}\n`)
}

/** A command makes no new store in a folder whose name is mistyped. Throws StoreNotOpened. */
function requireData(config: Config) {
  if (config.store.kind !== 'sqlite' || isDataThere(config)) return
  throw new StoreNotOpened(
    `There is no data in ${resolve(config.dataDir)}. Set DATA_DIR to the folder of your server, or start it there first`,
  )
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
