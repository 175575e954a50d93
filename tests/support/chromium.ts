import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'
import { unpackChromium, whyNotPackaged } from './packaged-chromium'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** First the same engine without windows, settings and address bar: it takes half the processor time. */
export const engines = ['chromium-headless-shell', ...names]

/** Nothing that the browser does on its own, and what it needs to run as root in a container. */
export const quiet = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
]

/** A browser to launch, in the environment of this process if it names no other. */
export interface Chromium {
  executablePath: string
  env?: NodeJS.ProcessEnv
  /** Whether it follows the settings of a profile; the engine without windows has none. */
  hasSettings: boolean
}

/** Starts the Chromium of this machine. Throws with what to install when there is none. */
export function launchBrowser(): Promise<Browser> {
  return start(names, (options) => chromium.launch(options))
}

/**
 * Starts the shell of this machine, or else its Chromium, for others to connect to: starting one takes
 * longer than most tests. Throws with what to install when there is neither.
 */
export function serveBrowser(): Promise<BrowserServer> {
  return start(engines, (options) => chromium.launchServer(options))
}

async function start<Started>(
  known: readonly string[],
  launch: (options: LaunchOptions) => Promise<Started>,
): Promise<Started> {
  const found = await findChromium(process.env, known)
  try {
    return await launch({ ...withoutAddressBar(found), args: quiet })
  } catch (cause) {
    throw new Error(`${found.executablePath} could not be started. ${remedy}`, { cause })
  }
}

const remedy =
  'Install one (apt-get install chromium, or npx playwright-core install chromium) or name it in CHROMIUM_PATH.'

/** How a Chromium is started whose windows cost half; where there is no shell, as it is. */
function withoutAddressBar({ executablePath, env = process.env }: Chromium): LaunchOptions {
  if (process.platform === 'win32') return { executablePath, env }
  const script = fileURLToPath(new URL('chromium.sh', import.meta.url))
  return { executablePath: script, env: { ...env, CHROMIUM: executablePath } }
}

/**
 * Where Chromium is: CHROMIUM_PATH, else the first known name on the PATH, else Playwright's own, else
 * the one that npm has installed. Throws with what to install when there is none.
 */
export async function findChromium(
  environment: NodeJS.ProcessEnv,
  known: readonly string[] = names,
  own = chromium.executablePath(),
): Promise<Chromium> {
  if (environment.CHROMIUM_PATH) return installed(environment.CHROMIUM_PATH)
  const folders = environment.PATH?.split(delimiter).filter(Boolean) ?? []
  const onPath = known.flatMap((name) => folders.map((folder) => join(folder, name)))
  const executablePath = onPath.find(isExecutable)
  if (executablePath) return installed(executablePath)
  if (isExecutable(own)) return installed(own)
  const why = whyNotPackaged()
  if (why) throw new Error(`There is no Chromium: none on the PATH, and ${why}. ${remedy}`)
  return { ...(await unpackChromium()), hasSettings: false }
}

function installed(executablePath: string): Chromium {
  return { executablePath, hasSettings: !executablePath.includes('headless') }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
