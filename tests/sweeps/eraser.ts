import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { openDatabase } from '~/adapters/sqlite/database/database.server'
import { storesOn } from '~/adapters/sqlite/stores.server'
import { sealTokens } from '~/http/sessions/token-seal.server'
import type { ServerContext } from '~/server/arrival/context'
import { erasing } from '~/server/jobs/erasing'
import { createScheduler } from '~/server/jobs/scheduler'

/**
 * A process that erases an account as the server does, and says each thing that it is about to do:
 * `hide`, `step`, `identity`, `finish`, `purge`; it waits for a word before it does. What the identity
 * service was asked is in a file.
 */
const [file = '', asked = '', day = '', uid = ''] = process.argv.slice(2)
const database = openDatabase(file)
const stores = storesOn(database)
const { erasure } = stores
const secrets = ['a secret of the test that is long enough']
let now = new Date(Date.UTC(2026, 2, Number(day), 11))

async function about(what: string) {
  process.stdout.write(`${what}\n`)
  await once(process.stdin, 'data')
}

const services = {
  ...stores,
  erasure: {
    ...erasure,
    async eraseStep() {
      await about('step')
      return erasure.eraseStep(7)
    },
    async finish(account: string) {
      await about('finish')
      await erasure.finish(account)
    },
  },
  identity: {
    refresh: async () => ({ tokens: { idToken: 'newer' } }),
    async deleteAccount() {
      await about('identity')
      const desk = await database.kysely.selectFrom('desks').selectAll().executeTakeFirst()
      appendFileSync(asked, desk ? 'too early\n' : 'last\n')
    },
  },
  live: { publish: () => undefined },
  mailer: { forget: async () => undefined },
  files: { remove: async () => undefined },
  async purge() {
    await about('purge')
    await database.purge()
  },
}
const config = { secrets }
const log = { error: console.error, warn: console.error }
const context = { services, config, log, now: () => now } as unknown as ServerContext
const scheduler = createScheduler(context, [erasing(context)])
if (uid) {
  await about('hide')
  const tokens = { idToken: 'a', refreshToken: 'b', expiresAt: new Date(now.getTime() + 3_600_000) }
  await erasure.hideAccount(uid, sealTokens(tokens, uid, secrets), now)
}
await scheduler.runDue()
// The night after.
now = new Date(Date.UTC(2026, 2, Number(day) + 1, 2))
await scheduler.runDue()
await scheduler.stop()
process.stdin.destroy()
process.stdout.write('done\n')
await database.close()
