import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { type Config, ConfigError, readConfig } from '~/config'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import {
  type AppProcess,
  emulatorPort,
  freePort,
  listen,
  portOf,
  startProcess,
  waitUntilReady,
} from './app-process'
import type { AuthEmulator } from './auth-emulator'
import { demoColleagues, demoOwner } from './demo-people'
import { openMailInOfDemo } from './mail-in'

/** The first page of a cold start compiles everything; a slow machine may take this long. */
const timeoutMs = 120_000

const remix = createRequire(import.meta.url).resolve('@remix-run/dev/dist/cli.js')

/** What runs on `npm run dev`: the auth emulator in this process, the app beside it, ended together. */
async function start() {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const mailIn = await openMailInOfDemo(process.env)
  const environment = { SITE_DESK: demoOwner.email, ...process.env, ...mailIn }
  const config = readConfig(environment, 'development')
  if ((await freePort(config.port)) !== config.port) {
    throw new ConfigError([`PORT: ${config.port} is taken; try PORT=3001 npm run dev`])
  }
  await mkdir(config.dataDir, { recursive: true })

  // Taken from here on: another one that starts beside this one would find it free, too.
  const server = await listen(emulatorPort)
  // Vite starts on another core while all else is loaded and the demo is written.
  const own = { ...mailIn, SITE_DESK: environment.SITE_DESK }
  const app = startApp(config, portOf(server), own)
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      asked = true
      void app.stop()
    })
  }
  try {
    const { openDemo } = await import('./demo')
    const { emulator, close } = await openDemo(config, {
      projectId: config.identity.projectId,
      server,
    })
    void waitUntilReady(`http://127.0.0.1:${config.port}/readyz`, timeoutMs).then(
      () => console.log(welcome(config, emulator)),
      (error: Error) => console.error(error.message),
    )
    const code = await app.ended
    await close()
    process.exit(asked ? 0 : code)
  } finally {
    await app.stop()
  }
}

function startApp(config: Config, emulatorPort: number, own: Record<string, string>): AppProcess {
  const place = ['--strictPort', '--port', String(config.port), '--host', config.host]
  return startProcess([remix, 'vite:dev', ...place], {
    ...process.env,
    ...own,
    PORT: String(config.port),
    PUBLIC_ORIGIN: config.publicOrigin,
    FIREBASE_PROJECT_ID: config.identity.projectId,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${emulatorPort}`,
  })
}

function welcome({ publicOrigin, dataDir, mailIn }: Config, emulator: AuthEmulator): string {
  const inEachLanguage = (path: string) =>
    languages.map((language) => publicOrigin + localizedPath(path, language)).join('   ')
  const people = [demoOwner, ...demoColleagues].map(
    ({ email, displayName }, index) =>
      `${email}   ${displayName}, ${index ? 'colleague' : 'manager'}`,
  )
  return `
  Tresen is open.

    Home      ${inEachLanguage('/')}
    Shop      ${inEachLanguage('/shop')}
    Chat      ${inEachLanguage('/chat')}
    Tickets   ${inEachLanguage('/dashboard/tickets')}

    Sign in   ${people.join('\n              ')}
    Password  ${demoOwner.password}

    Data      ${resolve(dataDir)} (delete the folder to start over)
    Accounts  the auth emulator at ${emulator.host}

  No e-mail is sent: the shop's and the desk's lie in ${join(resolve(dataDir), 'mail')},
  links of verification e-mails appear here.${doorOf(mailIn)}
  Ctrl-C ends everything.
`
}

function doorOf(mailIn: Config['mailIn']): string {
  const { domain, smtp } = mailIn ?? {}
  if (!smtp) return ''
  const address = `${smtp.host}:${smtp.port}`
  const set = smtp.port === 2525 ? '' : `MAIL_IN=smtp://${address} `
  return `
  E-mails to @${domain} come in at ${address}: ${set}npm run mail -- FILE.eml`
}

start().catch((error) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
