import { describe, expect, test } from 'vitest'
import { stateChange } from '../../../app/domain/tickets/changes'
import { outcome, ticketStates } from '../../../app/domain/tickets/states'
import type { Ticket, TicketChange } from '../../../app/domain/tickets/tickets'
import { readUndo, undoChange, undoOf } from '../../../app/domain/tickets/undo'
import { minute } from '../../contracts/examples'

function ticketIn(state: Ticket['state']): Ticket {
  const times = {
    waitingSince: state === 'open' ? minute(1) : undefined,
    snoozedUntil: state === 'snoozed' ? minute(90) : undefined,
    remindedAt: state === 'waiting' ? minute(2) : undefined,
    timerAt: state === 'open' ? undefined : minute(90),
  }
  return { state, ...times, updatedAt: minute(3) } as Ticket
}

function changed(ticket: Ticket, change: TicketChange | undefined): Ticket {
  return { ...ticket, ...change } as Ticket
}

const endings = ticketStates.flatMap((state) =>
  (['solve', 'close'] as const)
    .filter((event) => outcome(state, event))
    .map((event) => [state, event] as const),
)

describe('undoing the end of a ticket', () => {
  test.each(endings)('one that was %s is as before: %s', (state, event) => {
    const before = ticketIn(state)
    const ended = changed(before, stateChange(before, event, 'owner', minute(5)))
    // As a form brings it back.
    const undo = readUndo(undoOf(event, before, minute(5)))
    const change = undo && undoChange(ended, undo, minute(6))
    expect(changed(ended, change)).toMatchObject({ ...before, updatedAt: minute(6) })
    expect(change?.history).toMatchObject([{ actor: 'owner', kind: 'reopen', detail: state }])
  })

  test('is refused once something has happened since, and a second time', () => {
    const before = ticketIn('open')
    const ended = changed(before, stateChange(before, 'solve', 'owner', minute(5)))
    const undo = readUndo(undoOf('solve', before, minute(5)))
    if (!undo) throw new Error('The undo cannot be read')
    const written = changed(ended, stateChange(ended, 'visitor-writes', 'visitor', minute(6)))
    const noted = { ...ended, updatedAt: minute(6) }
    const undone = changed(ended, undoChange(ended, undo, minute(5)))
    const again = changed(undone, stateChange(undone, 'solve', 'owner', minute(7)))
    for (const ticket of [written, noted, undone, again, ticketIn('held')])
      expect(undoChange(ticket, undo, minute(8))).toBeUndefined()
  })

  test.each([
    ['', '{}', 'null', '[]', 'solve', '"'],
    [undoOf('solve', ticketIn('open'), minute(5)).replace('solve', 'block')],
    // The table has no such move.
    [undoOf('solve', ticketIn('held'), minute(5)), undoOf('close', ticketIn('closed'), minute(5))],
    [undoOf('solve', ticketIn('open'), minute(5)).replace(/2\d{3}-/, '9e9-')],
  ])('takes nothing that was not given out', (...values) => {
    for (const value of values) expect(readUndo(value), value).toBeUndefined()
  })
})
