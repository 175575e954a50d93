import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createServices, readConfig } from '~/config'
import { type Language, languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { launchBrowser } from '../tests/support/chromium'
import { legalFile } from '../tests/support/legal'
import { freePort, startProcess, waitUntilReady } from './app-process'
import { callEmulator, startAuthEmulator } from './auth-emulator'
import { seedOrders } from './demo-orders'
import { demoOwner } from './demo-people'
import { seedDemo } from './seed'
import { newOwner, type Shot, settle, shotsOf, signIn } from './shot-list'

const widths = [320, 1440]
const schemes = ['light', 'dark'] as const

/**
 * On a Tuesday before noon, when the café is open: what is photographed shows the same time each time. Later
 * than any account in the emulator, whose time goes on: a session from before its account is refused.
 */
const time = new Date('2031-11-18T10:04:00Z')

/** What runs on `npm run shots`: photographs the built app; words after it choose pages by name. */
async function shoot(wanted: string[]) {
  const remix = createRequire(import.meta.url).resolve('@remix-run/dev/dist/cli.js')
  const built = await startProcess([remix, 'vite:build'], process.env).ended
  if (built !== 0) throw new Error('The app could not be built; see above.')

  const folder = resolve('shots')
  const dataDir = await mkdtemp(join(tmpdir(), 'tresen-shots-'))
  const emulator = await startAuthEmulator({ projectId: 'demo-shots' })
  const port = await freePort(41_730)
  const environment = {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    SESSION_SECRET: 'photographed'.repeat(4),
    FIREBASE_API_KEY: 'demo-key',
    FIREBASE_PROJECT_ID: emulator.projectId,
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
    SITE_DESK: demoOwner.email,
    LEGAL: legalFile(dataDir),
    LOG_LEVEL: 'warn',
  }
  const services = await createServices(readConfig(environment, 'production'))
  const { SESSION_SECRET: secret } = environment
  const { host, projectId } = emulator
  const seeded = await seedDemo(services, host, projectId, time, undefined, secret)
  const orders = await seedOrders(services, secret, demoOwner.uid, time)
  await services.close()
  const accounts = '/identitytoolkit.googleapis.com/v1/projects/{project}/accounts'
  await callEmulator(emulator, 'POST', accounts, newOwner)

  const { PATH, NODE_ENV = 'production' } = process.env
  const clock = fileURLToPath(new URL('stopped-clock.mjs', import.meta.url))
  const app = startProcess(['--import', clock, 'build/server/index.js'], {
    PATH,
    NODE_ENV,
    TIME: String(time.getTime()),
    ...environment,
  })
  const browser = await launchBrowser()
  try {
    await waitUntilReady(`${environment.PUBLIC_ORIGIN}/readyz`, 20_000)
    await mkdir(folder, { recursive: true })
    for (const language of languages) {
      const shots = shotsOf(language, seeded, orders).filter(
        ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
      )
      await photograph(browser, environment.PUBLIC_ORIGIN, language, shots, folder)
    }
  } finally {
    await browser.close()
    await app.stop()
    await emulator.stop()
    await rm(dataDir, { recursive: true })
  }
  console.log(`The pictures are in ${folder}`)
}

async function photograph(
  browser: Browser,
  origin: string,
  language: Language,
  shots: Shot[],
  folder: string,
) {
  const contexts = new Map<string, BrowserContext>()
  for (const { name, path, as, scripts = false, first, printed } of shots) {
    const who = `${as?.email ?? 'nobody'}${scripts ? ' with scripts' : ''}`
    const context = contexts.get(who) ?? (await newContext(browser, origin, language, scripts))
    const page = await context.newPage()
    await page.clock.setFixedTime(time)
    if (as && !contexts.has(who)) {
      await open(page, localizedPath('/login', language))
      await signIn(page, as.password, as.email)
    }
    contexts.set(who, context)
    await open(page, localizedPath(path, language))
    await first?.(page)
    if (printed) await photographPrint(page, join(folder, `${name}.${language}.png`))
    for (const width of printed ? [] : widths) {
      for (const colorScheme of schemes) {
        await page.setViewportSize({ width, height: width < 600 ? 640 : 900 })
        await page.emulateMedia({ colorScheme })
        const file = join(folder, `${name}.${language}.${width}.${colorScheme}.png`)
        await page.screenshot({ path: file, fullPage: true })
      }
    }
    console.log(`${name}.${language}: ${new URL(page.url()).pathname}`)
    await page.close()
  }
  for (const context of contexts.values()) await context.close()
}

/** A sheet of A4 at 96 dots an inch, with the browsers' usual margins. */
async function photographPrint(page: Page, path: string) {
  await page.setViewportSize({ width: 718, height: 1_047 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.screenshot({ path, fullPage: true })
}

function newContext(
  browser: Browser,
  baseURL: string,
  language: Language,
  javaScriptEnabled: boolean,
) {
  const locale = { en: 'en-GB', de: 'de-DE' }[language]
  return browser.newContext({ baseURL, locale, javaScriptEnabled, reducedMotion: 'reduce' })
}

async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.waitForTimeout(settle)
}

shoot(process.argv.slice(2)).catch((error) => {
  console.error(error)
  process.exit(1)
})
