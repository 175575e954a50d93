import type { TestOptions } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import type { Chromium } from './chromium'
import type { Emulator } from './emulator'
import { hasPrograms } from './programs'

/** What a machine lacks for some tests. */
export interface Lack {
  /** What those tests prove. */
  tests: string
  /** What is missing here. */
  why: string
  /** The command that brings it. */
  command: string
}

declare module 'vitest' {
  interface TaskMeta {
    lack?: Lack
  }
}

/** Options of a test or suite that runs where nothing is missing, and is named at the end of the run elsewhere. */
export function unless(lack: Lack | undefined): TestOptions {
  return lack ? { skip: true, meta: { lack } } : {}
}

/** What is missing where these programs are not all installed; the first one gives the package its name. */
export function lackOf(tests: string, ...programs: [string, ...string[]]): Lack | undefined {
  const missing = programs.filter((program) => !hasPrograms(program))
  if (missing.length === 0) return undefined
  return {
    tests,
    why: `${missing.join(' and ')} is not installed`,
    command: `apt-get install ${programs[0]}`,
  }
}

type Reachable = Pick<Extract<Emulator, { host: string }>, 'host'> | { missing: string }

/** Both official emulators: the firebase CLI downloads them, and runs them on this Java. */
export function lackOfEmulator(tests: string, emulator: Reachable): Lack | undefined {
  if (!('missing' in emulator)) return undefined
  return {
    tests,
    why: emulator.missing,
    command: 'apt-get install openjdk-21-jre-headless (Debian 13, Ubuntu 24.04)',
  }
}

/** What is missing where the browser of these tests has no settings. */
export function lackOfSettings(tests: string, { hasSettings }: Chromium): Lack | undefined {
  if (hasSettings) return undefined
  const why = 'this Chromium is the engine without windows, which has no settings'
  return { tests, why, command: 'apt-get install chromium' }
}

/** One block: which tests were left out, why, and what brings each. Empty where none was. */
export function leftOutBlock(lacks: Lack[]): string {
  if (lacks.length === 0) return ''
  const reasons = new Map<string, { lack: Lack; count: number }>()
  for (const lack of lacks) {
    const key = JSON.stringify(lack)
    reasons.set(key, { lack, count: (reasons.get(key)?.count ?? 0) + 1 })
  }
  const lines = [...reasons.values()].map(
    ({ lack: { tests, why, command }, count }) =>
      `  ${tests}: ${count} ${count === 1 ? 'test' : 'tests'}\n    why      ${why}\n    remedy   ${command}`,
  )
  return `LEFT OUT on this machine: ${lacks.length} of the tests\n\n${lines.join('\n\n')}`
}

/** Writes the block at the end of a run. */
export default class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const lacks = modules.flatMap(({ children }) =>
      [...children.allTests()].flatMap((test) => {
        const { lack } = test.meta()
        return lack && test.result().state === 'skipped' ? [lack] : []
      }),
    )
    const block = leftOutBlock(lacks)
    if (block) console.log(`\n${block}\n`)
  }
}
