import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import {
  begin,
  eraseAccount,
  exampleAccount,
  exampleMessage,
  exampleSession,
  minute,
  type OpenStores,
  twoDesks,
} from './examples'

export function accountStoreContract(name: string, open: OpenStores) {
  describe(`accounts in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    test('an account is found by its uid as it was saved', async () => {
      await stores.accounts.save(exampleAccount('ada'))
      expect(await stores.accounts.find('ada')).toEqual(exampleAccount('ada'))
      expect(await stores.accounts.find('Ada')).toBeUndefined()
    })

    test('saving again renews e-mail and language and keeps the time of its making', async () => {
      await stores.accounts.save(exampleAccount('ada'))
      const renewed = { email: 'new@example.com', emailVerified: true, locale: 'en' } as const
      await stores.accounts.save(exampleAccount('ada', { ...renewed, createdAt: minute(9) }))
      expect(await stores.accounts.find('ada')).toEqual(exampleAccount('ada', renewed))
      expect(await stores.accounts.findByEmail('ada@example.com')).toBeUndefined()
    })

    test('notification settings stay with the account, whatever else is renewed', async () => {
      const quiet = { from: '22:00', to: '07:30' }
      const notifications = { events: { ticket: 'digest', message: 'off' }, quiet } as const
      await stores.accounts.save(exampleAccount('ada'))
      await stores.accounts.setNotifications('ada', notifications)
      await stores.accounts.setNotifications('nobody', notifications)
      await stores.accounts.save(exampleAccount('ada', { locale: 'en' }))
      expect(await stores.accounts.find('ada')).toEqual(
        exampleAccount('ada', { locale: 'en', notifications }),
      )
      expect(await stores.accounts.find('nobody')).toBeUndefined()
    })

    test('an account is found by its e-mail in whatever case', async () => {
      await stores.accounts.save(exampleAccount('ada', { email: 'Ada@Example.com' }))
      expect((await stores.accounts.findByEmail('aDA@example.COM'))?.uid).toBe('ada')
      expect(await stores.accounts.findByEmail('ada@example.co')).toBeUndefined()
      await stores.accounts.save(exampleAccount('ada', { email: 'ÄDA@example.com' }))
      expect((await stores.accounts.findByEmail('äda@example.com'))?.uid).toBe('ada')
      expect(await stores.accounts.findByEmail('ada@example.com')).toBeUndefined()
    })

    test('of two accounts with one e-mail the one made last is found', async () => {
      const email = 'shared@example.com'
      await stores.accounts.save(exampleAccount('newer', { email, createdAt: minute(2) }))
      await stores.accounts.save(exampleAccount('older', { email, createdAt: minute(1) }))
      expect((await stores.accounts.findByEmail(email))?.uid).toBe('newer')
    })

    test('erasing an account takes along all that is its own and nothing of anybody else’s', async () => {
      const { accounts, desks, sessions, tickets } = stores
      const [desk, neighbour] = await twoDesks(stores)
      const ben = { ...exampleSession('').user, uid: 'ben' }
      for (const idHash of ['one', 'two']) await sessions.create(exampleSession(idHash))
      await sessions.create(exampleSession('of ben', { user: ben }))
      const earlier = await begin(tickets, desk.id, 'earlier')
      const later = await begin(tickets, desk.id, 'later', { followUpOf: earlier.ticket.id })
      const kept = await begin(tickets, neighbour.id, 'kept')
      await tickets.append(later.owner, exampleMessage('m'), () => ({}))

      const { sessionIds, deskIds } = await eraseAccount(stores, 'ada')
      expect(sessionIds.sort()).toEqual(['one', 'two'])
      expect(deskIds).toEqual([desk.id])
      expect(await accounts.find('ada')).toBeUndefined()
      expect(await accounts.findByEmail('ada@example.com')).toBeUndefined()
      expect(await desks.findById('desk-ada')).toBeUndefined()
      expect(await desks.findByPublicKey(desk.publicKey, minute(0))).toBeUndefined()
      expect(await sessions.list('ada')).toEqual([])
      for (const scope of [earlier.owner, earlier.visitor, later.owner, later.visitor]) {
        expect(await tickets.find(scope)).toBeUndefined()
        expect(await tickets.messages(scope, 0, 9)).toEqual([])
      }

      expect(await accounts.find('ben')).toEqual(exampleAccount('ben'))
      expect(await desks.findById('desk-ben')).toEqual({ ...neighbour })
      expect(await sessions.find('of ben')).toBeDefined()
      expect(await tickets.find(kept.visitor)).toEqual(kept.ticket)
      expect(await tickets.messages(kept.visitor, 0, 9)).toHaveLength(1)
    })

    test('erasing an account again, or one that there is not, changes nothing', async () => {
      await twoDesks(stores)
      await eraseAccount(stores, 'ada')
      for (const uid of ['ada', 'nobody', '']) {
        expect(await eraseAccount(stores, uid)).toEqual({ sessionIds: [], deskIds: [] })
      }
      expect(await stores.desks.findById('desk-ben')).toBeDefined()
    })

    test('an account signed up again after an erasure begins with nothing', async () => {
      const [desk] = await twoDesks(stores)
      await begin(stores.tickets, desk.id, 'a')
      await eraseAccount(stores, 'ada')
      const [anew] = await twoDesks(stores)
      expect(await stores.tickets.listAll(anew.id, 0, 9)).toEqual([])
      expect((await begin(stores.tickets, anew.id, 'a')).ticket.number).toBe(1)
    })
  })
}
