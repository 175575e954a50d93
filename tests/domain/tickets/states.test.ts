import { describe, expect, test } from 'vitest'
import {
  askedAt,
  outcome,
  type TicketEvent,
  type TicketState,
  ticketEvents,
  ticketStates,
  visitorWord,
} from '../../../app/domain/tickets/states'
import { minute } from '../../contracts/examples'

// A dash is a refused move. The columns are the events in this order.
const events =
  'visitor-writes owner-replies snooze wake solve close reopen release block hold'.split(' ')
const table = `
  open     open       waiting  snoozed  -     solved  closed  -     -        held   held
  waiting  open       waiting  snoozed  -     solved  closed  -     -        held   held
  snoozed  open       waiting  snoozed  open  solved  closed  open  -        held   held
  solved   open       waiting  -        -     -       closed  open  -        held   held
  closed   follow-up  -        -        -     -       -       open  -        held   held
  held     held       -        -        -     -       closed  -     open     -      -
`
const rows = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

describe('the states of a ticket', () => {
  test('the table names every state and every event', () => {
    expect(rows.map(([state]) => state)).toEqual([...ticketStates])
    expect(events).toEqual([...ticketEvents])
  })

  const moves = rows.flatMap(([state, ...outcomes]) =>
    outcomes.map((expected, index) => [state, events[index], expected] as const),
  )
  test.each(moves)('a ticket that is %s: %s makes it %s', (state, event, expected) => {
    expect(outcome(state as TicketState, event as TicketEvent) ?? '-').toBe(expected)
  })
})

describe('the words that a visitor reads', () => {
  test.each([
    ['open', 'received', 'in-progress'],
    ['waiting', 'waiting', 'waiting'],
    ['snoozed', 'in-progress', 'in-progress'],
    ['solved', 'done', 'done'],
    ['closed', 'done', 'done'],
    // A sender of spam, or one who is blocked, does not learn of it.
    ['held', 'received', 'in-progress'],
  ] as const)('%s is "%s" before the first answer and "%s" after it', (state, before, after) => {
    expect(visitorWord({ state })).toBe(before)
    expect(visitorWord({ state, firstReplyAt: minute(1) })).toBe(after)
  })

  test('a held ticket looks like any other', () => {
    expect(askedAt({ state: 'open', waitingSince: minute(1) }, minute(2))).toEqual(minute(1))
    expect(askedAt({ state: 'waiting' }, minute(2))).toBeUndefined()
    expect(askedAt({ state: 'held' }, minute(2))).toEqual(minute(2))
  })
})
