import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../development/app-process'

/** An official emulator: host:port, or what is missing to start one. */
export type Emulator =
  | { host: string; close(): Promise<void> }
  | { missing: string; close(): Promise<void> }

const nothing = async () => {}

/** Milliseconds; the CLI may download an emulator, or wait for a network that there is not. */
const timeoutMs = 120_000

/** One that runs already, and goes on running. */
export const runningAt = (host: string): Emulator => ({ host, close: nothing })

export const missing = (what: string): Emulator => ({ missing: what, close: nothing })

/** Starts it, and waits until it responds to HTTP. */
export async function run(command: string, args: string[], port: number): Promise<Emulator> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let said = ''
  child.stderr?.on('data', (piece) => {
    said = (said + piece).slice(-2_000)
  })
  const host = `127.0.0.1:${port}`
  const until = Date.now() + timeoutMs
  while (!(await isUp(host))) {
    if (Date.now() > until) {
      await stop(child)
      return missing(`the emulator was not up in ${timeoutMs / 1_000} s`)
    }
    if (child.exitCode !== null) {
      // The CLI downloads its emulator first, which needs a network.
      return missing(`the emulator ended before it was up: ${said.trim()}`)
    }
    await pause(50)
  }
  return { host, close: () => stop(child) }
}

/** Starts the one that the firebase CLI brings. */
export async function runFromCli(name: 'firestore' | 'database'): Promise<Emulator> {
  const port = await freePort()
  const file = join(mkdtempSync(join(tmpdir(), `tresen-${name}-`)), 'firebase.json')
  const emulators = { [name]: { host: '127.0.0.1', port }, ui: { enabled: false } }
  writeFileSync(file, JSON.stringify({ [name]: {}, emulators }))
  const firebase = resolve('node_modules/firebase-tools/lib/bin/firebase.js')
  const asked = ['emulators:start', '--only', name, '--project', 'demo-tresen']
  return run(process.execPath, [firebase, ...asked, '--config', file], port)
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  // What the firebase CLI has started ends with it.
  process.kill(-child.pid, 'SIGTERM')
  await gone
}

async function isUp(host: string): Promise<boolean> {
  try {
    await fetch(`http://${host}/`)
    return true
  } catch {
    return false
  }
}

/** What the firebase CLI's emulators need. */
export const neededJava = 21

/** The major version; undefined where there is none. */
export function javaVersion(): number | undefined {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const [, major] = stderr?.match(/version "(\d+)/) ?? []
  return major === undefined ? undefined : Number(major)
}
