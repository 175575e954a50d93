import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { openSharedLive } from '../../../app/adapters/realtime-database/live.server'
import { type RealtimeDatabase, startRealtimeDatabase } from '../../support/realtime-database'

/** Milliseconds between signs of life: tests wait for some, and a busy machine answers within one. */
const beatEvery = 400

/** Opens instances on databases of such a service. */
export function openOn(host: () => string) {
  return async (name: string, now = () => new Date()) => {
    const reported: string[] = []
    const shared = await openSharedLive(
      { url: `https://${name}.firebaseio.com`, emulatorHost: host() },
      { secret: 'secret', now, report: (sentence) => reported.push(sentence), beatEvery },
    )
    return { ...shared, reported }
  }
}

/** The stand-in of a test file, and instances on it. */
export function standIn() {
  let service: RealtimeDatabase
  beforeAll(async () => {
    service = await startRealtimeDatabase()
  })
  afterAll(() => service.close())

  const open = openOn(() => service.host)

  return {
    service: () => service,
    open,
    /** As many instances on a database of their own; they close with the test. */
    async openSeveral(count: number, now?: () => Date) {
      const name = `demo-${randomUUID()}`
      const several = await Promise.all(Array.from({ length: count }, () => open(name, now)))
      onTestFinished(async () => {
        service.cut()
        await Promise.all(several.map(({ close }) => close()))
      })
      return { name, several }
    },
  }
}
