import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openStores } from '../../app/adapters/sqlite/stores.server'
import type { Stores } from '../../app/domain/stores'
import { priorities, ticketOrders } from '../../app/domain/tickets/filters'
import { ticketStates } from '../../app/domain/tickets/states'
import { makePlace } from '../adapters/sqlite/places'
import { begin, exampleAttachment, exampleMessage, minute, twoDesks } from '../contracts/examples'

/** What a desk has ever more of. */
const growing =
  'tickets|messages|attachments|ticket_tags|ticket_history|feedback|search_texts|search_index|drafts|mentions'

describe('the statements of a desk’s pages', () => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let desk: string
  let prepared: string[] = []

  beforeAll(async () => {
    place = await makePlace()
    const prepare = Libsql.prototype.prepare
    vi.spyOn(Libsql.prototype, 'prepare').mockImplementation(function (
      this: Libsql.Database,
      text,
    ) {
      prepared.push(text)
      return prepare.call(this, text)
    })
    const stores = await openStores({ folder: place.folder })
    desk = (await twoDesks(stores))[0].id
    for (const state of ticketStates) {
      for (const name of ['a', 'b']) {
        const { owner } = await begin(stores.tickets, desk, `${state} ${name}`)
        await stores.tickets.move(owner, () => ({ state, tags: ['Ware'] }))
      }
    }
    await stores.close()
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await place.remove()
  })

  /** The statements that these calls made, each with the steps that SQLite takes. */
  async function plansOf(calls: (stores: Stores) => Promise<unknown>) {
    // A statement is prepared once for each opening.
    const stores = await openStores({ folder: place.folder })
    prepared = []
    await calls(stores)
    await stores.close()
    const connection = new Libsql(`${place.folder}/tresen.sqlite`)
    const plans = [...new Set(prepared)]
      .filter((text) => /^\s*(select|with|update)/i.test(text))
      .map((text) => {
        const nothing = Array.from(text.matchAll(/\?/g), () => null)
        const rows = connection.prepare(`explain query plan ${text}`).all(nothing)
        return { text, steps: (rows as { detail: string }[]).map(({ detail }) => detail) }
      })
    connection.close()
    return plans
  }

  /** Steps whose work grows with what the desk has had, unless the statement stops at a limit. */
  function growingSteps({ text, steps }: { text: string; steps: string[] }): string[] {
    const whole = new RegExp(`^SCAN (${growing})\\b(?!.*VIRTUAL TABLE INDEX \\d+:\\S)`)
    const ofDesk = new RegExp(
      `^SEARCH (${growing}) .*\\((desk_id=\\?)( AND (state|<expr>)=\\?)*\\)$`,
    )
    return steps.filter(
      (step) => whole.test(step) || (ofDesk.test(step) && !/\blimit\b/i.test(text)),
    )
  }

  async function expectSteady(calls: (stores: Stores) => Promise<unknown>) {
    const plans = await plansOf(calls)
    expect(plans.length).toBeGreaterThan(0)
    expect(
      plans
        .map((plan) => ({ ...plan, steps: growingSteps(plan) }))
        .filter(({ steps }) => steps.length > 0),
    ).toEqual([])
    return plans
  }

  const states = [undefined, 'done' as const, ...ticketStates]
  const lists = states.flatMap((state) =>
    ticketOrders.flatMap((order) =>
      [undefined, ...priorities].map((priority) => ({ state, order, priority })),
    ),
  )

  test.each(lists)(
    'a list is read in the order of an index: $state $order $priority',
    async (filter) => {
      const plans = await expectSteady(async ({ tickets }) => {
        const { next } = await tickets.list(desk, filter, 1)
        if (next) await tickets.list(desk, filter, 1, next)
      })
      const steps = plans.flatMap((plan) => plan.steps)
      expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
    },
  )

  test.each(lists)(
    'a list narrowed by how tickets began, or by when they were changed, stops at a full page: $state $order $priority',
    async (filter) => {
      await expectSteady(async ({ tickets }) => {
        await tickets.list(desk, { ...filter, channel: 'letter' }, 1)
        await tickets.list(desk, { ...filter, channel: 'chat', before: minute(9) }, 1)
        await tickets.list(desk, { ...filter, from: minute(0) }, 1)
      })
    },
  )

  test('the counts of tickets and tags, and a list of those with a tag', async () => {
    await expectSteady(async (stores) => {
      await stores.tickets.count(desk)
      await stores.tickets.tags(desk)
      await stores.tickets.list(desk, { tag: 'ware' }, 1)
      await stores.tickets.list(desk, { tag: 'Zoll', state: 'open' }, 1)
    })
  })

  test.each(lists)(
    'the few tickets with a tag are looked up: $state $order $priority',
    async (filter) => {
      const plans = await expectSteady(({ tickets }) =>
        tickets.list(desk, { ...filter, tag: 'Zoll' }, 30),
      )
      const steps = plans.flatMap((plan) => plan.steps)
      expect(new Set(steps.filter((step) => / tickets /.test(step)))).toEqual(
        new Set(['SEARCH tickets USING INDEX sqlite_autoindex_tickets_1 (id=?)']),
      )
    },
  )

  test.each(lists.filter(({ priority }) => !priority))(
    'the few tickets of a member, or of nobody, are looked up: $state $order',
    async (filter) => {
      for (const assignee of ['ada', '']) {
        const plans = await expectSteady(async ({ tickets }) => {
          await tickets.list(desk, { ...filter, assignee }, 30)
          await tickets.countAssigned(desk)
        })
        expect(plans.flatMap(({ steps }) => steps).join()).toContain(
          assignee ? 'tickets_by_assignee' : 'tickets',
        )
      }
    },
  )

  test('the lists of a member’s drafts and mentions are read in the order of an index', async () => {
    const plans = await expectSteady(async ({ drafts, mentions }) => {
      await drafts.list(desk, 'ada')
      await drafts.find('ticket', 'ada')
      await mentions.list(desk, 'ada', 9)
    })
    const steps = plans.flatMap((plan) => plan.steps)
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
  })

  test('a ticket with its messages, history and relatives', async () => {
    const scope = { deskId: desk, number: 1 }
    await expectSteady(async (stores) => {
      await stores.tickets.find(scope)
      await stores.tickets.messages(scope, 0, 200)
      await stores.ticketHistory.entries(scope, 200)
      await stores.ticketHistory.links(scope)
      await stores.tickets.markSeen(scope, { reader: desk }, 1)
    })
  })

  test('a visitor’s other tickets', async () => {
    const plans = await expectSteady(({ tickets }) =>
      tickets.listOfVisitor(desk, 'vera@example.com', 1),
    )
    expect(plans.flatMap(({ steps }) => steps).join()).toContain('tickets_by_visitor')
  })

  test('a visitor’s page and message', async () => {
    const scope = { secretHash: `secret-${desk}-open a` }
    await expectSteady(async (stores) => {
      await stores.tickets.find(scope)
      await stores.tickets.messages(scope, 0, 200)
      await stores.desks.medianFirstReply(desk, minute(-9))
      await stores.tickets.append(scope, exampleMessage('more'), () => ({}))
    })
  })

  test('a visitor’s upload', async () => {
    const room = { desk: 99, ticket: 99, unanswered: 99, network: 99, source: 99 }
    await expectSteady(async ({ attachments }) => {
      const place = { deskId: desk, ticketId: `ticket-${desk}-open a`, source: 'one' }
      await attachments.reserve(place, 20, room, minute(9), minute(0))
      await attachments.hold(exampleAttachment(desk, 'file'), place, room)
    })
  })

  test('a search, in all its steps', async () => {
    await expectSteady(async (stores) => {
      await stores.ticketSearch.search(desk, ['words', 'first'], {}, 1)
      await stores.ticketSearch.search(desk, ['2'], { tag: 'ware' }, 1)
    })
  })

  test('the numbers of a period and what visitors think', async () => {
    await expectSteady(async (stores) => {
      await stores.ticketNumbers.periods(desk, [minute(0), minute(9)])
      await stores.ticketNumbers.begun(desk, minute(0), minute(9))
      await stores.feedback.tallies(desk, [minute(0), minute(9)])
      await stores.feedback.response(desk, minute(0))
      await stores.feedback.list(desk, { state: 'held' }, 1)
      await stores.feedback.list(desk, {}, 1)
    })
  })

  test('what changed lately, which is found without sorting all', async () => {
    const plans = await expectSteady(({ changedTickets }) =>
      changedTickets.between(minute(0), minute(9), 1),
    )
    const steps = plans.flatMap((plan) => plan.steps)
    expect(steps.join('\n')).toContain('(desk_id=? AND updated_at>? AND updated_at<?)')
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
  })

  test('the oldest desk, which is found without sorting all', async () => {
    const plans = await plansOf(({ desks }) => desks.findOldest())
    const steps = plans.flatMap((plan) => plan.steps)
    expect(steps.join('\n')).toContain('USING INDEX desks_by_age')
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
  })
})
