import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../development/app-process'
import {
  type Emulator,
  javaVersion,
  missing,
  neededJava,
  run,
  runFromCli,
  runningAt,
} from './emulator'

declare module 'vitest' {
  interface ProvidedContext {
    /** host:port of the run's Firestore emulator, or what is missing to start one. */
    firestoreEmulator: { host: string } | { missing: string }
  }
}

/**
 * The official emulator: one that runs already (FIRESTORE_EMULATOR_HOST), else the one of a Google
 * Cloud SDK, else the one that the firebase CLI brings, which needs Java 21.
 */
export async function startFirestoreEmulator(): Promise<Emulator> {
  const running = process.env.FIRESTORE_EMULATOR_HOST
  if (running) return runningAt(running)
  const java = javaVersion()
  if (!java) return missing('Java is not installed')
  const jar = findJar()
  if (jar) {
    const port = await freePort()
    return warm(await run('java', jarArguments(jar, port), port))
  }
  if (java >= neededJava) return warm(await runFromCli('firestore'))
  return missing(
    `Google Cloud SDK’s cloud-firestore-emulator is not installed, and the firebase CLI’s needs Java ${neededJava} (this is ${java})`,
  )
}

/** Its first read takes as long as the app waits for one at its start, on a busy machine. */
async function warm(emulator: Emulator): Promise<Emulator> {
  if ('host' in emulator) {
    const documents = 'v1/projects/demo-warm/databases/(default)/documents'
    await fetch(`http://${emulator.host}/${documents}/probe/one`)
  }
  return emulator
}

// Each project that asks has a copy of this module; they share the run's one emulator.
const wholeRun = globalThis as typeof globalThis & {
  firestoreEmulator?: { starting: Promise<Emulator>; users: number }
}

/** Starts one emulator for all files that need it. */
export async function setup({ provide }: TestProject) {
  wholeRun.firestoreEmulator ??= { starting: startFirestoreEmulator(), users: 0 }
  const shared = wholeRun.firestoreEmulator
  shared.users += 1
  const { close, ...reachable } = await shared.starting
  provide('firestoreEmulator', reachable)
  return async () => {
    shared.users -= 1
    if (shared.users === 0) await close()
  }
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
  // For half a minute's work the second compiler and a collector on threads of its own cost more than
  // they save: three fifths of the processor's time.
  const brief = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
  return ['-Duser.language=en', ...brief, '-cp', jar, main, 'start', ...place]
}
