import { beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import type { TicketScope } from '../../app/domain/tickets/scopes'
import { splitTicket } from '../../app/domain/tickets/splitting'
import { correctEmail, leaveEmail } from '../../app/domain/tickets/visitor-email'
import { begin, exampleMessage, minute, type OpenStores } from './examples'
import { exampleMessageMail } from './message-mail'
import { desk, stores, useTwoDesks } from './two-desks'

const nothing = () => ({})
const live = { publish() {}, subscribe: async () => () => {}, revision: () => '' }
const mistyped = 'vera@exmaple.com'
const right = 'vera@example.com'

export function visitorEmailContract(name: string, open: OpenStores) {
  describe(`addresses of visitors in ${name}`, () => {
    useTwoDesks(open)
    let visitor: TicketScope
    beforeEach(async () => {
      visitor = (await begin(stores.tickets, desk, 'a', { visitorEmail: mistyped })).visitor
    })

    const ticketNow = async () => {
      const ticket = await stores.tickets.find(visitor)
      if (!ticket) throw new Error('The ticket is gone')
      return ticket
    }
    const corrections = async () =>
      (await stores.ticketHistory.entries(visitor, 99)).filter(({ kind }) => kind === 'visitor')
    const byMail = (key: string) =>
      stores.tickets.append(
        visitor,
        exampleMessage(key, { mail: exampleMessageMail(key) }),
        nothing,
      )
    /** Once it was read, and before it changes. */
    const whileItChanges = (happens: () => Promise<unknown>) => {
      let left = 1
      const move: Stores['tickets']['move'] = async (...change) => {
        left -= 1
        if (left === 0) await happens()
        return stores.tickets.move(...change)
      }
      return { ...stores, live, tickets: { ...stores.tickets, move } }
    }
    const correct = async (email: string, ports = { ...stores, live }) =>
      (await correctEmail(ports, await ticketNow(), email, minute(5)))?.visitorEmail

    test('a mistyped one is replaced, in lists, too, and the history says so', async () => {
      expect(await correct(right)).toBe(right)
      const listed = (email: string) => stores.tickets.listOfVisitor(desk, email, 9)
      expect(await listed(mistyped)).toEqual([])
      expect(await listed(right)).toHaveLength(1)
      expect(await corrections()).toMatchObject([{ actor: 'visitor', at: minute(5), detail: '' }])
    })

    test('the same one again, or from two tabs at once, is one correction', async () => {
      expect(await Promise.all([correct(right), correct(right)])).toEqual([right, right])
      expect(await correct('Vera@Example.com')).toBe(right)
      expect(await corrections()).toHaveLength(1)
    })

    test('one can be corrected three times', async () => {
      for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
        expect(await correct(email)).toBe(email)
      expect(await correct(right)).toBeUndefined()
      expect(await correct('c@example.com')).toBe('c@example.com')
      expect(await corrections()).toHaveLength(3)
    })

    test('one stays that an e-mail of the visitor’s has reached, at the last moment, too', async () => {
      const arrives = whileItChanges(() => byMail('mail'))
      expect(await correct(right, arrives)).toBeUndefined()
      expect(await correct(right)).toBeUndefined()
      expect(await ticketNow()).toMatchObject({ visitorEmail: mistyped })
      expect(await corrections()).toEqual([])
    })

    test('one is corrected while the conversation goes on', async () => {
      const answer = exampleMessage('answer', { author: 'owner' })
      const goesOn = whileItChanges(() => stores.tickets.append(visitor, answer, nothing))
      expect(await correct(right, goesOn)).toBe(right)
    })

    test('one stays where messages were split off, and in what was split off', async () => {
      await byMail('mail')
      const keys = { startKey: 'split', secretHash: 'secret of the split' }
      const choice = { seq: 1, later: false }
      const scope = { deskId: desk, number: 1 }
      const ports = { ...stores, live }
      const split = await splitTicket(ports, scope, choice, keys, 'en', minute(3))
      expect(split.kind).toBe('split')
      if (split.kind !== 'split') return
      expect(await correctEmail(ports, split.target, right, minute(5))).toBeUndefined()
      const other = await begin(stores.tickets, desk, 'b', { visitorEmail: mistyped })
      visitor = other.visitor
      await byMail('second')
      const again = { startKey: 'again', secretHash: 'another secret' }
      const second = { deskId: desk, number: other.ticket.number }
      await splitTicket(ports, second, { seq: 2, later: false }, again, 'en', minute(3))
      expect(await correct(right)).toBeUndefined()
    })

    test('a blocked one stays, at the last moment, too, and none is left where there was none', async () => {
      const block = (scope = visitor) =>
        stores.tickets.move(scope, () => ({ state: 'held', heldFor: 'blocked' }))
      expect(await correct(right, whileItChanges(block))).toBe(mistyped)
      expect(await correct(right)).toBe(mistyped)
      const nobody = await begin(stores.tickets, desk, 'b', { visitorEmail: '' })
      await block(nobody.visitor)
      await leaveEmail({ ...stores, live }, nobody.ticket.secretHash, right, minute(5))
      expect(await stores.visitorBlocks.has(desk, right)).toBe(false)
      expect(await stores.visitorBlocks.has(desk, mistyped)).toBe(true)
    })
  })
}
