import { describe, expect, test } from 'vitest'
import {
  changeableFor,
  type Feedback,
  type FeedbackKind,
  freeFeedback,
  rateTicket,
  sumUp,
} from '../../app/domain/feedback/feedback'
import { followUp } from '../../app/domain/feedback/follow-up'
import { moveTicket } from '../../app/domain/tickets/conversations'
import { begin, eraseAccount, minute, type OpenStores } from './examples'
import { stores, useTwoDesks } from './two-desks'

const live = { publish() {}, subscribe: async () => () => {}, revision: () => '' }

export function feedbackStoreContract(name: string, open: OpenStores) {
  describe(`feedback in ${name}`, () => {
    useTwoDesks(open)

    const ports = () => ({ ...stores, live })
    const good = { rating: 5, comment: 'Lovely', locale: 'en' } as const
    const bad = { rating: 1, comment: '', locale: 'de' } as const

    /** A ticket of Ada's desk that is done. */
    async function done(name: string, at = minute(2)) {
      const begun = await begin(stores.tickets, 'desk-ada', name)
      await moveTicket(ports(), { deskId: 'desk-ada', number: begun.ticket.number }, 'solve', at)
      return begun.ticket
    }

    function free(createKey: string, given: Partial<Feedback> = {}): Feedback {
      const deskId = 'desk-ada'
      const fresh = { ...good, deskId, createKey, email: '', state: 'shown', ...given } as const
      return { ...freeFeedback(fresh, given.createdAt ?? minute(5)), ...given }
    }

    test('a ticket is rated once it is done, once, and changed for fourteen days', async () => {
      const { ticket } = await begin(stores.tickets, 'desk-ada', 'early')
      const rate = (opinion: typeof good | typeof bad, at: Date) =>
        rateTicket(ports(), ticket.secretHash, opinion, at)
      expect(await rate(good, minute(1))).toEqual({ kind: 'refused', feedback: undefined })
      await moveTicket(ports(), { deskId: 'desk-ada', number: ticket.number }, 'close', minute(2))
      expect(await rate(good, minute(3))).toMatchObject({ kind: 'kept', feedback: good })
      const end = minute(3).getTime() + changeableFor
      expect(await rate(bad, new Date(end - 1))).toMatchObject({ kind: 'kept', feedback: bad })
      const given = await stores.feedback.findOf(ticket)
      expect(given).toMatchObject({ ...bad, number: ticket.number, createdAt: minute(3) })
      expect(await rate(good, new Date(end))).toEqual({ kind: 'refused', feedback: given })
      expect((await stores.feedback.list('desk-ada', {}, 10)).feedback).toEqual([given])
      expect((await stores.feedback.list('desk-ben', {}, 10)).feedback).toEqual([])
      expect(await rateTicket(ports(), 'no-such-secret', good, minute(4))).toEqual({
        kind: 'unknown',
      })
    })

    test('spam is not asked', async () => {
      const begun = await begin(stores.tickets, 'desk-ada', 'spam', {
        state: 'held',
        heldFor: 'trap',
      })
      await moveTicket(ports(), { deskId: 'desk-ada', number: 1 }, 'close', minute(2))
      const rated = await rateTicket(ports(), begun.ticket.secretHash, good, minute(3))
      expect(rated.kind).toBe('refused')
      expect(await stores.feedback.response('desk-ada', minute(0))).toEqual({
        asked: 0,
        given: 0,
      })
    })

    test('free feedback comes once a key, and other words under it are told apart', async () => {
      const given = free('key-1')
      expect(await stores.feedback.has('desk-ada', 'key-1')).toBe(false)
      expect(await stores.feedback.add(given)).toBe('added')
      expect(await stores.feedback.has('desk-ada', 'key-1')).toBe(true)
      expect(await stores.feedback.has('desk-ben', 'key-1')).toBe(false)
      expect(await stores.feedback.add({ ...given, id: 'other' })).toBe('again')
      expect(await stores.feedback.add({ ...given, id: 'other', rating: 1 })).toBe('conflict')
      const neighbours = { ...given, id: 'bens', deskId: 'desk-ben' }
      expect(await stores.feedback.add(neighbours)).toBe('added')
      expect(await stores.feedback.find('desk-ada', given.id)).toEqual({
        ...given,
        ticketId: undefined,
        number: undefined,
      })
      expect(await stores.feedback.find('desk-ben', given.id)).toBeUndefined()
    })

    test('lists are newest first, in pages, and filtered', async () => {
      for (const [index, rating] of ([5, 2, 2, 4] as const).entries()) {
        await stores.feedback.add(
          free(`key-${index}`, {
            id: `id-${index}`,
            rating,
            comment: index === 1 ? 'Cold' : '',
            createdAt: minute(index),
          }),
        )
      }
      const ids = async (filter: Parameters<typeof stores.feedback.list>[1]) =>
        (await stores.feedback.list('desk-ada', filter, 10)).feedback.map(({ id }) => id)
      expect(await ids({})).toEqual(['id-3', 'id-2', 'id-1', 'id-0'])
      expect(await ids({ rating: 2 })).toEqual(['id-2', 'id-1'])
      expect(await ids({ withComment: true })).toEqual(['id-1'])
      expect(await ids({ kind: 'ticket' })).toEqual([])
      expect(await ids({ since: minute(1), until: minute(3) })).toEqual(['id-2', 'id-1'])
      const first = await stores.feedback.list('desk-ada', {}, 3)
      const rest = await stores.feedback.list('desk-ada', {}, 3, first.next)
      expect([...first.feedback, ...rest.feedback].map(({ id }) => id)).toEqual(await ids({}))
      expect(rest.next).toBeUndefined()
      expect(await stores.feedback.setState('desk-ben', 'id-1', 'hidden', minute(9))).toBe(false)
      expect(await stores.feedback.setState('desk-ada', 'id-1', 'hidden', minute(9))).toBe(true)
      expect(await ids({ state: 'shown', rating: 2 })).toEqual(['id-2'])
    })

    test('ratings are counted by period and by who was asked', async () => {
      const rated = await done('rated')
      await done('unrated')
      await done('later', minute(50))
      await rateTicket(ports(), rated.secretHash, good, minute(3))
      await stores.feedback.add(free('key-1', { rating: 2, createdAt: minute(15) }))
      await stores.feedback.add(free('key-2', { state: 'hidden', createdAt: minute(15) }))
      const boundaries = [0, 15, 30].map(minute)
      const tallies = await stores.feedback.tallies('desk-ada', boundaries)
      expect(tallies.map(({ since, counts }) => [since, counts[2], counts[5]])).toEqual([
        [minute(0), 0, 1],
        [minute(15), 1, 0],
      ])
      expect(sumUp(tallies)).toMatchObject({ count: 2, average: 3.5 })
      const ofTickets = await stores.feedback.tallies('desk-ada', boundaries, 'ticket')
      expect(sumUp(ofTickets)).toMatchObject({ count: 1, average: 5 })
      const response = (since: number) => stores.feedback.response('desk-ada', minute(since))
      expect(await response(0)).toEqual({ asked: 3, given: 1 })
      expect(await response(45)).toEqual({ asked: 1, given: 0 })
    })

    test('over days, in whatever time zone, each change counts where it belongs', async () => {
      const hour = (hours: number) => minute(60 * hours)
      const tallies = async (kind?: FeedbackKind) => {
        const boundaries = [-30, -7, 17, 41, 113].map(hour)
        const found = await stores.feedback.tallies('desk-ada', boundaries, kind)
        return found.map(({ counts }) => [counts[1], counts[2], counts[5]].join(''))
      }
      const early = await done('early', hour(-29))
      await rateTicket(ports(), early.secretHash, good, hour(-28))
      const late = await done('late', hour(40))
      await rateTicket(ports(), late.secretHash, bad, hour(42))
      for (const at of [-8, -6, 16, 18, 40, 42, 112, 114]) {
        const given = free(`key-${at}`, { id: `at-${at}`, rating: 2, createdAt: hour(at) })
        await stores.feedback.add(given)
      }
      expect(await tallies()).toEqual(['011', '020', '020', '120'])
      expect(await tallies('ticket')).toEqual(['001', '000', '000', '100'])
      expect(await stores.feedback.response('desk-ada', hour(-30))).toEqual({ asked: 2, given: 2 })
      expect(await stores.feedback.response('desk-ada', hour(-7))).toEqual({ asked: 1, given: 1 })
      await rateTicket(ports(), late.secretHash, good, hour(50))
      await stores.feedback.setState('desk-ada', 'at-16', 'hidden', hour(115))
      await stores.feedback.eraseOlder('desk-ada', hour(-7), 9, hour(115))
      expect(await tallies()).toEqual(['001', '010', '020', '021'])
      await stores.feedback.setState('desk-ada', 'at-16', 'shown', hour(115))
      await moveTicket(ports(), { deskId: 'desk-ada', number: early.number }, 'reopen', hour(115))
      await moveTicket(ports(), { deskId: 'desk-ada', number: early.number }, 'solve', hour(116))
      expect(await tallies()).toEqual(['001', '020', '020', '021'])
      expect(await stores.feedback.response('desk-ada', hour(-7))).toEqual({ asked: 2, given: 2 })
      await stores.erasure.hideTicket({ secretHash: late.secretHash }, hour(117))
      expect(await tallies()).toEqual(['001', '020', '020', '020'])
      expect(await stores.feedback.response('desk-ada', hour(-7))).toEqual({ asked: 1, given: 1 })
    })

    test('a complaint becomes a ticket, once', async () => {
      const rated = await done('rated')
      await rateTicket(ports(), rated.secretHash, bad, minute(3))
      const given = await stores.feedback.findOf(rated)
      const reopened = { kind: 'reopened', number: rated.number }
      const making = { secretHash: (key: string) => `hash of ${key}`, words: '1 of 5' }
      const follow = (id = '') => followUp(ports(), 'desk-ada', id, making, minute(4))
      expect(await follow(given?.id)).toEqual(reopened)
      expect(await follow(given?.id)).toEqual(reopened)
      const scope = { deskId: 'desk-ada', number: rated.number }
      expect(await stores.tickets.find(scope)).toMatchObject({ state: 'open' })

      const id = '01k0000000000000000000free'
      await stores.feedback.add(free('key-1', { ...bad, id, email: 'vera@example.com' }))
      const opened = { kind: 'opened', number: rated.number + 1 }
      expect(await follow(id)).toEqual(opened)
      expect(await follow(id)).toEqual(opened)
      const visitor = { secretHash: `hash of feedback-${id}` }
      expect(await stores.tickets.find(visitor)).toMatchObject({ visitorEmail: 'vera@example.com' })
      expect(await stores.tickets.messages(visitor, 0, 10)).toMatchObject([{ body: '1 of 5' }])

      await stores.feedback.add(free('key-2', { id: 'nobodys' }))
      expect(await follow('nobodys')).toEqual({ kind: 'nobody' })
      expect(await follow('unknown')).toEqual({ kind: 'unknown' })
      expect(await followUp(ports(), 'desk-ben', id, making, minute(4))).toEqual({
        kind: 'unknown',
      })
    })

    test('a ticket takes its feedback along when it is erased, and free feedback gets old', async () => {
      const rated = await done('rated')
      await rateTicket(ports(), rated.secretHash, good, minute(3))
      await stores.feedback.add(free('key-1', { id: 'old', updatedAt: minute(4) }))
      await stores.feedback.add(free('key-2', { id: 'new', updatedAt: minute(6) }))
      expect(await stores.feedback.eraseOlder('desk-ben', minute(9), 9, minute(9))).toBe(0)
      expect(await stores.feedback.eraseOlder('desk-ada', minute(6), 9, minute(9))).toBe(1)
      await stores.erasure.hideTicket({ secretHash: rated.secretHash }, minute(0))
      const left = await stores.feedback.list('desk-ada', {}, 10)
      expect(left.feedback.map(({ id }) => id)).toEqual(['new'])
      await eraseAccount(stores, 'ada')
      expect((await stores.feedback.list('desk-ada', {}, 10)).feedback).toEqual([])
    })
  })
}
