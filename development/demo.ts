import { join } from 'node:path'
import { type Config, createServices } from '~/config'
import { type AuthEmulator, type EmulatorOptions, startAuthEmulator } from './auth-emulator'
import { keepAccounts, loadAccounts } from './kept-accounts'
import { watchMailLinks } from './mail-links'
import { seedDemo } from './seed'

/**
 * Starts the auth emulator with the accounts that the data folder holds, and writes the demo, before
 * the app is asked for anything. `close` keeps the accounts.
 */
export async function openDemo(config: Config, options: EmulatorOptions) {
  const emulator = await startAuthEmulator(options)
  const file = join(config.dataDir, 'auth-emulator.json')
  await loadAccounts(emulator, file)
  const saveAccounts = keepAccounts(emulator, file, printNewMails(emulator, config.publicOrigin))
  await seed(config, emulator)
  return {
    emulator,
    async close() {
      await saveAccounts()
      await emulator.stop()
    },
  }
}

async function seed(config: Config, { host, projectId }: AuthEmulator): Promise<void> {
  const services = await createServices(config)
  try {
    await seedDemo(services, host, projectId, new Date(), config.siteDesk)
  } finally {
    await services.close()
  }
}

function printNewMails(emulator: AuthEmulator, publicOrigin: string) {
  const newMailLinks = watchMailLinks(emulator, publicOrigin)
  return async () => {
    for (const { email, mode, addresses } of await newMailLinks()) {
      console.log(`\n  Mail to ${email} (${mode}):\n    ${addresses.join('\n    ')}\n`)
    }
  }
}
