import { setImmediate as immediate } from 'node:timers/promises'
import { rowsAtOnce } from '~/server/jobs/erasing'
import { owner, writeDesk } from './growth-desk'
import type { Effort, Findings } from './run'
import { makeFolder, openStores, percentile } from './test-server'

/**
 * Erases an account with many messages in the steps in which the server does it, and measures for how
 * long each holds up the event loop.
 */
export async function erasure({ quick }: Effort): Promise<Findings> {
  const messages = quick ? 10_000 : 100_000
  const { folder, remove } = await makeFolder()
  const now = new Date()
  writeDesk(folder, messages, now)
  const services = await openStores(folder)
  await services.erasure.hideAccount(owner.uid, '', now)
  const begun = performance.now()
  const steps: number[] = []
  const worked: number[] = []
  for (let more = true; more; ) {
    const before = performance.now()
    const cpu = process.cpuUsage()
    more = await services.erasure.eraseStep(rowsAtOnce)
    steps.push(performance.now() - before)
    const { user, system } = process.cpuUsage(cpu)
    worked.push((user + system) / 1_000)
    await immediate()
  }
  const seconds = (performance.now() - begun) / 1_000
  await services.close()
  await remove()
  const [median, p99, longest] = [percentile(steps, 50), percentile(steps, 99), Math.max(...steps)]
  const [work99, mostWork] = [percentile(worked, 99), Math.max(...worked)]
  const row = (what: string, value: number) => `  ${what.padEnd(40)}${value.toFixed(1)}`
  return {
    lines: [
      row('messages', messages),
      row('seconds in all', seconds),
      row('steps', steps.length),
      row('milliseconds a step: median', median),
      row('  99th percentile', p99),
      row('  longest', longest),
      row('  of the processor: 99th percentile', work99),
      row('  of the processor: longest', mostWork),
    ],
    figures: { messages, seconds, steps: steps.length, median, p99, longest, work99, mostWork },
  }
}
