import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'

/** Pages that are rendered at once. */
const concurrency = 16

/** Of them, those that enter an account. */
const mostEntering = 4

/** Milliseconds after which a page that waits for another service gives up its slot. */
const longestSlot = 100

/** Pages of one subnet, rendered and queued. */
export const mostOfSubnet = 100

/** Pages of everybody. */
const most = 2_000

/** Whose page it is, and whether it enters an account: what a stranger may send from a thousand subnets. */
export interface Waiting {
  subnet: string
  enters?: boolean
}

/** One queue in front of all pages. Nobody waits behind the crowd of another subnet. */
export interface PageQueue {
  /**
   * Renders when it is the subnet's turn: one page of each in turn, each subnet's in the order in which they
   * came. All that enter an account have one turn together, which goes from subnet to subnet. Undefined where
   * too many are under way.
   */
  render<Page>(who: Waiting, render: () => Promise<Page>): Promise<Page | undefined>
  /** Resolves in a tick of the event loop of its own: pages that are ready at once hold it one by one. */
  pageTick(): Promise<void>
}

export function createPageQueue(): PageQueue {
  const ticks = new PQueue({ concurrency: 1 })
  const pageTick = () => ticks.add(() => nextTick())
  const inTurn = createTurns(concurrency)
  const enteringInTurn = createTurns(mostEntering)
  /** Pages under way. */
  const subnets = new Map<string, number>()
  let total = 0

  return {
    pageTick,
    async render({ subnet, enters }, render) {
      const own = subnets.get(subnet) ?? 0
      if (total >= most || own >= mostOfSubnet) return undefined
      subnets.set(subnet, own + 1)
      total += 1
      try {
        return await new Promise((resolve, reject) => {
          const inSlot = async () => {
            await pageTick()
            const rendering = render()
            rendering.then(resolve, reject)
            return Promise.race([rendering, wait(longestSlot, undefined, { ref: false })])
          }
          const turn = enters
            ? enteringInTurn(subnet, () => inTurn('entering', inSlot))
            : inTurn(subnet, inSlot)
          turn.catch(reject)
        })
      } finally {
        const left = (subnets.get(subnet) ?? 0) - 1
        if (left > 0) subnets.set(subnet, left)
        else subnets.delete(subnet)
        total -= 1
      }
    },
  }
}

/** Does so much at once: one thing of each in turn, each one's in the order in which they came. */
function createTurns(concurrency: number) {
  const queue = new PQueue({ concurrency })
  /** What each has waiting or under way, and the round of its last. */
  const all = new Map<string, { many: number; round: number }>()
  /** That is under way. */
  let round = 0
  return async (whose: string, work: () => Promise<unknown>) => {
    const own = all.get(whose) ?? { many: 0, round: 0 }
    all.set(whose, own)
    own.many += 1
    own.round = Math.max(own.round, round) + 1
    const { round: ownRound } = own
    const begin = () => {
      round = ownRound
      return work()
    }
    try {
      await queue.add(begin, { priority: -ownRound })
    } finally {
      own.many -= 1
      if (own.many === 0) all.delete(whose)
    }
  }
}
