import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '~/domain/stores'
import { eraseTicket } from '../../../app/domain/erasure/tickets'
import type { LiveBus } from '../../../app/domain/live/live'
import type { Mailer } from '../../../app/domain/outbox/mailer'
import { answerLanguage } from '../../../app/domain/tickets/answer-language'
import {
  endAsVisitor,
  moveTicket,
  startTicket,
  writeAsVisitor,
} from '../../../app/domain/tickets/conversations'
import { mergeTickets } from '../../../app/domain/tickets/merging'
import {
  addTags,
  removeTag,
  setAnswerLocale,
  setPriority,
  setVisitor,
} from '../../../app/domain/tickets/organising'
import { readUndo } from '../../../app/domain/tickets/undo'
import {
  snoozeProblem,
  snoozeTicket,
  solveTickets,
  undoWork,
} from '../../../app/domain/tickets/work'
import { openTemporaryStores } from '../../adapters/sqlite/places'
import { minute, twoDesks } from '../../contracts/examples'

describe('working on tickets', () => {
  let stores: Stores
  let ports: Stores & { live: LiveBus; mailer: Mailer }
  let forgotten: unknown[]
  let published: string[]
  let deskId: string
  let scope: { deskId: string; number: number }

  beforeEach(async () => {
    stores = await openTemporaryStores()
    const [desk] = await twoDesks(stores)
    published = []
    const publish: LiveBus['publish'] = (topic) => void published.push(topic)
    forgotten = []
    const mailer: Mailer = {
      send: async () => undefined,
      forget: async (...of) => void forgotten.push(of),
    }
    ports = {
      ...stores,
      mailer,
      live: { publish, subscribe: async () => () => undefined, revision: () => '' },
    }
    deskId = desk.id
    scope = { deskId, number: 1 }
    await begin('a', '')
    published = []
  })
  afterEach(() => stores.close())

  const begin = (name: string, email: string) =>
    startTicket(
      ports,
      { deskId, startKey: name, secretHash: name, body: name, locale: 'de', name: '', email },
      minute(0),
    )
  const history = async () =>
    (await stores.ticketHistory.entries(scope, 99))
      .slice(1)
      .map(({ actor, kind, detail }) => `${actor} ${kind} ${detail}`)

  test('a ticket is put off until a date within a year', async () => {
    const snooze = (until: Date) => snoozeTicket(ports, scope, until, minute(5))
    const tooFar = minute(5 + 367 * 24 * 60)
    for (const until of [minute(5), minute(4), tooFar, new Date(Number.NaN)]) {
      expect((await snooze(until)).kind).toBe('refused')
      expect(snoozeProblem(until, minute(5))).toBe(until === tooFar ? 'far' : 'past')
    }
    expect(await snooze(minute(6))).toMatchObject({
      kind: 'moved',
      ticket: {
        state: 'snoozed',
        snoozedUntil: minute(6),
        timerAt: minute(6),
        waitingSince: undefined,
      },
    })
    await moveTicket(ports, scope, 'close', minute(5))
    expect((await snooze(minute(6))).kind).toBe('refused')
    expect(await history()).toEqual([
      `owner snooze ${minute(6).toISOString()}`,
      'owner close closed',
    ])
  })

  test('a snooze is undone once', async () => {
    const before = await stores.tickets.find(scope)
    const { undo = '' } = await snoozeTicket(ports, scope, minute(9), minute(5))
    const given = readUndo(undo)
    if (!given) throw new Error('It cannot be undone')
    expect((await undoWork(ports, { deskId }, given, minute(6))).moved).toEqual([1])
    expect(await stores.tickets.find(scope)).toEqual({ ...before, updatedAt: minute(6) })
    expect((await undoWork(ports, { deskId }, given, minute(7))).moved).toEqual([1])
    expect(await history()).toEqual([`owner snooze ${minute(9).toISOString()}`, 'owner wake open'])
  })

  test('the language of answers is set, recorded, and stays when the visitor writes again', async () => {
    await setAnswerLocale(ports, scope, 'de', minute(1))
    await setAnswerLocale(ports, scope, 'de', minute(2))
    const writing = { clientKey: 'more', body: 'More', locale: 'en' } as const
    await writeAsVisitor(ports, 'a', writing, minute(3))
    const ticket = await stores.tickets.find(scope)
    expect(ticket).toMatchObject({ locale: 'en', answerLocale: 'de' })
    expect(ticket && answerLanguage(ticket)).toBe('de')
    await setAnswerLocale(ports, scope, undefined, minute(4))
    expect(await history()).toEqual(['owner language de', 'owner language '])
  })

  test('priority and tags are set, published and recorded; a change to the same is not recorded', async () => {
    await setPriority(ports, scope, 'high', minute(1))
    await setPriority(ports, scope, 'high', minute(2))
    for (const tags of [
      [' Ware ', 'eilt', 'WARE', ''],
      ['Ware', 'eilt'],
    ])
      expect((await addTags(ports, scope, tags, minute(3))).kind).toBe('moved')
    expect((await addTags(ports, scope, ['x'.repeat(31)], minute(4))).kind).toBe('refused')
    expect((await addTags(ports, scope, [...'123456789'], minute(4))).kind).toBe('refused')
    expect(await stores.tickets.find(scope)).toMatchObject({
      priority: 'high',
      tags: ['Ware', 'eilt'],
    })
    for (const tag of ['WARE', 'Ware']) {
      expect((await removeTag(ports, scope, tag, minute(5))).kind).toBe('moved')
    }
    expect(await history()).toEqual([
      'owner priority high',
      'owner tags Ware, eilt',
      'owner tags eilt',
    ])
    const another = { deskId: 'desk-ben', number: 1 }
    expect((await addTags(ports, another, [], minute(5))).kind).toBe('unknown')
    expect((await removeTag(ports, another, 'eilt', minute(5))).kind).toBe('unknown')
  })

  test('another address of the visitor proves nothing by what was seen before; a name leaves it', async () => {
    await stores.tickets.markSeen({ secretHash: 'a' }, 'visitor', 1)
    const seen = async () => (await stores.tickets.find(scope))?.visitorSeenSeq
    await setVisitor(ports, scope, { name: 'Vera', email: '' }, minute(1))
    expect(await seen()).toBe(1)
    await setVisitor(ports, scope, { name: 'Vera', email: 'vera@example.com' }, minute(2))
    expect(await seen()).toBe(0)
  })

  test('many are changed at once, each by the table of states', async () => {
    for (const name of ['b', 'c']) await begin(name, '')
    await moveTicket(ports, { deskId, number: 2 }, 'close', minute(1))
    published = []
    expect(await solveTickets(ports, { deskId }, [1, 2, 3, 3, 9], minute(2))).toMatchObject({
      moved: [1, 3],
      refused: [2],
      unknown: [9],
    })
    expect(published).toHaveLength(4)
  })

  test('solving is undone once, published and recorded', async () => {
    await begin('b', '')
    const before = await stores.tickets.find(scope)
    const ended = await solveTickets(ports, { deskId }, [1, 2], minute(2))
    expect((await stores.tickets.find(scope))?.state).toBe('solved')
    const undo = readUndo(ended.undo ?? '')
    if (!undo) throw new Error('It cannot be undone')
    await moveTicket(ports, { deskId, number: 2 }, 'close', minute(3))
    published = []
    const undone = await undoWork(ports, { deskId }, undo, minute(3))
    expect(undone).toEqual({ moved: [1], refused: [2], unknown: [] })
    expect(published).toHaveLength(2)
    expect(await stores.tickets.find(scope)).toEqual({ ...before, updatedAt: minute(3) })
    expect(await undoWork(ports, { deskId }, undo, minute(4))).toEqual(undone)
    expect(published).toHaveLength(2)
    expect((await undoWork(ports, { deskId: 'desk-ben' }, undo, minute(4))).unknown).toEqual([1, 2])
    expect(await history()).toEqual(['owner solve solved', 'owner reopen open'])
    await moveTicket(ports, scope, 'solve', minute(5))
    expect((await undoWork(ports, { deskId }, undo, minute(6))).refused).toEqual([1, 2])
  })

  test('a visitor ends the conversation, and the history records who did', async () => {
    expect((await endAsVisitor(ports, 'a', minute(1))).kind).toBe('moved')
    expect(await history()).toEqual(['visitor close closed'])
  })

  test('merging notifies the listeners of both tickets, also when it is sent again', async () => {
    const { ticket } = await begin('b', 'vera@example.com')
    published = []
    const merge = () => mergeTickets(ports, { deskId }, { source: 2, target: 1 }, minute(1))
    expect((await merge()).kind).toBe('merged')
    expect(published).toContain(`ticket:${ticket.id}`)
    expect(published).toHaveLength(4)
    expect((await merge()).kind).toBe('again')
    expect(published).toHaveLength(8)
    expect(await stores.tickets.find(scope)).toMatchObject({ visitorEmail: 'vera@example.com' })
  })

  test('erasing notifies the listeners of all erased tickets and forgets their e-mails, once', async () => {
    const { ticket } = await begin('b', '')
    await mergeTickets(ports, { deskId }, { source: 2, target: 1 }, minute(1))
    published = []
    expect(await eraseTicket(ports, { secretHash: 'b' }, minute(2))).toHaveLength(2)
    expect(published).toContain(`ticket:${ticket.id}`)
    expect(published).toHaveLength(4)
    expect(await eraseTicket(ports, { secretHash: 'b' }, minute(2))).toEqual([])
    expect(published).toHaveLength(4)
    expect(forgotten).toEqual([[deskId, expect.arrayContaining([ticket.id])]])
  })
})
