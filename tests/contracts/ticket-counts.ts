import { describe, expect, test } from 'vitest'
import { type TicketState, ticketStates } from '../../app/domain/tickets/states'
import { begin, minute, type OpenStores } from './examples'
import { desk, stores, useTwoDesks } from './two-desks'

const closed = { state: 'closed', waitingSince: undefined } as const

/** Whole numbers below `most` that are the same in each run (a linear congruential generator). */
function numbersFrom(seed: number) {
  let state = seed
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

export function ticketCountsContract(name: string, open: OpenStores) {
  describe(`counts of a desk in ${name}`, () => {
    useTwoDesks(open)

    /** What one counts who looks at every ticket. */
    async function counted() {
      const tickets = await stores.tickets.listAll(desk, 0, 999)
      const states = Object.fromEntries(ticketStates.map((state) => [state, 0]))
      const tags = new Map<string, { tag: string; tickets: number }>()
      for (const { state, tags: borne } of tickets) {
        states[state] = (states[state] ?? 0) + 1
        for (const tag of state === 'held' ? [] : borne) {
          const known = tags.get(tag.toLowerCase()) ?? { tag, tickets: 0 }
          const first = known.tag < tag ? known.tag : tag
          tags.set(tag.toLowerCase(), { tag: first, tickets: known.tickets + 1 })
        }
      }
      const sorted = [...tags].sort(([one], [other]) => (one < other ? -1 : 1))
      return { states, tags: sorted.map(([, each]) => each) }
    }

    test.each([1, 2, 3])(
      'whatever happens to tickets, they are what there is (%i)',
      async (seed) => {
        const some = numbersFrom(seed)
        const states: TicketState[] = ['open', 'waiting', 'snoozed', 'solved', 'closed', 'held']
        let last = 0
        for (let step = 0; step < 120; step += 1) {
          const number = 1 + some(last + 1)
          const owner = { deskId: desk, number }
          const act = some(8)
          if (act < 3) {
            const held = { state: 'held', heldFor: 'trap', waitingSince: undefined } as const
            await begin(stores.tickets, desk, `${step}`, some(4) === 0 ? held : {})
            last += 1
          } else if (act < 5) {
            const state = states[some(states.length)] ?? 'open'
            await stores.tickets.move(owner, () => ({ state, waitingSince: minute(1) }))
          } else if (act < 6) {
            const tags = ['Ware', 'ware', 'Zoll', 'Ärger'].filter(() => some(2) === 0)
            const tidy = tags.filter((tag, at) => at === 0 || tag.toLowerCase() !== 'ware')
            await stores.tickets.move(owner, () => ({ tags: tidy }))
          } else if (act < 7) {
            const numbers = { source: number, target: 1 + some(last + 1) }
            await stores.tickets.merge(desk, numbers, (one, other) =>
              one.id === other.id || one.mergedInto || other.mergedInto
                ? 'merged'
                : { source: closed, target: {} },
            )
          } else {
            await stores.erasure.hideTicket(owner, minute(9))
          }
          const { states: expected, tags } = await counted()
          expect(await stores.tickets.count(desk)).toEqual(expected)
          expect(await stores.tickets.tags(desk)).toEqual(tags)
        }
        expect(last).toBeGreaterThan(20)
      },
    )
  })
}
