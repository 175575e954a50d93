import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Quick tests run first, while the app is built; then those that mostly wait, alongside the browser's; short
 * files last.
 */
const projects = [
  'domain',
  'instances',
  'journeys',
  'browser',
  'sweeps',
  'distant',
  'firestore',
  'realtime-database',
  'development',
  'own-accounts',
  'routes',
]

/** The files that take longest, and those that wait longest: begun last, all others would wait for one. */
const slowest = [
  'browser/every-page',
  'browser/one-program',
  'browser/navigation',
  'instances/instances-in-trouble',
  'sweeps/third-language',
  'sweeps/safe-methods',
  'sweeps/program',
  'sweeps/odd-requests',
  'sweeps/hostile-forms',
  'sweeps/mailbox',
].map((name) => `/tests/${name}.test.ts`)

/** Orders the projects, and begins each with its slowest files; vitest alone begins with the largest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const turn = ({ project }: TestSpecification) => projects.indexOf(project.name)
    return sorted.toSorted((a, b) => turn(a) - turn(b) || rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = slowest.findIndex((name) => moduleId.endsWith(name))
  return rank < 0 ? slowest.length : rank
}
