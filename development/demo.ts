import { type Config, createServices } from '~/config'
import { openAccounts } from './accounts'
import type { AuthEmulator, EmulatorOptions } from './auth-emulator'
import { seedDemo } from './seed'

/** Opens the accounts and writes the demo, before the app is asked for anything. */
export async function openDemo(config: Config, options: EmulatorOptions) {
  const accounts = await openAccounts(config, options)
  await seed(config, accounts.emulator)
  return accounts
}

async function seed(config: Config, { host, projectId }: AuthEmulator): Promise<void> {
  const services = await createServices(config)
  try {
    await seedDemo(services, host, projectId, new Date(), config.siteOwner, config.secrets[0])
  } finally {
    await services.close()
  }
}
