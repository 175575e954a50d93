import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Outcome, send } from '../tests/support/stranger'

/** Milliseconds between two pages of somebody else. */
const pace = 100

/** Looks at pages as other people do, one after the other, until stopped. */
export function watchOthers(origin: string, conversation: string) {
  const pages = ['/', '/shop', '/login', conversation, '/de/terms']
  const agent = new Agent({ keepAlive: true })
  const waits: Outcome[] = []
  let stopped = false
  const watching = (async () => {
    for (let index = 0; !stopped; index += 1) {
      const path = pages[index % pages.length] ?? '/'
      const headers = { 'X-Forwarded-For': '192.0.2.1', 'X-Marked': '1' }
      waits.push(await send(origin, { method: 'GET', path, headers }, agent))
      await wait(pace)
    }
  })()
  return {
    async stop() {
      stopped = true
      await watching
      agent.destroy()
      return waits
    },
  }
}
