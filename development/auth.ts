import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Config, ConfigError, readConfig } from '~/config'
import { openAccounts } from './accounts'
import { emulatorPort, listen } from './app-process'
import type { AuthEmulator } from './auth-emulator'

/** What runs on `npm run auth`: the auth emulator alone, for a build that is tried on this machine. */
async function start() {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env, 'development')
  const { projectId } = config.identity
  await mkdir(config.dataDir, { recursive: true })
  const { emulator, close } = await openAccounts(config, {
    projectId,
    server: await listen(emulatorPort),
  })
  console.log(welcome(config, emulator))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void close().then(() => process.exit(0)))
  }
}

function welcome(config: Config, { host }: AuthEmulator): string {
  const { port, publicOrigin, identity } = config
  const dataDir = resolve(config.dataDir)
  return `
  The auth emulator is open at ${host}, with the accounts in ${dataDir}.
  No e-mail is sent: the links of verification e-mails appear here.

  In another terminal, after npm run build:

    export SESSION_SECRET=$(openssl rand -base64 32)    # keep it for later starts
    export PORT=${port} PUBLIC_ORIGIN=${publicOrigin} DATA_DIR=${dataDir}
    export FIREBASE_PROJECT_ID=${identity.projectId} FIREBASE_API_KEY=${identity.apiKey}
    export FIREBASE_AUTH_EMULATOR_HOST=${host}
    npm start

  Ctrl-C ends the emulator.
`
}

start().catch((error) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
