import { beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '../../app/domain/desks/members'
import { assignInTurn } from '../../app/domain/tickets/round-robin'
import { begin, exampleAccount, exampleMember, minute, type OpenStores, writers } from './examples'
import { stores, useTwoDesks } from './two-desks'

const live = { publish() {}, subscribe: async () => () => {}, revision: () => '' }

export function roundRobinContract(name: string, open: OpenStores) {
  describe(`tickets assigned in turn in ${name}`, () => {
    let begun = 0
    useTwoDesks(open)
    beforeEach(async () => {
      await stores.desks.saveNewTickets('desk-ada', 'in-turn')
      await here('ada')
      for (const uid of ['cleo', 'dora']) {
        await stores.accounts.save(exampleAccount(uid))
        await stores.members.join(exampleMember('desk-ada', uid))
        await here(uid)
      }
    })

    const here = (uid: string, at = minute(10)) => stores.members.attend('desk-ada', uid, at)

    async function newTicket(more: Parameters<typeof begin>[3] = {}) {
      begun += 1
      return (await begin(stores.tickets, 'desk-ada', `t${begun}`, more)).ticket
    }

    /** Whose a ticket is once it was to be assigned. */
    async function assignee(ticket: { id: string }, at = minute(11)) {
      const found = await stores.tickets.findById(ticket.id)
      if (found) await assignInTurn({ ...stores, live }, found, at)
      return (await stores.tickets.findById(ticket.id))?.assignee
    }

    test('go to the members who are here, one after the other', async () => {
      const given = []
      for (let each = 0; each < 5; each += 1) given.push(await assignee(await newTicket()))
      expect(given).toEqual(['ada', 'cleo', 'dora', 'ada', 'cleo'])
      await stores.members.saveAway('desk-ada', 'dora', minute(11))
      expect(await assignee(await newTicket())).toBe('ada')
      await stores.members.saveAway('desk-ada', 'dora', undefined)
      await stores.accounts.save(exampleAccount('emil'))
      await stores.members.join(exampleMember('desk-ada', 'emil', { joinedAt: minute(6) }))
      await here('emil')
      expect(await assignee(await newTicket())).toBe('emil')
      expect(await assignee(await newTicket())).toBe('dora')
    })

    test('are counted for their member, and their history says so', async () => {
      const ticket = await newTicket()
      expect(await assignee(ticket)).toBe('ada')
      expect(await stores.tickets.countAssigned('desk-ada')).toEqual({ ada: { open: 1 } })
      const scope = { deskId: 'desk-ada', number: ticket.number }
      expect(await stores.ticketHistory.entries(scope, 9)).toContainEqual({
        number: ticket.number,
        at: minute(11),
        actor: 'desk',
        kind: 'assigned',
        detail: 'ada',
      })
      await stores.members.remove('desk-ada', 'dora', minute(8))
      expect(await assignee(await newTicket())).toBe('cleo')
    })

    test('that begin at once go to as many members', async () => {
      const tickets = []
      for (const _ of writers(open, 6)) tickets.push(await newTicket())
      const given = await Promise.all(tickets.map((each) => assignee(each)))
      const shares = ['ada', 'cleo', 'dora'].map((uid) => given.filter((each) => each === uid))
      const sizes = shares.map(({ length }) => length)
      expect(sizes.reduce((sum, each) => sum + each)).toBe(tickets.length)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
    })

    test('stay nobody’s while nobody is here, or the desk has not chosen it', async () => {
      const ticket = await newTicket()
      expect(await assignee(ticket, minute(16))).toBeUndefined()
      for (const uid of ['ada', 'cleo', 'dora'])
        await stores.members.saveAway('desk-ada', uid, minute(11))
      expect(await assignee(ticket)).toBeUndefined()
      for (const uid of ['ada', 'cleo', 'dora'])
        await stores.members.saveAway('desk-ada', uid, undefined)
      const closed = { timeZone: 'Europe/Berlin', week: [[], [], [], [], [], [], []] }
      await stores.desks.saveHours('desk-ada', closed)
      expect(await assignee(ticket)).toBeUndefined()
      await stores.desks.saveHours('desk-ada', { timeZone: 'Europe/Berlin' })
      await stores.desks.saveNewTickets('desk-ada', undefined)
      expect(await assignee(ticket)).toBeUndefined()
      await stores.desks.saveNewTickets('desk-ada', 'in-turn')
      for (const uid of ['cleo', 'dora']) await stores.members.remove('desk-ada', uid, minute(8))
      expect(await assignee(ticket)).toBeUndefined()
    })

    test('are neither somebody’s already, held nor put away', async () => {
      const held = await newTicket({ state: 'held', heldFor: 'links', waitingSince: undefined })
      expect(await assignee(held)).toBeUndefined()
      const scopeOf = ({ number }: { number: number }) => ({ deskId: 'desk-ada', number })
      const own = await newTicket()
      await stores.tickets.move(scopeOf(own), () => ({ assignee: 'dora' }))
      expect(await assignee(own)).toBe('dora')
      const solved = await newTicket()
      await stores.tickets.move(scopeOf(solved), () => ({
        state: 'solved',
        waitingSince: undefined,
      }))
      expect(await assignee(solved)).toBeUndefined()
      await stores.tickets.move(scopeOf(held), () => ({ state: 'open', waitingSince: minute(9) }))
      expect(await assignee(held)).toBe('ada')
    })

    test('are of the desk, and decided with its members', async () => {
      const { number } = await newTicket()
      const asked: (readonly Member[])[] = []
      const decide = (_: unknown, members: readonly Member[]) => void asked.push(members)
      const { roundRobin } = stores
      const refused = await roundRobin.assign({ deskId: 'desk-ada', number }, decide)
      expect(refused.kind).toBe('refused')
      expect(asked[0]?.map(({ uid }) => uid)).toEqual(['ada', 'cleo', 'dora'])
      const unknown = await roundRobin.assign({ deskId: 'desk-ben', number }, decide)
      expect(unknown).toEqual({ kind: 'unknown' })
    })
  })
}
