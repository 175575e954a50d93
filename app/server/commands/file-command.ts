import { readFileSync } from 'node:fs'
import { type Config, createServices, type Services } from '~/config'
import { decodeJson } from '~/domain/files/decoding'

interface Unsound {
  kind: 'unsound'
  problems: string[]
}

interface FileCommand<Sound> {
  usage: string
  written(services: Services): Promise<object>
  read(content: unknown, services: Services): Promise<Sound | Unsound>
  take(sound: Sound, services: Services): Promise<string>
}

/** Exports or imports a file; a running server shows it in ten seconds. Returns the exit code. */
export function fileCommand<Sound extends { kind: 'sound' }>(parts: FileCommand<Sound>) {
  const { usage, written, read, take } = parts
  return async (
    config: Config,
    [command = '', file = '']: string[],
    print: (text: string) => void,
  ): Promise<number> => {
    const services = await createServices(config)
    try {
      if (command === 'export') {
        print(`${JSON.stringify(await written(services), null, 2)}\n`)
        return 0
      }
      if (command !== 'import' || !file) {
        print(usage)
        return 1
      }
      const content = contentOf(file)
      const found = 'problems' in content ? content : await read(content.json, services)
      if (found.kind === 'unsound') {
        const problems = found.problems.map((problem) => `  - ${problem}\n`).join('')
        print(`${file}:\n${problems}Nothing was changed.\n`)
        return 1
      }
      print(`${await take(found, services)}\n`)
      return 0
    } finally {
      await services.close()
    }
  }
}

function contentOf(file: string): { json: unknown } | Unsound {
  try {
    // Also a pipe, as /dev/stdin.
    return { json: decodeJson(readFileSync(file)) }
  } catch (error) {
    return { kind: 'unsound', problems: [(error as Error).message] }
  }
}
