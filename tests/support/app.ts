import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import pino from 'pino'
import { inject } from 'vitest'
import { databaseIn } from '~/adapters/sqlite/data-folder.server'
import { type Mode, readConfig } from '~/config/settings.server'
import type { RunningServer, ServerOptions } from '~/server/production'
import { putEmptyDatabase } from './empty-database'
import { legalFile } from './legal'

export interface App extends RunningServer {
  /** What it wrote to its log, a parsed line each. */
  logged: Record<string, unknown>[]
  /** What it seals and signs with. */
  secret: string
}

/** An environment in which the built app starts: a free port and a data folder of its own. */
export function appEnvironment(dataDir: string): Record<string, string> {
  const { host, projectId } = inject('authEmulator')
  return {
    PORT: '0',
    PUBLIC_ORIGIN: 'http://localhost:0',
    DATA_DIR: dataDir,
    // A shop is open with the texts of a business that is not the sample.
    LEGAL: legalFile(dataDir),
    SESSION_SECRET: 'Yx3kPz0vQm8sLr5tWd2nHf7bJc4gKa9e',
    FIREBASE_API_KEY: 'demo-key',
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: host,
    // Tests write faster than people.
    FORM_SECONDS: '0',
  }
}

/** For tests of anything else: attempts are not counted, and no answer is held up. */
export const withoutLimits = {
  arrange: (services) => ({
    ...services,
    rateLimits: {
      consume: async () => 0,
      wait: async () => 0,
      giveBack: async () => undefined,
      alias: async (holder) => holder,
      lineUp: async () => ({ kind: 'slot', wait: 0 }),
      settle: async () => undefined,
    },
  }),
  pace: { floor: 1, jitter: 0, wait: async () => undefined },
} satisfies Partial<ServerOptions>

/** For tests of the limits: attempts are counted as in production, and no answer is held up. */
export const withLimits = { pace: withoutLimits.pace } satisfies Partial<ServerOptions>

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'app-'))
}

/** By the build that they belong to. */
const assets = new Map<string, RunningServer['assets']>()

/**
 * Starts the built app of a folder in this process, with the assets of the one before: compressing them
 * takes longer than most tests.
 */
export async function startBuilt(project: string, options: ServerOptions): Promise<RunningServer> {
  const built = resolve(project, 'build/server/index.js')
  const { startServer } = await import(pathToFileURL(built).href)
  const server: RunningServer = await startServer({ ...options, assets: assets.get(built) })
  assets.set(built, server.assets)
  return server
}

/**
 * Starts the built app in this process with nothing in its store, with a clock of the test's if it
 * has one, and without doing anything by itself unless it is to.
 */
export async function startApp({
  environment = {},
  mode = 'production',
  now,
  timers = false,
  arrange = withoutLimits.arrange,
}: {
  environment?: Record<string, string>
  mode?: Mode
  now?: () => Date
  timers?: boolean
  arrange?: ServerOptions['arrange']
} = {}): Promise<App> {
  const dataDir = temporaryFolder()
  const logged: App['logged'] = []
  const log = pino({ base: undefined }, { write: (line) => logged.push(JSON.parse(line)) })
  const config = readConfig({ ...appEnvironment(dataDir), ...environment }, mode)
  if (config.secrets.length > 0) await putEmptyDatabase(databaseIn(dataDir))
  const server = await startBuilt('.', { ...withoutLimits, arrange, timers, config, now, log })
  return {
    ...server,
    logged,
    secret: config.secrets[0] ?? '',
    async close() {
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
