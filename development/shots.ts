import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { readConfig } from '~/config.server'
import { isAsked } from '~/domain/feedback'
import { type Language, languages } from '~/domain/languages'
import { localizedPath } from '~/i18n/addresses'
import { createServices } from '~/services.server'
import { launchBrowser } from '../tests/browser/chromium'
import { legalFile } from '../tests/server/legal'
import { freePort, startProcess, waitUntilReady } from './app-process'
import { callEmulator, startAuthEmulator } from './auth-emulator'
import { demoOwner, type SeededTicket, seedDemo } from './seed'

const widths = [320, 1440]
const schemes = ['light', 'dark'] as const

/** Somebody who has not yet clicked the link in the verification mail. */
const newOwner = { email: 'new@tresen.example', password: demoOwner.password }

/** How long a page may go on loading, in milliseconds: a chat's live frame never ends. */
const settle = 400

interface Shot {
  name: string
  path: string
  /** Whoever is signed in; nobody, if not said. */
  as?: { email: string; password: string }
  /** What is done on the page before it is photographed. */
  first?: (page: Page) => Promise<void>
}

function shotsOf(language: Language, seeded: SeededTicket[]): Shot[] {
  const [fullest] = seeded
    .filter(({ ticket }) => ticket.locale === language)
    .sort((a, b) => b.ticket.lastSeq - a.ticket.lastSeq)
  const held = seeded.find(({ ticket }) => ticket.state === 'held')
  const done = seeded.find(({ ticket }) => ticket.locale === language && isAsked(ticket))
  return [
    { name: 'home', path: '/' },
    { name: 'shop', path: '/shop' },
    { name: 'shop-nothing', path: '/shop?q=zeppelin' },
    { name: 'shop-item', path: '/shop?item=house-coffee' },
    {
      name: 'shop-cart',
      path: '/shop?item=desk-plus',
      first: (page) => page.locator('button[value=add]').click(),
    },
    { name: 'chat', path: '/chat' },
    { name: 'chat-ticket', path: `/chat?t=${fullest?.secret}` },
    {
      name: 'chat-rights',
      path: `/chat?t=${fullest?.secret}`,
      first: (page) => unfold(page, '.rights summary'),
    },
    { name: 'chat-erase', path: `/chat?t=${fullest?.secret}&erase=1` },
    {
      name: 'chat-rate',
      path: `/chat?t=${done?.secret}&rate=4`,
      first: (page) => unfold(page, '.rate summary'),
    },
    { name: 'chat-feedback', path: '/chat?feedback=1' },
    { name: 'login', path: '/login' },
    { name: 'login-failed', path: '/login', first: (page) => signIn(page, 'not the password') },
    { name: 'signup', path: '/signup' },
    { name: 'verify-email', path: '/verify-email', as: newOwner },
    { name: 'dashboard', path: '/dashboard', as: demoOwner },
    { name: 'dashboard-new', path: '/dashboard', as: newOwner },
    { name: 'tickets', path: '/dashboard/tickets', as: demoOwner },
    { name: 'ticket', path: `/dashboard/tickets?ticket=${fullest?.ticket.number}`, as: demoOwner },
    {
      name: 'ticket-organise',
      path: `/dashboard/tickets?ticket=${fullest?.ticket.number}`,
      as: demoOwner,
      first: (page) => unfold(page, '.about summary'),
    },
    {
      name: 'ticket-print',
      path: `/dashboard/tickets?ticket=${fullest?.ticket.number}&print=1&notes=1`,
      as: demoOwner,
    },
    { name: 'tickets-found', path: '/dashboard/tickets?q=kaffee&order=newest', as: demoOwner },
    { name: 'tickets-snoozed', path: '/dashboard/tickets?state=snoozed', as: demoOwner },
    { name: 'feedback', path: '/dashboard/feedback', as: demoOwner },
    {
      name: 'ticket-held',
      path: `/dashboard/tickets?state=held&ticket=${held?.ticket.number}`,
      as: demoOwner,
    },
    { name: 'replies', path: '/dashboard/settings?section=replies', as: demoOwner },
    { name: 'embed', path: '/dashboard/embed', as: demoOwner },
    { name: 'embed-key', path: '/dashboard/embed?step=key', as: demoOwner },
    {
      name: 'sample',
      path: '/sample',
      as: demoOwner,
    },
    { name: 'profile', path: '/dashboard/profile', as: demoOwner },
    { name: 'test', path: '/test', as: demoOwner, first: (page) => page.waitForTimeout(2_500) },
    { name: 'settings', path: '/dashboard/settings', as: demoOwner },
    { name: 'settings-hours', path: '/dashboard/settings?section=hours', as: demoOwner },
    {
      name: 'settings-notifications',
      path: '/dashboard/settings?section=notifications',
      as: demoOwner,
    },
    { name: 'mails', path: '/mails?stop=unknown' },
    { name: 'settings-privacy', path: '/dashboard/settings?section=privacy', as: demoOwner },
    { name: 'settings-devices', path: '/dashboard/settings?section=devices', as: demoOwner },
    {
      name: 'settings-delete',
      path: '/dashboard/settings?section=delete&step=confirm',
      as: demoOwner,
    },
    ...['imprint', 'privacy', 'terms', 'withdrawal'].map((name) => ({ name, path: `/${name}` })),
    { name: 'withdraw', path: '/withdrawal?withdraw' },
    { name: 'cancel', path: '/withdrawal?cancel' },
    { name: 'settings-plan', path: '/dashboard/settings?section=plan', as: demoOwner },
    {
      name: 'settings-plan-change',
      path: '/dashboard/settings?section=plan&to=desk-plus',
      as: demoOwner,
    },
    { name: 'missing', path: '/no-such-page' },
  ]
}

