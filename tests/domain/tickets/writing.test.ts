import { describe, expect, test } from 'vitest'
import { hiddenTicket } from '../../../app/domain/erasure/hiding'
import { beginTicket, followedUp } from '../../../app/domain/tickets/beginning'
import { countChanges } from '../../../app/domain/tickets/counts'
import { marksOf, type NewHistoryEntry } from '../../../app/domain/tickets/history-entries'
import { mergedTickets } from '../../../app/domain/tickets/merging'
import { isSameMessage, type Message } from '../../../app/domain/tickets/messages'
import type { Ticket } from '../../../app/domain/tickets/tickets'
import { exampleMessage, exampleTicket, minute } from '../../contracts/examples'

function ticket(number: number, changes: Partial<Ticket> = {}): Ticket {
  return { ...beginTicket(exampleTicket('desk', `${number}`), number).ticket, ...changes }
}

const line = (
  actor: NewHistoryEntry['actor'],
  kind: NewHistoryEntry['kind'],
  at = 1,
): NewHistoryEntry => ({ actor, kind, detail: '', at: minute(at) })

describe('a ticket begins', () => {
  test('with normal priority, one message and an entry in its history', () => {
    const { ticket: begun, history } = beginTicket(exampleTicket('desk', 'a'), 7)
    expect(begun).toMatchObject({ number: 7, priority: 'normal', tags: [], lastSeq: 1 })
    expect(history.map(({ actor, kind }) => `${actor} ${kind}`)).toEqual(['visitor started'])
    expect(followedUp(begun)).toMatchObject({ kind: 'followed-up', detail: '7' })
  })

  test('held, with a reason', () => {
    const { history } = beginTicket(
      exampleTicket('desk', 'a', { state: 'held', heldFor: 'trap' }),
      1,
    )
    expect(history.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      'started ',
      'held trap',
    ])
  })
})

describe('the marks of a change', () => {
  test('record when it was last solved or closed', () => {
    const history = [line('desk', 'solve', 1), line('owner', 'reopen', 2), line('desk', 'close', 3)]
    expect(marksOf(undefined, history)).toMatchObject({ doneAt: minute(3) })
    expect(marksOf(undefined, [line('desk', 'reminded')])).toEqual({})
  })

  test('record that its owner dealt with it, which blocking does not', () => {
    expect(marksOf(minute(1), [])).toEqual({ dealtWith: true })
    expect(marksOf(undefined, [line('owner', 'tags')])).toEqual({ dealtWith: true })
    expect(
      marksOf(undefined, [
        line('owner', 'block'),
        line('owner', 'hold'),
        line('visitor', 'started'),
      ]),
    ).toEqual({})
  })
})

describe('merging', () => {
  const seen = { lastSeq: 3, visitorSeenSeq: 3, ownerSeenSeq: 3, seenBy: { ada: 3, cleo: 3 } }

  test('renumbers the source’s messages, empties it and links to the target', () => {
    const source = ticket(2, { ...seen, tags: ['Ware'] })
    const target = ticket(1, { ...seen, lastSeq: 5, ownerSeenSeq: 5, seenBy: { ada: 5 } })
    const changes = { source: { state: 'closed' }, target: { latest: 'x' } } as const
    const merged = mergedTickets(source, target, changes)
    expect(merged.source).toEqual({
      state: 'closed',
      lastSeq: 0,
      visitorSeenSeq: 0,
      ownerSeenSeq: 0,
      seenBy: {},
      tags: [],
      mergedInto: target.id,
    })
    // Ada has read both, Cleo and the visitor have not.
    expect(merged.target).toEqual({ latest: 'x', lastSeq: 8, ownerSeenSeq: 8, seenBy: { ada: 8 } })
    expect(merged.messages).toEqual({
      ticketId: target.id,
      after: 5,
      mergedFrom: 2,
      keyEnd: ':2',
    })
  })
})

test('a hidden ticket reveals nothing of its visitor, and is not counted', () => {
  const whole = ticket(3, {
    tags: ['Ware'],
    visitorEmail: 'vera@example.com',
    heldFor: 'trap',
    keptBy: 'ada',
    firstReplyAt: minute(1),
    timerAt: minute(2),
  })
  const hidden = hiddenTicket(whole)
  expect(hidden).toMatchObject({
    number: -3,
    mergedInto: whole.id,
    state: 'closed',
    keptBy: undefined,
  })
  for (const said of ['vera', 'Vera', 'Ware', whole.secretHash, whole.startKey, 'trap'])
    expect(JSON.stringify(hidden)).not.toContain(`"${said}"`)
  expect(countChanges(undefined, hidden)).toEqual([])
  expect(hidden.timerAt).toBeUndefined()
})

describe('a message that is sent again', () => {
  const sent = exampleMessage('key')
  const known: Message = { ...sent, attachments: undefined, ticketId: 't', seq: 1 }
  const files = (...hashes: string[]) => hashes.map((sentHash) => ({ sentHash }))

  test('is recognised by its author, kind, text and files in any order', () => {
    expect(isSameMessage(known, [], sent)).toBe(true)
    const attached = { ...sent, attachments: files('a', 'b') as never }
    expect(isSameMessage(known, files('b', 'a'), attached)).toBe(true)
  })

  test.each([
    [{ author: 'owner' }],
    [{ kind: 'note' }],
    [{ body: 'Other' }],
    [{ attachments: files('a') }],
  ])('is another one with %j', (other) => {
    expect(isSameMessage(known, [], { ...sent, ...other } as typeof sent)).toBe(false)
  })
})
