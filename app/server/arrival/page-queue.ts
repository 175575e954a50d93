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
   * Renders when it is the subnet's turn: one page of each in turn, each subnet's in the order in which they
   * came. Undefined where too many are under way.
   */
  render<Page>(subnet: string, render: () => Promise<Page>): Promise<Page | undefined>
  /** Resolves in a tick of the event loop of its own: pages that are ready at once hold it one by one. */
  pageTick(): Promise<void>
}

export function createPageQueue(): PageQueue {
  const queue = new PQueue({ concurrency })
  const ticks = new PQueue({ concurrency: 1 })
  const pageTick = () => ticks.add(() => nextTick())
  /** Pages under way, and the round of its last one. */
  const subnets = new Map<string, { pages: number; round: number }>()
  let total = 0
  /** That is being rendered. */
  let round = 0

  return {
    pageTick,
    async render(subnet, render) {
      const own = subnets.get(subnet) ?? { pages: 0, round: 0 }
      if (total >= most || own.pages >= mostOfSubnet) return undefined
      subnets.set(subnet, own)
      own.pages += 1
      total += 1
      own.round = Math.max(own.round, round) + 1
      const { round: ownRound } = own
      try {
        return await new Promise((resolve, reject) => {
          const inSlot = async () => {
            round = ownRound
            await pageTick()
            const rendering = render()
            rendering.then(resolve, reject)
            return Promise.race([rendering, wait(longestSlot, undefined, { ref: false })])
          }
          queue.add(inSlot, { priority: -ownRound }).catch(reject)
        })
      } finally {
        own.pages -= 1
        total -= 1
        if (own.pages === 0) subnets.delete(subnet)
      }
    },
  }
}
