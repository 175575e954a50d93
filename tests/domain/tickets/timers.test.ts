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
import type { Ticket, TicketStore } from '../../../app/domain/tickets/tickets'
import { runTimers } from '../../../app/domain/tickets/timers'
import { isWokenFor, listWokenFirst } from '../../../app/domain/tickets/woken'
import { snoozeTicket } from '../../../app/domain/tickets/work'
import { openTemporaryStores } from '../../adapters/sqlite/places'
import { minute, twoDesks } from '../../contracts/examples'

const day = (days: number, minutes = 0) => minute(days * 24 * 60 + minutes)

describe('the timers of a ticket', () => {
  let stores: Stores
  let ports: Stores & { live: LiveBus }
  let published: string[]
  let scope: { deskId: string; number: number }

  beforeEach(async () => {
    stores = await openTemporaryStores()
    const [desk] = await twoDesks(stores)
    published = []
    const publish: LiveBus['publish'] = (topic) => void published.push(topic)
    ports = {
      ...stores,
      live: { publish, subscribe: async () => () => undefined, revision: () => '' },
    }
    scope = { deskId: desk.id, number: 1 }
    await begin('a')
    published = []
  })
  afterEach(() => stores.close())

  const begin = (name: string) =>
    startTicket(
      ports,
      {
        deskId: scope.deskId,
        startKey: `start-${name}`,
        secretHash: name,
        body: 'Is it open?',
        locale: 'de',
        name: '',
        email: '',
      },
      day(0),
    )
  const writing = (clientKey: string) => ({ clientKey, body: 'Words', locale: 'de' as const })
  const reply = (at: Date, key = `reply-${at}`) => replyAsOwner(ports, scope, writing(key), at)
  const found = () => stores.tickets.find(scope)
  const run = async (now: Date, limit = 99) =>
    (await runTimers(ports, now, limit)).done.map(({ step }) => step)

  test('nothing is due while it waits for the owner', async () => {
    expect((await found())?.timerAt).toBeUndefined()
    expect(await run(day(999))).toEqual([])
  })

  test('an answered one is solved after 14 days, with a reminder three days before', async () => {
    await reply(day(0))
    expect(await run(day(11, -1))).toEqual([])
    const { done } = await runTimers(ports, day(11), 99)
    expect(done).toMatchObject([
      { step: 'remind', ticket: { state: 'waiting', remindedAt: day(11), timerAt: day(14) } },
    ])
    expect(await run(day(14, -1))).toEqual([])
    expect(await run(day(14))).toEqual(['solve'])
    expect(await found()).toMatchObject({ state: 'solved', remindedAt: undefined })
    expect(await run(day(21, -1))).toEqual([])
    expect(await run(day(21))).toEqual(['close'])
    expect(await found()).toMatchObject({ state: 'closed', timerAt: undefined })
    expect(await run(day(999))).toEqual([])
    const history = await stores.ticketHistory.entries(scope, 9)
    expect(history.slice(1).map(({ actor, kind, detail }) => `${actor} ${kind} ${detail}`)).toEqual(
      ['owner owner-replies waiting', 'desk reminded ', 'desk solve solved', 'desk close closed'],
    )
  })

  test('each answer restarts the timer, a note does not', async () => {
    await reply(day(0))
    await noteAsOwner(ports, scope, writing('note'), day(5))
    expect((await found())?.timerAt).toEqual(day(11))
    expect(await run(day(11))).toEqual(['remind'])
    await reply(day(12))
    expect(await found()).toMatchObject({ remindedAt: undefined, timerAt: day(23) })
    expect(await run(day(23))).toEqual(['remind'])
  })

  test('a visitor’s message stops the timer', async () => {
    await reply(day(0))
    await run(day(11))
    await writeAsVisitor(ports, 'a', writing('m'), day(13))
    expect(await run(day(99))).toEqual([])
    expect(await found()).toMatchObject({
      state: 'open',
      waitingSince: day(13),
      remindedAt: undefined,
    })
  })

  test('a snoozed one opens on its date, and waits since then', async () => {
    await snoozeTicket(ports, scope, day(3), day(1))
    expect(await run(day(3, -1))).toEqual([])
    expect(await run(day(3))).toEqual(['wake'])
    expect(await found()).toMatchObject({
      state: 'open',
      waitingSince: day(3),
      timerAt: undefined,
    })
  })

  test('a snoozed one that is back comes first, also from a later page of its list', async () => {
    for (const name of ['b', 'c']) await begin(name)
    await snoozeTicket(ports, scope, day(3), day(1))
    await run(day(3))
    const numbers = async (limit: number) => {
      const member = { deskId: scope.deskId, reader: 'reader' }
      const page = await listWokenFirst(stores.tickets, member, { state: 'open' }, limit)
      return page.tickets.map(({ number }) => number)
    }
    expect(await numbers(3)).toEqual([1, 2, 3])
    expect(await numbers(1)).toEqual([1, 2])
  })

  test('a snoozed one is marked as back for each member until they look at it, or it is dealt with', async () => {
    const isMarked = async (reader = 'other') => {
      const ticket = await found()
      return ticket !== undefined && isWokenFor(ticket, reader)
    }
    const sleep = async (from: number) => {
      await snoozeTicket(ports, scope, day(from + 1), day(from))
      expect(await isMarked()).toBe(false)
      await run(day(from + 1))
      expect(await isMarked()).toBe(true)
    }
    const look = async (reader: string) => {
      const ticket = await found()
      if (ticket) await markSeen(ports, { reader }, ticket)
    }
    await look('one')
    await sleep(1)
    await look('one')
    expect([await isMarked('one'), await isMarked()]).toEqual([false, true])
    await look('other')
    expect(await isMarked()).toBe(false)
    await sleep(3)
    await reply(day(5))
    expect(await isMarked()).toBe(false)
    await sleep(6)
    await writeAsVisitor(ports, 'a', writing('news'), day(8))
    expect(await isMarked()).toBe(false)
  })

  test('a solved one that is reopened is not closed', async () => {
    await moveTicket(ports, scope, 'solve', day(1))
    expect((await found())?.timerAt).toEqual(day(8))
    await moveTicket(ports, scope, 'reopen', day(2))
    expect(await run(day(99))).toEqual([])
  })

  test('a server that was down takes each step once and in order, and keeps the three days', async () => {
    await reply(day(0))
    expect(await run(day(40))).toEqual(['remind'])
    expect(await run(day(40))).toEqual([])
    expect(await run(day(43, -1))).toEqual([])
    expect(await run(day(43))).toEqual(['solve'])
    expect(await run(day(60))).toEqual(['close'])
  })

  test('several servers at once take a step once', async () => {
    await reply(day(0))
    const runs = await Promise.all([1, 2, 3, 4].map(() => run(day(11))))
    expect(runs.flat()).toEqual(['remind'])
  })

  test('the visitor who writes while the timer runs is not overtaken', async () => {
    await reply(day(0))
    await run(day(11))
    let ticket: Ticket | undefined
    const slow: TicketStore = {
      ...stores.tickets,
      async find(asked) {
        ticket = await stores.tickets.find(asked)
        await writeAsVisitor(ports, 'a', writing('m'), day(14))
        return ticket
      },
    }
    const { done } = await runTimers({ ...ports, tickets: slow }, day(14), 9)
    expect(ticket?.state).toBe('waiting')
    expect(done).toEqual([])
    expect((await found())?.state).toBe('open')
  })

  test('a reminder is prepared before it is committed, again if that fails', async () => {
    await reply(day(0))
    const prepared: (Date | undefined)[] = []
    const prepare = async ({ timerAt, remindedAt }: Ticket) => {
      expect(remindedAt).toBeUndefined()
      prepared.push(timerAt)
      if (prepared.length === 1) throw new Error('The outbox is full.')
    }
    await expect(runTimers(ports, day(12), 9, prepare)).rejects.toThrow('outbox')
    expect(await runTimers(ports, day(12), 9, prepare)).toMatchObject({
      done: [{ step: 'remind' }],
    })
    expect(prepared).toEqual([day(11), day(11)])
  })

  test('a limited number at a time, and the result says when there may be more', async () => {
    for (const name of ['b', 'c']) await begin(name)
    for (const number of [1, 2, 3]) {
      await moveTicket(ports, { ...scope, number }, 'solve', day(0, number))
    }
    published = []
    const first = await runTimers(ports, day(9), 2)
    expect(first).toMatchObject({ more: true, done: [{ step: 'close' }, { step: 'close' }] })
    expect(published).toHaveLength(4)
    const second = await runTimers(ports, day(9), 2)
    expect(second).toMatchObject({ more: false, done: [{ ticket: { number: 3 } }] })
  })
})
