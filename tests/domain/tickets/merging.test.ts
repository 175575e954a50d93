import { describe, expect, test } from 'vitest'
import { mergeChanges } from '../../../app/domain/tickets/merging'
import type { Ticket } from '../../../app/domain/tickets/tickets'
import { exampleTicket, minute } from '../../contracts/examples'

function ticket(number: number, changes: Partial<Ticket> = {}): Ticket {
  return {
    ...exampleTicket('desk', String(number), { visitorEmail: '', visitorName: '' }),
    number,
    priority: 'normal',
    tags: [],
    lastSeq: 1,
    visitorSeenSeq: 0,
    ownerSeenSeq: 0,
    updatedAt: minute(number),
    ...changes,
  }
}

const waiting = { state: 'waiting', waitingSince: undefined } as const

describe('merging', () => {
  test('knows an address in both forms of its domain', () => {
    const source = ticket(1, { visitorEmail: 'vera@müller.de' })
    const target = ticket(2, { visitorEmail: 'Vera@xn--mller-kva.de' })
    expect(mergeChanges(source, target, minute(9))).not.toBe('other-visitor')
  })

  test.each([
    ['itself', ticket(1), ticket(1)],
    ['again', ticket(1, { mergedInto: ticket(2).id }), ticket(2)],
    ['merged', ticket(1, { mergedInto: 'third' }), ticket(2)],
    ['merged', ticket(1), ticket(2, { mergedInto: 'third' })],
    ['held', ticket(1, { state: 'held' }), ticket(2)],
    ['held', ticket(1), ticket(2, { state: 'held' })],
    [
      'other-visitor',
      ticket(1, { visitorEmail: 'vera@example.com' }),
      ticket(2, { visitorEmail: 'otto@example.com' }),
    ],
    ['other-account', ticket(1, { keptBy: 'ada' }), ticket(2, { keptBy: 'ben' })],
  ])('is refused or done already: %s', (answer, source, target) => {
    expect(mergeChanges(source, target, minute(9))).toBe(answer)
  })

  test.each([
    ['VERA@example.com', 'vera@example.com'],
    ['vera@example.com', ''],
    ['', 'vera@example.com'],
    ['', ''],
  ])('goes on between %j and %j', (one, other) => {
    const [source, target] = [ticket(1, { visitorEmail: one }), ticket(2, { visitorEmail: other })]
    expect(mergeChanges(source, target, minute(9))).toMatchObject({
      source: { state: 'closed', waitingSince: undefined, timerAt: undefined },
      target: { visitorEmail: other || one },
    })
  })

  test.each([
    ['info', 'orders', 'info'],
    ['info', undefined, 'info'],
    [undefined, 'orders', 'orders'],
  ])('answers from the address of %s and %s: %s', (to, from, address) => {
    const [source, target] = [ticket(1, { writtenTo: from }), ticket(2, { writtenTo: to })]
    const merged = { target: { writtenTo: address } }
    expect(mergeChanges(source, target, minute(9))).toMatchObject(merged)
  })

  test('waits for the owner since the earlier question of the two', () => {
    const open = ticket(1, { waitingSince: minute(3) })
    const asleep = ticket(2, { state: 'snoozed', waitingSince: undefined, timerAt: minute(99) })
    expect(mergeChanges(open, asleep, minute(9))).toMatchObject({
      target: { state: 'open', waitingSince: minute(3), timerAt: undefined },
    })
    const also = ticket(2, { waitingSince: minute(2) })
    expect(mergeChanges(open, also, minute(9))).toMatchObject({
      target: { state: 'open', waitingSince: minute(2) },
    })
  })

  test('leaves the target’s state if the source waits for no answer', () => {
    const changes = mergeChanges(ticket(1, waiting), ticket(2, { state: 'solved' }), minute(9))
    expect(changes).toHaveProperty('target')
    expect(changes).not.toHaveProperty('target.state')
    expect(changes).not.toHaveProperty('target.timerAt')
  })

  test('adds no more tags than a ticket may have', () => {
    const target = ticket(2, { tags: [...'abcdefghi'] })
    const source = ticket(1, { tags: ['A', 'I', 'j', 'k'] })
    expect(mergeChanges(source, target, minute(9))).toMatchObject({
      target: { tags: [...'abcdefghij'] },
    })
  })

  test('takes over priority, unread marks, the first reply, tags and the account', () => {
    const source = ticket(3, {
      priority: 'high',
      tags: ['eilt', 'Ware'],
      latest: 'new',
      firstReplyAt: minute(1),
      keptBy: 'ada',
    })
    const target = ticket(2, { priority: 'low', tags: ['ware'], firstReplyAt: minute(2) })
    expect(mergeChanges(source, target, minute(9), true)).toMatchObject({
      source: { keptBy: undefined },
      target: {
        priority: 'high',
        tags: ['ware', 'eilt'],
        latest: 'new',
        firstReplyAt: minute(1),
        keptBy: 'ada',
        updatedAt: minute(9),
      },
    })
  })
})
