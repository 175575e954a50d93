import { BaseSequencer, type TestSpecification } from 'vitest/node'

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

/** Begins with the slowest files of each project; vitest alone begins with the largest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = sorted.map(({ project }) => project)
    return sorted.toSorted(
      (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || rankOf(a) - rankOf(b),
    )
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = slowest.findIndex((name) => moduleId.endsWith(name))
  return rank < 0 ? slowest.length : rank
}
