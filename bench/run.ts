import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'

/** What a benchmark found out: lines for people, and the same figures for programs. */
export interface Findings {
  lines: string[]
  figures: Record<string, number>
}

export interface Effort {
  /** A short run: the figures have the same meaning and a wider spread. */
  quick: boolean
}

type Benchmark = (effort: Effort) => Promise<Findings>

/** Each is loaded when it is run: one that cannot be keeps no other from running. */
const benchmarks: Record<string, () => Promise<Benchmark>> = {
  pages: async () => (await import('./pages')).pages,
  paint: async () => (await import('./paint')).paint,
  lighthouse: async () => (await import('./lighthouse')).lighthouse,
  live: async () => (await import('./live')).live,
  members: async () => (await import('./members')).members,
  instances: async () => (await import('./instances')).instances,
  crash: async () => (await import('./crash')).crash,
  trouble: async () => (await import('./trouble')).trouble,
  stranger: async () => (await import('./stranger')).stranger,
  'sign-ins': async () => (await import('./sign-ins')).signIns,
  checkout: async () => (await import('./checkout')).checkout,
  mail: async () => (await import('./mail')).mail,
  jobs: async () => (await import('./jobs')).jobs,
  erasure: async () => (await import('./erasure')).erasure,
  growth: async () => (await import('./growth')).growth,
  house: async () => (await import('./house')).house,
}

const [name, ...options] = process.argv.slice(2).filter((argument) => argument !== '--')
const asked = name && !name.startsWith('--') ? [name] : Object.keys(benchmarks)
const quick = [name, ...options].includes('--quick')

for (const each of asked) {
  const benchmark = benchmarks[each]
  if (!benchmark) {
    process.stderr.write(`There is no benchmark ${each}; there are ${Object.keys(benchmarks)}.\n`)
    process.exit(1)
  }
  try {
    const run = await benchmark()
    const { lines, figures } = await run({ quick })
    process.stdout.write(`\n${each} on ${machine()}\n${lines.join('\n')}\n`)
    process.stdout.write(`${JSON.stringify({ bench: each, quick, ...figures })}\n`)
  } catch (error) {
    // Where a machine lacks what one of them needs, the others go on.
    process.stderr.write(`${each} could not be measured: ${error}\n`)
    process.exitCode = 1
  }
}
process.exit()

/** Figures mean nothing without the machine and the commit. */
function machine(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores, ${memory} GB, Node ${process.version}, commit ${stdout.trim()}`
}