/** What runs on `npm run shots`: photographs the built app; words after it choose pages by name. */
async function shoot(wanted: string[]) {
  const remix = createRequire(import.meta.url).resolve('@remix-run/dev/dist/cli.js')
  const built = await startProcess([remix, 'vite:build'], process.env).ended
  if (built !== 0) throw new Error('The app could not be built; see above.')

  const folder = resolve('shots')
  const dataDir = await mkdtemp(join(tmpdir(), 'tresen-shots-'))
  const emulator = await startAuthEmulator({ projectId: 'demo-shots', port: 0 })
  const port = await freePort()
  const environment = {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    FIREBASE_API_KEY: 'demo-key',
    FIREBASE_PROJECT_ID: emulator.projectId,
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
    SITE_DESK: demoOwner.email,
    LEGAL: legalFile(dataDir),
    LOG_LEVEL: 'warn',
  }
  const services = createServices(readConfig(environment, 'production'))
  const seeded = await seedDemo(services, emulator.host, emulator.projectId, new Date())
  await services.close()
  const accounts = '/identitytoolkit.googleapis.com/v1/projects/{project}/accounts'
  await callEmulator(emulator, 'POST', accounts, newOwner)

  const { PATH, NODE_ENV = 'production' } = process.env
  const app = startProcess(['build/server/index.js'], { PATH, NODE_ENV, ...environment })
  const browser = await launchBrowser()
  try {
    await waitUntilReady(`${environment.PUBLIC_ORIGIN}/readyz`, 20_000)
    await mkdir(folder, { recursive: true })
    for (const language of languages) {
      const shots = shotsOf(language, seeded).filter(
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
  for (const { name, path, as, first } of shots) {
    const who = as?.email ?? 'nobody'
    const context = contexts.get(who) ?? (await newContext(browser, origin, language))
    const page = await context.newPage()
    if (as && !contexts.has(who)) {
      await open(page, localizedPath('/login', language))
      await signIn(page, as.password, as.email)
    }
    contexts.set(who, context)
    await open(page, localizedPath(path, language))
    await first?.(page)
    for (const width of widths) {
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

function newContext(browser: Browser, baseURL: string, language: Language) {
  const locale = { en: 'en-GB', de: 'de-DE' }[language]
  return browser.newContext({ baseURL, locale, javaScriptEnabled: false, reducedMotion: 'reduce' })
}

async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.waitForTimeout(settle)
}

async function unfold(page: Page, summary: string) {
  for (const each of await page.locator(summary).all()) await each.click()
}

async function signIn(page: Page, password: string, email = demoOwner.email) {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form:has(input[name=password]) button').first().click()
  await page.waitForTimeout(settle)
}

shoot(process.argv.slice(2)).catch((error) => {
  console.error(error)
  process.exit(1)
})
