import { describe, expect, test } from 'vitest'
import { stateChange } from '../../../app/domain/tickets/changes'
import { outcome, ticketStates } from '../../../app/domain/tickets/states'
import type { Ticket, TicketChange } from '../../../app/domain/tickets/tickets'
import { readUndo, undoingEach, undoOf, undoTogether } from '../../../app/domain/tickets/undo'
import {
  undoOfSetting,
  undoOfTagging,
  undoOfUntagging,
} from '../../../app/domain/tickets/undo-of-organising'
import { minute } from '../../contracts/examples'

function ticketIn(state: Ticket['state']): Ticket {
  const times = {
    waitingSince: state === 'open' ? minute(1) : undefined,
    snoozedUntil: state === 'snoozed' ? minute(90) : undefined,
    remindedAt: state === 'waiting' ? minute(2) : undefined,
    timerAt: state === 'open' ? undefined : minute(90),
  }
  return { number: 7, state, ...times, updatedAt: minute(3) } as Ticket
}

function undone(ticket: Ticket, given: string, now: Date) {
  const undo = readUndo(given)
  return undo && undoingEach(undo).get(ticket.number)?.change(ticket, now)
}

function changed(ticket: Ticket, change: TicketChange | undefined): Ticket {
  return { ...ticket, ...change } as Ticket
}

const endings = ticketStates.flatMap((state) =>
  outcome(state, 'solve') ? [[state, 'solve'] as const] : [],
)

describe('undoing the end of a ticket', () => {
  test.each(endings)('one that was %s is as before once “%s” is undone', (state, event) => {
    const before = ticketIn(state)
    const ended = changed(before, stateChange(before, event, 'owner', minute(5)))
    // As a form brings it back.
    const change = undone(ended, undoOf(event, [before], minute(5)), minute(6))
    // The list of open ones goes by another time, and e-mails about them by this one.
    const updatedAt = state === 'open' ? minute(6) : before.updatedAt
    expect(changed(ended, change)).toMatchObject({ ...before, updatedAt })
    expect(change?.history).toMatchObject([{ actor: 'owner', kind: 'reopen', detail: state }])
  })

  test.each(['links', 'blocked'] as const)('one held for “%s” is so again', (heldFor) => {
    const before = { ...ticketIn('held'), heldFor }
    const released = changed(before, stateChange(before, 'release', 'owner', minute(5)))
    expect(released).toMatchObject({ state: 'open', heldFor: undefined })
    const change = undone(released, undoOf('release', [before], minute(5)), minute(6))
    const again = changed(released, change)
    expect(again).toMatchObject(before)
    expect(again.releasedAt).toBeUndefined()
    const kind = heldFor === 'blocked' ? 'block' : 'held'
    expect(change?.history).toMatchObject([{ actor: 'owner', kind }])
  })

  test.each(ticketStates.filter((state) => outcome(state, 'block')))(
    'a block of one that was %s ends as it began, and its end is undone',
    (state) => {
      const before = ticketIn(state)
      const block = (ticket: Ticket, at: Date) =>
        changed(ticket, stateChange(ticket, 'block', 'owner', at))
      const release = (ticket: Ticket, at: Date) =>
        changed(ticket, stateChange(ticket, 'release', 'owner', at))
      const blocked = block(before, minute(5))
      const ended = release(blocked, minute(6))
      const asBefore = { ...before, heldFor: undefined, updatedAt: minute(6) }
      expect(ended).toMatchObject(asBefore)
      expect(stateChange(blocked, 'release', 'owner', minute(6))?.history).toMatchObject([
        { kind: 'release', detail: state },
      ])
      const again = changed(
        ended,
        undone(ended, undoOf('release', [blocked], minute(6)), minute(7)),
      )
      expect(again).toMatchObject({ state: 'held', heldFor: 'blocked' })
      expect(release(again, minute(8))).toMatchObject({ ...asBefore, updatedAt: minute(8) })
      const written = changed(blocked, stateChange(blocked, 'visitor-writes', 'visitor', minute(6)))
      expect(release(written, minute(7))).toMatchObject({ state: 'open', waitingSince: minute(7) })
    },
  )

  const holdings = (['block', 'hold'] as const).flatMap((event) =>
    ticketStates.flatMap((state) => (outcome(state, event) ? [[event, state] as const] : [])),
  )
  test.each(holdings)('a “%s” of one that was %s is undone', (event, state) => {
    const before = ticketIn(state)
    const held = changed(before, stateChange(before, event, 'owner', minute(5)))
    expect(held).toMatchObject({ state: 'held', waitingSince: undefined })
    const change = undone(held, undoOf(event, [before], minute(5)), minute(6))
    const updatedAt = state === 'open' ? minute(6) : before.updatedAt
    const again = changed(held, change)
    expect(again).toMatchObject({ ...before, updatedAt, heldFor: undefined })
    expect(again.beforeBlock).toBeUndefined()
    expect(change?.history).toMatchObject([{ actor: 'owner', kind: 'release', detail: state }])
  })

  test('a block of an earlier version, before which the desk had answered, leaves a ticket that waits for its guest', () => {
    const before: Ticket = { ...ticketIn('held'), heldFor: 'blocked', latestBy: 'ada' }
    const change = stateChange(before, 'release', 'owner', minute(5))
    expect(change).toMatchObject({ state: 'waiting', waitingSince: undefined })
  })

  test('is refused once something has happened since, and a second time', () => {
    const before = ticketIn('open')
    const ended = changed(before, stateChange(before, 'solve', 'owner', minute(5)))
    const undo = undoOf('solve', [before], minute(5))
    const written = changed(ended, stateChange(ended, 'visitor-writes', 'visitor', minute(6)))
    const noted = { ...ended, updatedAt: minute(6) }
    const reopened = changed(ended, undone(ended, undo, minute(5)))
    expect(reopened.state).toBe('open')
    const again = changed(reopened, stateChange(reopened, 'solve', 'owner', minute(7)))
    for (const ticket of [written, noted, reopened, again, ticketIn('held')])
      expect(undone(ticket, undo, minute(8))).toBeUndefined()
  })

  test('a page of tickets takes less than half of a cookie', () => {
    const page = Array.from({ length: 30 }, (_, index) => {
      return { ...ticketIn('waiting'), number: 99_970 + index }
    })
    const undo = undoOf('solve', page, minute(5))
    expect(readUndo(undo)?.before).toHaveLength(30)
    expect(undo.length).toBeLessThan(2_000)
  })

  const given = undoOf('solve', [ticketIn('open')], minute(5))

  test.each([
    ['', '{}', 'null', '[]', 'solve', '"'],
    [given.replace('solve', 'close'), given.replace('[7,', '[0,'), given.replace('[[', '[[1,')],
    // The table has no such move.
    [
      undoOf('solve', [ticketIn('open'), ticketIn('held')], minute(5)),
      undoOf('solve', [ticketIn('closed')], minute(5)),
    ],
    [given.replace(/"at":\d/, '"at":9999'), undoOf('solve', [], minute(5))],
  ])('takes nothing that was not given out', (...values) => {
    for (const value of values) expect(readUndo(value), value).toBeUndefined()
  })
})

