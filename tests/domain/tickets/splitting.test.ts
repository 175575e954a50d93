import { expect, test } from 'vitest'
import { splitChanges } from '~/domain/tickets/splitting'
import type { Ticket } from '~/domain/tickets/tickets'
import { exampleMessage, exampleTicket, minute } from '../../contracts/examples'

const named = { startKey: 'split', secretHash: 'split', number: 2, locale: 'en' } as const

const usual = { priority: 'normal' as const, number: 1, tags: [], seenBy: {} }
const unread = { ownerSeenSeq: 0, visitorSeenSeq: 0 }

/** Guest's and desk's messages in turn: what the ticket is once all from `seq` on are split off. */
function leftOf(authors: ('visitor' | 'owner')[], state: Ticket['state'], seq: number) {
  const messages = authors.map((author, index) => ({
    ...exampleMessage(`${index}`, { author, createdAt: minute(index + 1) }),
    seq: index + 1,
    ticketId: 'ticket',
  }))
  const ticket = {
    ...exampleTicket('desk', 'one'),
    ...usual,
    ...unread,
    state,
    lastSeq: authors.length,
    updatedAt: minute(8),
  }
  const changes = splitChanges(ticket, messages, { seq, later: true }, named, minute(9))
  if (typeof changes === 'string') throw new Error(changes)
  const { state: now, waitingSince } = changes.source
  return { state: now, waitingSince }
}

test('A ticket whose answer is split off with a later question is open again since the earlier one', () => {
  expect(leftOf(['visitor', 'visitor', 'owner'], 'waiting', 2)).toEqual({
    state: 'open',
    waitingSince: minute(1),
  })
})

test('A ticket whose last question is split off after an answer is answered', () => {
  expect(leftOf(['visitor', 'owner', 'visitor'], 'open', 3)).toEqual({
    state: 'waiting',
    waitingSince: undefined,
  })
})

test('A ticket that is done stays done, whatever is split off from it', () => {
  expect(leftOf(['visitor', 'visitor', 'owner'], 'solved', 2)).toEqual({})
})
