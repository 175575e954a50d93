import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'

/** Pages that are rendered at once. */
const concurrency = 16

/** Milliseconds after which a page that waits for another service gives up its slot. */
const longestSlot = 100

/** Pages of one subnet, rendered and queued. */
export const mostOfSubnet = 100

/** Pages of everybody. */
const most = 2_000

/** One queue in front of all pages. Nobody waits behind the crowd of another subnet. */
export interface PageQueue {
  /**
   * Renders when it is the subnet's turn: the more of its pages are under way, the later. Undefined where
   * too many are.
   */
  render<Page>(subnet: string, render: () => Promise<Page>): Promise<Page | undefined>
  /** Resolves in a tick of the event loop of its own: pages that are ready at once hold it one by one. */
  pageTick(): Promise<void>
}

export function createPageQueue(): PageQueue {
  const queue = new PQueue({ concurrency })
  const ticks = new PQueue({ concurrency: 1 })
  const pageTick = () => ticks.add(() => nextTick())
  const underWay = new Map<string, number>()
  let total = 0

  function count(subnet: string, change: number): number {
    const now = (underWay.get(subnet) ?? 0) + change
    if (now > 0) underWay.set(subnet, now)
    else underWay.delete(subnet)
    total += change
    return now
  }

  return {
    pageTick,
    async render(subnet, render) {
      if (total >= most || (underWay.get(subnet) ?? 0) >= mostOfSubnet) return undefined
      const pages = count(subnet, 1)
      try {
        return await new Promise((resolve, reject) => {
          const inSlot = async () => {
            await pageTick()
            const rendering = render()
            rendering.then(resolve, reject)
            return Promise.race([rendering, wait(longestSlot, undefined, { ref: false })])
          }
          queue.add(inSlot, { priority: -pages }).catch(reject)
        })
      } finally {
        count(subnet, -1)
      }
    },
  }
}
