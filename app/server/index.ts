import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type * as Production from './production'

// Packages read it on import, so whatever imports them comes after this line. React is built for it.
process.env.NODE_ENV ??= 'production'

const here = fileURLToPath(import.meta.url)
const started = process.argv[1]

export async function startServer(
  options: Production.ServerOptions,
): Promise<Production.RunningServer> {
  const production = await import('./production')
  return production.startServer(options)
}

if (started && realpathSync(started) === here) {
  const { runServer } = await import('./commands/program')
  await runServer(process.env, process.argv.slice(2))
}
