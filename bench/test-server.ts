import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Config, createServices, readConfig, type Services } from '~/config'
import { newDesk } from '~/domain/desks/desks'
import { newId } from '~/domain/text/ids'
import { startTicket } from '~/domain/tickets/conversations'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'

export const serverSecret = 'Yx3kPz0vQm8sLr5tWd2nHf7bJc4gKa9e'

/** A conversation that a benchmark has begun: what a visitor knows of it. */
export interface Visitor {
  ticketId: string
  secret: string
  /** An address of their own, as a proxy in front would tell it. */
  address: string
}

/** The built program as a process of its own, on a folder that outlives it. */
export interface TestServer {
  origin: string
  process: ChildProcess
  /** Ends it without a word, as a power cut does. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds for a server to open. */
const startTimeoutMs = 60_000

/** A module to load into the server first, so that `told` has something to ask. */
export const monitor = './bench/event-loop.mjs'

/** What the server tells of itself since it was asked last; see event-loop.mjs. */
export interface LoopReport {
  longest: number
  p99: number
  processor: number
  tick: number
  marked: number[]
}

export async function readLoop({ process }: TestServer): Promise<LoopReport> {
  process.send?.('tell')
  const [message] = await once(process, 'message')
  return message
}

export async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'tresen-bench-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The settings of such a server. */
export function environmentOf(folder: string, port: number) {
  return {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    SESSION_SECRET: serverSecret,
    FIREBASE_API_KEY: 'demo-key',
    FIREBASE_PROJECT_ID: 'demo-tresen',
    // Nobody signs in here: nothing has to answer.
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  }
}

/** The stores of the folder, while no server has them. */
export function openStores(folder: string, more: Record<string, string> = {}): Promise<Services> {
  return createServices(configOf(folder, 0, more))
}

/** The configuration of such a server, with `more` settings. */
export function configOf(folder: string, port: number, more: Record<string, string> = {}): Config {
  return readConfig({ ...environmentOf(folder, port), ...more }, 'production')
}

/**
 * Starts the built program, with `more` settings, and with `preload` loaded first: a module that may
 * talk to the benchmark by `process.send`. Throws with what to do if it
 * was not built.
 */
export async function openTestServer(
  folder: string,
  port = 0,
  more: Record<string, string> = {},
  preload?: string,
): Promise<TestServer> {
  if (!existsSync('build/server/index.js')) throw new Error('Run `npm run build` first.')
  const flags = preload ? ['--import', preload] : []
  return openProgram([...flags, 'build/server/index.js'], {
    ...environmentOf(folder, port),
    ...more,
  })
}

/** Starts a program of Node that says where it is open, in this folder or another. */
export async function openProgram(
  program: string[],
  environment: Record<string, string> = {},
  cwd?: string,
): Promise<TestServer> {
  const child = spawn(process.execPath, program, {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  // A benchmark that fails stops no server, and who reads what it prints would wait for them.
  process.once('exit', () => child.kill('SIGKILL'))
  if (!child.stdout) throw new Error('The server has no output to read.')
  const ended = once(child, 'exit')
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await ended
  }
  const killTimer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs)
  for await (const line of createInterface(child.stdout)) {
    const origin = /open at (\S+)/.exec(line)?.[1]
    if (origin) {
      clearTimeout(killTimer)
      child.stdout.resume()
      return { origin, process: child, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
    }
  }
  clearTimeout(killTimer)
  const after = `${startTimeoutMs / 1_000} s`
  throw new Error(`The server ended, or was not open in ${after}; its messages are above.`)
}

/** Makes desks with as many begun conversations each, in a folder that no server has open. */
export async function beginConversations(
  folder: string,
  desks: number,
  each: number,
  more: Record<string, string> = {},
) {
  const services = await openStores(folder, more)
  const visitors: Visitor[] = []
  const now = new Date()
  for (let index = 0; index < desks; index += 1) {
    const uid = `owner-${index}`
    const email = `${uid}@example.com`
    await services.accounts.save({ uid, email, emailVerified: true, locale: 'en', createdAt: now })
    const desk = await services.desks.ensure(newDesk(uid, now))
    for (let number = 0; number < each; number += 1) {
      const startKey = newId(now)
      const secret = ticketSecret(serverSecret, desk.id, startKey)
      const visitor = { secretHash: secretHash(secret), locale: 'en', name: '', email: '' } as const
      const start = { deskId: desk.id, startKey, body: 'Good morning', ...visitor }
      const started = await startTicket(services, start, now)
      // A subnet of their own: no subnet may take more than a quarter of a desk's streams.
      const address = `10.${index * 8 + (number >> 8)}.${number & 255}.1`
      visitors.push({ ticketId: started.ticket.id, secret, address })
    }
  }
  await services.close()
  return visitors
}

/** Bytes of memory that a process holds now. Source: proc(5). */
export function memoryOf(process: ChildProcess): number {
  const status = readFileSync(`/proc/${process.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024
}

/** The value below which so many percent of the values lie, by the nearest rank. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}