test('the undo of tags and of a member for a page of tickets takes less than half of a cookie', () => {
  const page = Array.from({ length: 30 }, (_, index) => {
    const assignee = '7d444840-9dc0-11d1-b245-5ffdce74fad2'
    return { ...ticketIn('open'), number: 99_970 + index, assignee, tags: [] }
  })
  const tags = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(30))
  for (const steps of [
    page.map((ticket) => undoOfTagging(ticket, tags, minute(5)) ?? ''),
    page.map((ticket) => undoOfSetting('assign', ticket, undefined, minute(5)) ?? ''),
  ]) {
    const undo = undoTogether(steps) ?? ''
    expect(readUndo(undo)?.before).toHaveLength(30)
    expect(undo.length).toBeLessThan(2_000)
  }
})

describe('undoing what a menu of a ticket set', () => {
  const ticket = {
    ...ticketIn('open'),
    priority: 'normal',
    tags: ['Kuchen', 'Tee', 'Brot'],
  } as Ticket

  test('a tag that was taken away stands where it was, beside those added meanwhile', () => {
    const undo = undoOfUntagging(ticket, 'tee', minute(5)) ?? ''
    const without = { ...ticket, tags: ['Kuchen', 'Brot', 'Milch'] }
    expect(undone(without, undo, minute(6))).toMatchObject({
      tags: ['Kuchen', 'Tee', 'Brot', 'Milch'],
      history: [{ actor: 'owner', kind: 'tags', detail: 'Kuchen, Tee, Brot, Milch' }],
    })
  })

  test('a tag stays away that somebody has added meanwhile, or for which there is no room', () => {
    const undo = undoOfUntagging(ticket, 'Tee', minute(5)) ?? ''
    const ten = Array.from({ length: 10 }, (_, index) => `${index}`)
    for (const tags of [['TEE'], ten])
      expect(undone({ ...ticket, tags }, undo, minute(6))).toBeUndefined()
    expect(undoOfUntagging(ticket, 'Milch', minute(5))).toBeUndefined()
  })

  test.each([
    ['priority', 'high', { priority: 'high' }, { priority: 'normal' }],
    ['language', 'de', { answerLocale: 'de' }, { answerLocale: undefined }],
  ] as const)(
    'the %s is as before, unless somebody has set another since',
    (event, to, set, was) => {
      const undo = undoOfSetting(event, ticket, to, minute(5)) ?? ''
      expect(undone({ ...ticket, ...set }, undo, minute(6))).toMatchObject(was)
      expect(undone(ticket, undo, minute(6))).toBeUndefined()
      expect(undoOfSetting(event, { ...ticket, ...set }, to, minute(5))).toBeUndefined()
    },
  )
})
