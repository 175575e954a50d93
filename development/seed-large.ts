import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigError, lockData, openMovable, readConfig } from '~/config'
import { demoOwner } from './demo-people'
import { largeHouse } from './large-house'

/** What `npm run seed` does: fills the empty store of the settings, whichever it is. */
async function seed() {
  const { size: typed } = parseArgs({ options: { size: { type: 'string' } } }).values
  const size = Number(typed)
  if (!Number.isInteger(size) || size < 1)
    throw new ConfigError(['--size N: how many conversations'])
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig({ ...process.env }, 'development')
  const lock = lockData(config)
  const store = await openMovable(config)
  try {
    if ((await store.state()) === 'whole') throw new ConfigError(['The store has data already'])
    const begun = performance.now()
    await store.load(largeHouse(size, config.secrets[0] ?? '', new Date()))
    await store.finish()
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    console.log(`${size} conversations of ${demoOwner.email} in ${seconds} s: npm run dev`)
  } finally {
    await store.close()
    lock.release()
  }
}

try {
  await seed()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
