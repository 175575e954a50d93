import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Quick tests run first, while the app is built; then those that mostly wait, alongside the browser's; short
 * files last.
 */
const projects = [
  'domain',
  'instances',
  'browser',
  'distant',
  'firestore',
  'realtime-database',
  'routes',
]

/** The files that take longest, and those that wait longest: begun last, all others would wait for one. */
const slowest = [
  'browser/every-page',
  'browser/one-program',
  'browser/navigation',
  'routes/instances-in-trouble',
  'routes/third-language',
  'routes/safe-methods',
  'routes/mailbox',
  'routes/program',
  'routes/odd-requests',
  'routes/hostile-forms',
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
