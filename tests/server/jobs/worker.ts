import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { createLiveBus } from '~/adapters/in-process/live.server'
import { openDatabase } from '~/adapters/sqlite/database/database.server'
import { storesOn } from '~/adapters/sqlite/stores.server'
import type { ServerContext } from '~/server/arrival/context'
import { createScheduler } from '~/server/jobs/scheduler'

/**
 * A process of its own that tries again and again to do its job, at the time that was the last line
 * of its input, and says when it began, when it ended, and when a try is over.
 */
const [file = '', name = ''] = process.argv.slice(2)
const services = { ...storesOn(openDatabase(file)), live: createLiveBus() }
let time = new Date(0)
const now = () => time
const context = { services, now, log: pino({ level: 'silent' }) } as unknown as ServerContext
const scheduler = createScheduler(context, [
  {
    name: 'job',
    every: 0,
    async run() {
      process.stdout.write(`${name} begins ${performance.timeOrigin + performance.now()}\n`)
      await pause(20)
      process.stdout.write(`${name} ends ${performance.timeOrigin + performance.now()}\n`)
    },
  },
])
createInterface({ input: process.stdin }).on('line', (line) => {
  time = new Date(line)
})
process.once('SIGTERM', async () => {
  await scheduler.stop()
  process.exit(0)
})
for (;;) {
  await scheduler.runDue()
  process.stdout.write(`${name} tried\n`)
  await pause(5)
}
