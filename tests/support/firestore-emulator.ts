import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** host:port of the run's Firestore emulator, or what is missing to start one. */
    firestoreEmulator: { host: string } | { missing: string }
  }
}

export type FirestoreEmulator =
  | { host: string; close(): Promise<void> }
  | { missing: string; close(): Promise<void> }

const nothing = async () => {}

/** Milliseconds; the CLI may download an emulator, or wait for a network that there is not. */
const patience = 120_000

/**
 * The official emulator: one that runs already (FIRESTORE_EMULATOR_HOST), else the one of a Google
 * Cloud SDK, else the one that the firebase CLI brings, which needs Java 21.
 */
export async function startFirestoreEmulator(): Promise<FirestoreEmulator> {
  const running = process.env.FIRESTORE_EMULATOR_HOST
  if (running) return { host: running, close: nothing }
  const java = javaVersion()
  if (!java) return { missing: 'Java is not installed', close: nothing }
  const jar = findJar()
  const port = await freePort()
  if (jar) return run('java', jarArguments(jar, port), port)
  if (java >= 21) return run(process.execPath, commandLine(port), port)
  const missing = `Google Cloud SDK’s cloud-firestore-emulator is not installed, and the firebase CLI’s needs Java 21 (this is ${java})`
  return { missing, close: nothing }
}

/** Starts one emulator for all files of a project. */
export async function setup({ provide }: TestProject) {
  const emulator = await startFirestoreEmulator()
  if ('missing' in emulator) {
    console.warn(`\nThe tests on Firestore are skipped: ${emulator.missing}.\n`)
    provide('firestoreEmulator', { missing: emulator.missing })
  } else {
    provide('firestoreEmulator', { host: emulator.host })
  }
  return () => emulator.close()
}

async function run(command: string, args: string[], port: number): Promise<FirestoreEmulator> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let said = ''
  child.stderr?.on('data', (piece) => {
    said = (said + piece).slice(-2_000)
  })
  const host = `127.0.0.1:${port}`
  const until = Date.now() + patience
  while (!(await isUp(host))) {
    if (Date.now() > until) {
      await stop(child)
      return { missing: `the emulator was not up in ${patience / 1_000} s`, close: nothing }
    }
    if (child.exitCode !== null) {
      // The CLI downloads its emulator first, which needs a network.
      return { missing: `the emulator ended before it was up: ${said.trim()}`, close: nothing }
    }
    await pause(50)
  }
  return { host, close: () => stop(child) }
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
    return (await fetch(`http://${host}/`)).ok
  } catch {
    return false
  }
}

function javaVersion(): number | undefined {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const [, major] = stderr?.match(/version "(\d+)/) ?? []
  return major === undefined ? undefined : Number(major)
}

function findJar(): string | undefined {
  const { stdout } = spawnSync('sh', ['-c', 'readlink -f "$(command -v gcloud)"'], {
    encoding: 'utf8',
  })
  const sdks = [
    process.env.CLOUDSDK_ROOT_DIR,
    stdout?.trim() && resolve(dirname(stdout.trim()), '..'),
    '/usr/lib/google-cloud-sdk',
  ]
  return sdks
    .filter((sdk) => typeof sdk === 'string' && sdk !== '')
    .map((sdk) =>
      join(String(sdk), 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar'),
    )
    .find(existsSync)
}

function jarArguments(jar: string, port: number): string[] {
  const main = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'
  const place = ['--host', '127.0.0.1', '--port', String(port)]
  return ['-Duser.language=en', '-cp', jar, main, 'start', ...place]
}

function commandLine(port: number): string[] {
  const file = join(mkdtempSync(join(tmpdir(), 'tresen-firestore-')), 'firebase.json')
  const emulators = { firestore: { host: '127.0.0.1', port }, ui: { enabled: false } }
  writeFileSync(file, JSON.stringify({ firestore: {}, emulators }))
  const firebase = resolve('node_modules/firebase-tools/lib/bin/firebase.js')
  const asked = ['emulators:start', '--only', 'firestore', '--project', 'demo-tresen']
  return [firebase, ...asked, '--config', file]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
