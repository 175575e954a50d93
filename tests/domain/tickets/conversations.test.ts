import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '~/domain/stores'
import type { LiveBus } from '../../../app/domain/live/live'
import {
  markSeen,
  moveTicket,
  noteAsOwner,
  replyAsOwner,
  startTicket,
  writeAsVisitor,
} from '../../../app/domain/tickets/conversations'
import { hasUnread, readUpTo } from '../../../app/domain/tickets/reading'
import type { Start } from '../../../app/domain/tickets/starting'
import type { TicketState } from '../../../app/domain/tickets/states'
import { visitorDetails } from '../../../app/domain/tickets/visitors'
import { openTemporaryStores } from '../../adapters/sqlite/places'
import { exampleMember, minute, twoDesks } from '../../contracts/examples'

const ada = exampleMember('desk-ada', 'ada', { reader: 'ada', joinedAt: minute(0) })
const cleo = exampleMember('desk-ada', 'cleo', { reader: 'cleo', joinedAt: minute(5) })

describe('a ticket', () => {
  let stores: Stores
  let ports: Stores & { live: LiveBus }
  let published: string[]
  let start: Start
  let scope: { deskId: string; number: number }

  beforeEach(async () => {
    stores = await openTemporaryStores()
    const [desk] = await twoDesks(stores)
    published = []
    const publish: LiveBus['publish'] = (topic, event) => {
      published.push(`${topic} ${event.kind === 'ticket' ? event.number : event.kind}`)
    }
    ports = {
      ...stores,
      live: { publish, subscribe: async () => () => undefined, revision: () => '' },
    }
    scope = { deskId: desk.id, number: 1 }
    start = {
      deskId: desk.id,
      startKey: 'start-key-of-the-form',
      secretHash: 'secret',
      body: ' Is it\r\nopen? ',
      locale: 'de',
      name: 'Vera',
      email: '',
    }
  })
  afterEach(() => stores.close())

  const writing = (clientKey: string, locale: 'en' | 'de' = 'de') => ({
    clientKey,
    body: `Words of\n${clientKey}`,
    locale,
  })
  const found = () => stores.tickets.find(scope)
  const begin = async () => {
    const { ticket } = await startTicket(ports, start, minute(0))
    published = []
    return ticket
  }
  const put = (state: TicketState) =>
    stores.tickets.move(scope, () => ({
      state,
      waitingSince: state === 'open' ? minute(0) : undefined,
    }))

  test('begins in the state open, and notifies the desk', async () => {
    const started = await startTicket(ports, start, minute(0))
    expect(started).toMatchObject({
      kind: 'added',
      ticket: {
        number: 1,
        state: 'open',
        title: 'Is it open?',
        latest: 'Is it open?',
        waitingSince: minute(0),
        createdAt: minute(0),
        updatedAt: minute(0),
      },
      message: { seq: 1, author: 'visitor', kind: 'text', body: 'Is it\nopen?' },
    })
    expect(published).toEqual([`desk:${start.deskId} 1`, `ticket:${started.ticket.id} 1`])
  })

  test('begins once, and is published each time, since the first event may be lost', async () => {
    const ticket = await begin()
    expect(await startTicket(ports, start, minute(1))).toMatchObject({ kind: 'again', ticket })
    const announced = [`desk:${start.deskId} 1`, `ticket:${ticket.id} 1`]
    expect(published).toEqual(announced)
    const other = await startTicket(ports, { ...start, body: 'Other' }, minute(1))
    expect(other).toEqual({ kind: 'conflict', ticket })
    expect(published).toEqual(announced)
    await put('held')
    await startTicket(ports, start, minute(2))
    expect(published).toEqual(announced)
  })

  test('does not begin without a text', async () => {
    await expect(startTicket(ports, { ...start, body: ' ' }, minute(0))).rejects.toThrow()
    expect(await found()).toBeUndefined()
  })

  test('waits for the visitor after an answer, and for the owner from the next question on', async () => {
    await begin()
    await replyAsOwner(ports, scope, writing('reply', 'en'), minute(2))
    expect(await found()).toMatchObject({
      state: 'waiting',
      waitingSince: undefined,
      firstReplyAt: minute(2),
      latest: 'Words of reply',
      locale: 'de',
      updatedAt: minute(2),
    })
    await writeAsVisitor(ports, 'secret', writing('question', 'en'), minute(3))
    await writeAsVisitor(ports, 'secret', writing('more', 'en'), minute(4))
    await replyAsOwner(ports, scope, writing('second'), minute(5))
    await writeAsVisitor(ports, 'secret', writing('last'), minute(6))
    expect(await found()).toMatchObject({
      state: 'open',
      waitingSince: minute(6),
      firstReplyAt: minute(2),
      lastSeq: 6,
    })
  })

  test('waits since the first of several questions', async () => {
    await begin()
    await writeAsVisitor(ports, 'secret', writing('more', 'en'), minute(4))
    expect(await found()).toMatchObject({
      state: 'open',
      waitingSince: minute(0),
      latest: 'Words of more',
      locale: 'en',
      updatedAt: minute(4),
    })
  })

  test('publishes a message each time it is sent, and stores it once', async () => {
    const { id } = await begin()
    await writeAsVisitor(ports, 'secret', writing('more'), minute(1))
    await writeAsVisitor(ports, 'secret', writing('more'), minute(2))
    const other = await writeAsVisitor(
      ports,
      'secret',
      { ...writing('more'), body: 'x' },
      minute(3),
    )
    expect(other.kind).toBe('conflict')
    expect((await found())?.lastSeq).toBe(2)
    const announced = [`desk:${start.deskId} 1`, `ticket:${id} 1`]
    expect(published).toEqual([...announced, ...announced])
  })

  test.each([
    ['waiting', 'open'],
    ['snoozed', 'open'],
    ['solved', 'open'],
    ['held', 'held'],
  ] as const)('that is %s is %s after the visitor wrote', async (before, after) => {
    await begin()
    await put(before)
    expect((await writeAsVisitor(ports, 'secret', writing('more'), minute(3))).kind).toBe('added')
    const waitingSince = after === 'open' ? minute(3) : undefined
    expect(await found()).toMatchObject({ state: after, waitingSince })
  })

  test('that is closed accepts no further message and notifies nobody', async () => {
    await begin()
    await put('closed')
    const answers = [
      await writeAsVisitor(ports, 'secret', writing('more'), minute(3)),
      await replyAsOwner(ports, scope, writing('reply'), minute(3)),
    ]
    expect(answers.map(({ kind }) => kind)).toEqual(['refused', 'refused'])
    expect(await found()).toMatchObject({ state: 'closed', lastSeq: 1 })
    expect(published).toEqual([])
  })

  test('accepts a note in every state, without changing it or showing the note', async () => {
    const ticket = await begin()
    await put('closed')
    const noted = await noteAsOwner(ports, scope, writing('note'), minute(3))
    expect(noted).toMatchObject({
      kind: 'added',
      message: { kind: 'note', author: 'owner', seq: 2 },
    })
    const closed = { ...ticket, state: 'closed', waitingSince: undefined }
    expect(await found()).toEqual({
      ...closed,
      lastSeq: 2,
      lastAt: minute(3),
      updatedAt: minute(3),
    })
    expect(await stores.tickets.messages({ secretHash: 'secret' }, 0, 9)).toHaveLength(1)
    expect(published).toHaveLength(2)
  })

  test('is solved by its owner, and then waits for nobody', async () => {
    const { id } = await begin()
    const moved = await moveTicket(ports, scope, 'solve', minute(4))
    expect(moved).toMatchObject({
      kind: 'moved',
      ticket: { state: 'solved', waitingSince: undefined, updatedAt: minute(4) },
    })
    await moveTicket(ports, scope, 'reopen', minute(5))
    expect(await found()).toMatchObject({ state: 'open', waitingSince: minute(5) })
    expect(published.filter((line) => line === `ticket:${id} 1`)).toHaveLength(2)
  })

  test('refuses a change that the table of states does not have, and notifies nobody', async () => {
    const ticket = await begin()
    expect(await moveTicket(ports, scope, 'wake', minute(1))).toEqual({ kind: 'refused', ticket })
    expect(await found()).toEqual(ticket)
    expect(published).toEqual([])
  })

  test('is unknown to a stranger', async () => {
    await begin()
    const foreign = { ...scope, deskId: 'desk-ben' }
    const answers = [
      await writeAsVisitor(ports, 'wrong', writing('a'), minute(1)),
      await replyAsOwner(ports, foreign, writing('b'), minute(1)),
      await noteAsOwner(ports, foreign, writing('c'), minute(1)),
      await moveTicket(ports, foreign, 'close', minute(1)),
    ]
    expect(answers).toEqual(Array(4).fill({ kind: 'unknown' }))
    expect(published).toEqual([])
  })

  test('publishes that it was read once, and to the other side', async () => {
    const ticket = await begin()
    await markSeen(ports, ada, ticket)
    expect(await found()).toMatchObject({ ownerSeenSeq: 1, visitorSeenSeq: 0 })
    expect(published).toHaveLength(2)
    await markSeen(ports, ada, ticket)
    await markSeen(ports, ada, { ...ticket, ownerSeenSeq: 1, seenBy: { ada: 1 } })
    expect(published).toHaveLength(2)
    await markSeen(ports, 'visitor', ticket)
    expect(await found()).toMatchObject({ ownerSeenSeq: 1, visitorSeenSeq: 1 })
    // The visitor's own windows need not read again what the visitor has read.
    expect(published.slice(2)).toEqual(['desk:desk-ada 1'])
  })

  test('is marked as read for each member, and for the desk once any has read it', async () => {
    const ticket = await begin()
    await markSeen(ports, cleo, ticket)
    const read = (await found()) ?? ticket
    expect([hasUnread(read, ada), hasUnread(read, cleo)]).toEqual([true, false])
    expect(read.ownerSeenSeq).toBe(1)
    published = []
    await markSeen(ports, ada, read)
    // Nothing is new to the visitor.
    expect(published).toEqual(['desk:desk-ada 1'])
    const written = { ...writing('a'), reader: 'ada', seen: 1 }
    const answered = await replyAsOwner(ports, scope, written, minute(6))
    if (answered.kind !== 'added') throw new Error('It was not added')
    expect([readUpTo(answered.ticket, ada), readUpTo(answered.ticket, cleo)]).toEqual([1, 1])
  })

  test('counts as read for a member who joined after its last message, until the next one', async () => {
    const ticket = await begin()
    expect(hasUnread(ticket, cleo)).toBe(false)
    await moveTicket(ports, scope, 'solve', minute(6))
    expect(hasUnread((await found()) ?? ticket, cleo)).toBe(false)
    await writeAsVisitor(ports, start.secretHash, writing('later'), minute(7))
    expect(hasUnread((await found()) ?? ticket, cleo)).toBe(true)
  })

  test('from a version without members was read by the first manager only', () => {
    const times = { updatedAt: minute(6) }
    const old = { ownerSeenSeq: 2, lastSeq: 3, ...times }
    const first = { ...ada, reader: 'desk-ada' }
    expect([readUpTo(old, first), readUpTo(old, ada), readUpTo(old, cleo)]).toEqual([2, 0, 0])
    expect(readUpTo({ ...old, updatedAt: minute(4) }, cleo)).toBe(3)
  })
})

test('a visitor need not give name or e-mail, but an e-mail must be valid', () => {
  expect(visitorDetails.parse({})).toEqual({ name: '', email: '' })
  expect(visitorDetails.parse({ name: ' Vera ', email: ' v@example.com ' })).toEqual({
    name: 'Vera',
    email: 'v@example.com',
  })
  for (const email of ['vera', 'v@example', 'v@ example.com', '@example.com'])
    expect(visitorDetails.safeParse({ email }).error?.issues[0]?.message).toBe(
      'errors:email.invalid',
    )
})
