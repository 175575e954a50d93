import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { openingProblem } from '../adapters/sqlite/opening-problems'
import { StoreNotOpened } from '../domain/stores'
import { isDataThere } from './data.server'
import type { Config } from './settings.server'
import { shortestSecret } from './settings-secrets.server'

const name = 'session-secret'

/**
 * The settings with secrets: those of SESSION_SECRET, or the one that is kept in DATA_DIR. A server whose
 * data begin makes that one, so call this after `lockData` and before a database is opened. Throws
 * StoreNotOpened where there are data but no secret: a new one would sign everybody out and end every link.
 */
export function withSecrets(config: Config): Config {
  if (config.secrets.length > 0) return config
  return { ...config, secrets: [readSecret(config) ?? makeSecret(config)] }
}

/** Of DATA_DIR; undefined where none was made yet. Throws StoreNotOpened for one that is no secret. */
function readSecret({ dataDir }: Pick<Config, 'dataDir'>): string | undefined {
  const file = join(dataDir, name)
  if (!existsSync(file)) return undefined
  const secret = attempt(dataDir, () => readFileSync(file, 'utf8').trim())
  if (secret.length >= shortestSecret) return secret
  throw new StoreNotOpened(
    `${resolve(file)} holds fewer than ${shortestSecret} characters, so it is no session secret. ${remedy(file)}`,
  )
}

function makeSecret(config: Config): string {
  const file = join(config.dataDir, name)
  if (isDataThere(config)) {
    throw new StoreNotOpened(
      `There are data in ${resolve(config.dataDir)}, but their session secret is missing. ${remedy(file)}`,
    )
  }
  const secret = randomBytes(32).toString('base64')
  attempt(config.dataDir, () => writeDurably(config.dataDir, secret))
  return secret
}

function remedy(file: string): string {
  return (
    `Copy ${resolve(file)} from where the data come from, or set SESSION_SECRET to what it was. If it is lost, ` +
    `write a new one with: openssl rand -base64 32 > ${resolve(file)}; everybody then signs in again, and ` +
    'links in earlier e-mails no longer open anything.'
  )
}

/** There completely or not at all, also after a power cut. */
function writeDurably(folder: string, secret: string) {
  const draft = join(folder, `.${name}`)
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true })
  renameSync(draft, join(folder, name))
  const directory = openSync(folder, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

function attempt<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw openingProblem(error, folder)
  }
}
