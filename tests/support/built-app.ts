import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type AuthEmulator, startAuthEmulator } from './auth-emulator'

declare module 'vitest' {
  interface ProvidedContext {
    /** The auth emulator of this run: FIREBASE_AUTH_EMULATOR_HOST and FIREBASE_PROJECT_ID. */
    authEmulator: { host: string; projectId: string }
    /** The file that says `built` once the app is, or what went wrong. */
    builtApp: string
    /** Where the first test that needs it makes the app with a third language and further pages. */
    variedApp: string
  }
}

interface Prepared {
  /** Ends when the app is built, or could not be. */
  built: Promise<void>
  emulator: Promise<AuthEmulator>
  folder: string
  users: number
}

// Every project that asks has a copy of this module; they share the run's one build and emulator.
const run = globalThis as typeof globalThis & { preparedApp?: Prepared }

/**
 * Begins to build the app and starts the auth emulator, once a run, for tests that speak to the real
 * thing. They wait for the build (await-built-app.ts): those of other projects run beside it.
 */
export async function setup({ provide }: TestProject) {
  run.preparedApp ??= prepare()
  const prepared = run.preparedApp
  prepared.users += 1
  const { host, projectId } = await prepared.emulator
  provide('authEmulator', { host, projectId })
  provide('builtApp', outcomeIn(prepared.folder))
  provide('variedApp', join(prepared.folder, 'app'))
}

export async function teardown() {
  const prepared = run.preparedApp
  if (!prepared) return
  prepared.users -= 1
  if (prepared.users > 0) return
  run.preparedApp = undefined
  await prepared.built
  rmSync(prepared.folder, { recursive: true, force: true })
  await (await prepared.emulator).close()
}

function prepare(): Prepared {
  const folder = mkdtempSync(join(tmpdir(), 'built-'))
  const building = isBuilt() ? Promise.resolve() : build()
  const built = building
    .then(
      () => 'built',
      ({ message }: Error) => message,
    )
    .then((outcome) => writeFileSync(outcomeIn(folder), outcome))
  return { built, emulator: startAuthEmulator(), folder, users: 0 }
}

const outcomeIn = (folder: string) => join(folder, 'outcome')

const sources = [
  'app',
  'locales',
  'public',
  'package-lock.json',
  'remix.config.ts',
  'vite',
  'vite.config.ts',
]

/** Whether the last build is newer than all that it was made of. */
function isBuilt(): boolean {
  const built = 'build/server/index.js'
  if (!existsSync(built)) return false
  return Math.max(...sources.map(newest)) < statSync(built).mtimeMs
}

/** When the file, or anything in the folder, was changed last. A folder's own time tells of removals. */
function newest(path: string): number {
  if (!existsSync(path)) return 0
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Builds the app of a folder, which is the project unless another is named. */
export async function build(folder = '.', ...options: string[]) {
  const remix = resolve('node_modules/@remix-run/dev/dist/cli.js')
  const environment: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' }
  delete environment.VITEST
  const child = spawn(process.execPath, [remix, 'vite:build', '--logLevel', 'warn', ...options], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The app could not be built; its messages are above')
}
