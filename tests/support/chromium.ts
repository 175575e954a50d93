import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** The same engine without windows, profiles and address bar: it takes half the processor time. */
const shell = 'chromium-headless-shell'

/** Nothing that the browser does on its own, and what it needs to run as root in a container. */
const quiet = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
]

/** Starts the Chromium of this machine. Throws with what to install when there is none. */
export function launchBrowser(): Promise<Browser> {
  return start(findChromium(process.env), (options) => chromium.launch(options))
}

/**
 * Starts the shell of this machine, or else its Chromium, for others to connect to: starting one takes
 * longer than most tests. Throws with what to install when there is neither.
 */
export function serveBrowser(): Promise<BrowserServer> {
  const executablePath = findChromium(process.env, [shell, ...names])
  return start(executablePath, (options) => chromium.launchServer(options))
}

async function start<Started>(
  executablePath: string | undefined,
  launch: (options: LaunchOptions) => Promise<Started>,
): Promise<Started> {
  try {
    return await launch({ ...withoutAddressBar(executablePath), args: quiet })
  } catch (cause) {
    const tried = executablePath ?? 'none on the PATH'
    throw new Error(
      `No Chromium could be started (${tried}). Install one (apt-get install chromium, or npx playwright-core install chromium) or name it in CHROMIUM_PATH.`,
      { cause },
    )
  }
}

/** How a Chromium is started whose windows cost half; where there is no shell, as it is. */
function withoutAddressBar(executablePath: string | undefined): LaunchOptions {
  if (!executablePath || process.platform === 'win32') return { executablePath }
  const env = { ...process.env, CHROMIUM: executablePath }
  return { executablePath: fileURLToPath(new URL('chromium.sh', import.meta.url)), env }
}

/**
 * Where Chromium is: CHROMIUM_PATH, else the first known name on the PATH; undefined leaves the
 * choice to Playwright, which knows its own.
 */
export function findChromium(
  environment: NodeJS.ProcessEnv,
  known: readonly string[] = names,
): string | undefined {
  if (environment.CHROMIUM_PATH) return environment.CHROMIUM_PATH
  const folders = environment.PATH?.split(delimiter).filter(Boolean) ?? []
  return known.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
