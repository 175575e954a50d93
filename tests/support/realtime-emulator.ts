import { readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type Emulator, javaVersion, missing, neededJava, runFromCli, runningAt } from './emulator'

declare module 'vitest' {
  interface ProvidedContext {
    /** host:port of the run's Realtime Database emulator, or what is missing to start one. */
    realtimeEmulator: { host: string } | { missing: string }
  }
}

/**
 * The official emulator: one that runs already (FIREBASE_DATABASE_EMULATOR_HOST), else the one that
 * the firebase CLI brings, which needs Java 21.
 */
async function startRealtimeEmulator(): Promise<Emulator> {
  const running = process.env.FIREBASE_DATABASE_EMULATOR_HOST
  if (running) return runningAt(running)
  const java = javaVersion()
  if (!java) return missing('Java is not installed')
  if (java >= neededJava) return runFromCli('database')
  return missing(`the firebase CLI’s emulator needs Java ${neededJava} (this is ${java})`)
}

/** Starts one emulator for all files of a project. */
export async function setup({ provide }: TestProject) {
  const emulator = await startRealtimeEmulator()
  if ('missing' in emulator) {
    provide('realtimeEmulator', { missing: emulator.missing })
  } else {
    provide('realtimeEmulator', { host: emulator.host })
  }
  return () => emulator.close()
}

/** Sets the rules as they are deployed. Source: firebase-tools, lib/emulator/databaseEmulator.js. */
export async function setRules(host: string, name: string): Promise<void> {
  const response = await fetch(`http://${host}/.settings/rules.json?ns=${name}`, {
    method: 'PUT',
    headers: { Authorization: 'Bearer owner' },
    body: readFileSync('database.rules.json', 'utf8'),
  })
  if (!response.ok) throw new Error(`The rules were refused: ${await response.text()}`)
}
