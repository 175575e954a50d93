import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { createLiveBus } from '~/adapters/in-process/live.server'
import { openDatabase } from '~/adapters/sqlite/database/database.server'
import { storesOn } from '~/adapters/sqlite/stores.server'
import type { ServerContext } from '~/server/arrival/context'
import { createScheduler } from '~/server/jobs/scheduler'

/** A process of its own that does its job again and again; its minutes last as long as seconds. */
const [file = '', name = ''] = process.argv.slice(2)
const speed = 60
const services = { ...storesOn(openDatabase(file)), live: createLiveBus() }
const now = () => new Date(Date.now() * speed)
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
process.once('SIGTERM', async () => {
  await scheduler.stop()
  process.exit(0)
})
for (;;) {
  await scheduler.runDue()
  await pause(5)
}
