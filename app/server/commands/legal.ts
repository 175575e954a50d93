import { readFileSync } from 'node:fs'
import type { Config } from '~/config.server'
import { readLegal } from '~/domain/legal/legal-input'
import { createServices, type Services } from '~/services.server'

const usage = `npm run legal -- import FILE      company, bank account and legal texts become what the file says
npm run --silent legal -- export > FILE   writes them as such a file; gaps are left out
`

/**
 * The command `legal`, with or without a running server, which shows a change within ten seconds.
 * Returns the exit code.
 */
export async function runLegal(
  config: Config,
  [command = '', file = '']: string[],
  print: (text: string) => void,
): Promise<number> {
  const services = await createServices(config)
  try {
    if (command === 'export') {
      const { details } = await services.legal.written()
      print(`${JSON.stringify({ sample: false, ...details }, null, 2)}\n`)
      return 0
    }
    if (command === 'import' && file) return await importFile(services, file, print)
    print(usage)
    return 1
  } finally {
    await services.close()
  }
}

async function importFile({ legal }: Services, file: string, print: (text: string) => void) {
  const read = readFile(file)
  if (read.kind === 'unsound') {
    const problems = read.problems.map((problem) => `  - ${problem}\n`).join('')
    print(`${file}:\n${problems}Nothing was changed.\n`)
    return 1
  }
  await legal.change(() => ({ details: read.details }))
  print(`${read.details.company.name}: ${Object.keys(read.details.texts).join(', ')}\n`)
  return 0
}

function readFile(file: string): ReturnType<typeof readLegal> {
  try {
    const read = readLegal(JSON.parse(readFileSync(file, 'utf8')))
    return read.kind === 'sound' && read.sample
      ? { kind: 'unsound', problems: ['sample: must be false'] }
      : read
  } catch (error) {
    return { kind: 'unsound', problems: [(error as Error).message] }
  }
}
