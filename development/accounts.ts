import { join } from 'node:path'
import type { Config } from '~/config'
import { type AuthEmulator, type EmulatorOptions, startAuthEmulator } from './auth-emulator'
import { keepAccounts, loadAccounts } from './kept-accounts'
import { watchMailLinks } from './mail-links'

/**
 * Starts the auth emulator with the accounts that the data folder holds, and prints the links of its
 * e-mails. `close` keeps the accounts.
 */
export async function openAccounts(config: Config, options: EmulatorOptions) {
  const emulator = await startAuthEmulator(options)
  const file = join(config.dataDir, 'auth-emulator.json')
  await loadAccounts(emulator, file)
  const saveAccounts = keepAccounts(emulator, file, printNewMails(emulator, config.publicOrigin))
  return {
    emulator,
    async close() {
      await saveAccounts()
      await emulator.stop()
    },
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
