import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { resolve } from 'node:path'
import { monitor, openProgram, type TestServer } from '../test-server'

/** What others need is no part of the project: it is installed here when a benchmark wants it. */
const cache = resolve('node_modules/.cache/others')

/** Milliseconds after which a benchmark goes on without it. */
const timeoutMs = 60_000

/** Another's server, and what is asked of it, by its name in the table. */
export interface Other {
  server: TestServer
  targets: Record<string, string>
}

/** Remix as its own tools set it up: hydrated, behind express, compressed each time. */
export async function openUsualRemix(): Promise<Other | undefined> {
  const folder = await install('remix')
  if (!folder || !(await run('node_modules/.bin/remix', ['vite:build'], folder))) return
  const program = ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js']
  return { server: await openIn(folder, program), targets: { 'Remix as usual': '/' } }
}

/** Next as its own tools set it up: a page that is made once, and one that is drawn each time. */
export async function openNext(): Promise<Other | undefined> {
  const folder = await install('next')
  if (!folder || !(await run('node_modules/.bin/next', ['build'], folder))) return
  const program = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', 'PORT']
  const server = await openIn(folder, program)
  return { server, targets: { 'Next, made once': '/', 'Next, drawn': '/drawn' } }
}

/** Returns a copy of `bench/others/<name>` with its packages; nothing where they can't be had. */
export async function install(name: string): Promise<string | undefined> {
  const folder = resolve(cache, name)
  await cp('bench/others', cache, { recursive: true })
  if (await run('npm', ['install', '--no-audit', '--no-fund'], folder, timeoutMs)) return folder
  process.stderr.write(`${name} is left out: its packages did not come within a minute.\n`)
  return undefined
}

async function run(program: string, options: string[], folder: string, timeout?: number) {
  const ours = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const
  const env = { ...process.env, ...ours }
  const child = spawn(program, options, { cwd: folder, env, stdio: 'ignore', timeout })
  const [code] = await once(child, 'exit')
  return code === 0
}

function openIn(folder: string, [module = '', ...options]: string[]): Promise<TestServer> {
  const program = ['--import', resolve(monitor), resolve('bench/others/start.mjs')]
  return openProgram([...program, resolve(folder, module), ...options], {}, folder)
}
