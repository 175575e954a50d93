import { beforeEach, describe, expect, test } from 'vitest'
import type { Invitation } from '../../app/domain/members/invitations'
import {
  eraseAccount,
  exampleAccount,
  exampleInvitation,
  exampleMember,
  minute,
  type OpenStores,
} from './examples'
import { stores, useTwoDesks } from './two-desks'

export function invitationStoreContract(name: string, open: OpenStores) {
  describe(`invitations in ${name}`, () => {
    useTwoDesks(open)
    beforeEach(async () => {
      for (const uid of ['cleo', 'dora']) await stores.accounts.save(exampleAccount(uid))
    })

    const add = (id: string, invitation: Partial<Invitation> = {}, most = 9) =>
      stores.invitations.add(exampleInvitation('desk-ada', id, invitation), most)
    const listed = async (deskId = 'desk-ada') =>
      (await stores.invitations.list(deskId)).map(({ id }) => id)

    test('an invitation is found by its id and its secret’s hash, as it was made', async () => {
      expect(await add('one')).toBe('added')
      const one = exampleInvitation('desk-ada', 'one')
      expect(await stores.invitations.find('one')).toEqual(one)
      expect(await stores.invitations.findBySecret('secret-one')).toEqual(one)
      expect(await stores.invitations.find('two')).toBeUndefined()
      expect(await stores.invitations.findBySecret('one')).toBeUndefined()
      expect(await listed('desk-ben')).toEqual([])
    })

    test('a form that is sent again invites once', async () => {
      await add('one')
      const same = { createKey: 'key-one', secretHash: 'other' }
      expect(await add('two', same)).toBe('again')
      expect(await listed()).toEqual(['one'])
    })

    test('its e-mail is in the same commit, once', async () => {
      const about = { kind: 'invitation', recordId: 'one', deskId: 'desk-ada' } as const
      const mail = { ...about, key: 'invitation one', dueAt: minute(0) }
      const invitation = exampleInvitation('desk-ada', 'one')
      for (const result of ['added', 'again']) {
        expect(await stores.invitations.add(invitation, 9, [mail])).toBe(result)
      }
      expect(await stores.mails.listDue(minute(1), 9)).toMatchObject([{ ...mail, state: 'due' }])
    })

    test('a desk has so many open invitations at most; old ones do not count', async () => {
      await add('one', { expiresAt: minute(3) })
      await add('two', { createdAt: minute(1) }, 2)
      expect(await add('three', { createdAt: minute(2) }, 2)).toBe('full')
      expect(await add('three', { createdAt: minute(3) }, 2)).toBe('added')
      expect(await listed()).toEqual(['three', 'two', 'one'])
    })

    test('nobody but a manager of the desk invites', async () => {
      await stores.members.join(exampleMember('desk-ada', 'dora'))
      for (const byUid of ['dora', 'ben', 'nobody']) {
        const mail = { kind: 'invitation', recordId: 'one', deskId: 'desk-ada' } as const
        const invitation = exampleInvitation('desk-ada', 'one', { byUid })
        const due = { ...mail, key: 'invitation one', dueAt: minute(0) }
        expect([byUid, await stores.invitations.add(invitation, 9, [due])]).toEqual([
          byUid,
          'refused',
        ])
      }
      expect(await listed()).toEqual([])
      expect(await stores.mails.listDue(minute(1), 9)).toEqual([])
    })

    const ways = {
      'becomes a colleague': () =>
        stores.members.setKind('desk-ada', 'ada', 'colleague', minute(2)),
      'leaves or is removed': () => stores.members.remove('desk-ada', 'ada', minute(2)),
      'deletes the account': () => stores.erasure.hideAccount('ada', 'sealed', minute(2)),
    }
    test.each(Object.keys(ways) as (keyof typeof ways)[])(
      'the open invitations of a manager who %s are withdrawn in the same commit',
      async (way) => {
        await stores.members.join(exampleMember('desk-ada', 'dora', { kind: 'manager' }))
        await stores.members.join(exampleMember('desk-ben', 'ada', { kind: 'manager' }))
        await add('used')
        const cleo = exampleMember('desk-ada', 'cleo', { joinedAt: minute(1) })
        expect(await stores.invitations.accept('used', cleo)).toBe(true)
        await add('one')
        await add('of-dora', { byUid: 'dora' })
        const elsewhere = exampleInvitation('desk-ben', 'elsewhere')
        await stores.invitations.add(elsewhere, 9)
        await ways[way]()
        expect(await listed()).toEqual(['of-dora'])
        const all = way === 'deletes the account' ? [] : ['elsewhere']
        expect(await listed('desk-ben')).toEqual(all)
        const one = exampleInvitation('desk-ada', 'one', { email: '', withdrawnAt: minute(2) })
        expect(await stores.invitations.find('one')).toEqual(one)
        expect((await stores.invitations.find('used'))?.withdrawnAt).toBeUndefined()
        expect(await add('two', { byUid: 'dora' }, 2)).toBe('added')
      },
    )

    test('a manager who stays one keeps the invitations; a former one’s end for good', async () => {
      await stores.members.join(exampleMember('desk-ada', 'dora', { kind: 'manager' }))
      await add('one')
      await stores.members.setKind('desk-ada', 'ada', 'manager', minute(2))
      expect(await listed()).toEqual(['one'])
      await stores.members.setKind('desk-ada', 'ada', 'colleague', minute(2))
      await stores.members.setKind('desk-ada', 'ada', 'manager', minute(3))
      const cleo = exampleMember('desk-ada', 'cleo', { joinedAt: minute(5) })
      expect(await stores.invitations.accept('one', cleo)).toBe(false)
    })

    test('an invitation makes one account a member, once', async () => {
      await add('one')
      const joins = (uid: string, at = 5) =>
        stores.invitations.accept('one', exampleMember('desk-ada', uid, { joinedAt: minute(at) }))
      expect(await stores.invitations.accept('one', exampleMember('desk-ben', 'cleo'))).toBe(false)
      const joined = await Promise.all(['cleo', 'dora'].map((uid) => joins(uid)))
      expect(joined.filter(Boolean)).toHaveLength(1)
      expect(await stores.members.list('desk-ada')).toHaveLength(2)
      expect((await stores.invitations.find('one'))?.usedAt).toEqual(minute(5))
      expect(await joins('cleo')).toBe(false)
      expect(await listed()).toEqual([])
    })

    test('who is a member already does not use it up', async () => {
      await add('one')
      expect(await stores.invitations.accept('one', exampleMember('desk-ada', 'ada'))).toBe(false)
      expect((await stores.invitations.find('one'))?.usedAt).toBeUndefined()
    })

    test('neither an old nor a withdrawn invitation makes anybody a member', async () => {
      await add('old', { expiresAt: minute(4) })
      await add('withdrawn')
      await stores.invitations.withdraw('desk-ben', 'withdrawn', minute(2))
      expect((await stores.invitations.find('withdrawn'))?.withdrawnAt).toBeUndefined()
      await stores.invitations.withdraw('desk-ada', 'withdrawn', minute(2))
      await stores.invitations.withdraw('desk-ada', 'withdrawn', minute(3))
      expect((await stores.invitations.find('withdrawn'))?.withdrawnAt).toEqual(minute(2))
      for (const id of ['old', 'withdrawn', 'nothing'])
        expect(await stores.invitations.accept(id, exampleMember('desk-ada', 'cleo'))).toBe(false)
      expect(await stores.members.desksOf('cleo')).toEqual([])
    })

    test('invitations are removed some time after they expire, in steps, used ones included', async () => {
      await add('used', { expiresAt: minute(4) })
      await stores.invitations.accept(
        'used',
        exampleMember('desk-ada', 'cleo', { joinedAt: minute(1) }),
      )
      await add('old', { expiresAt: minute(4) })
      await add('new', { expiresAt: minute(5) })
      expect(await stores.invitations.removeOlder(minute(5), 1)).toBe(1)
      expect(await stores.invitations.removeOlder(minute(5), 9)).toBe(1)
      expect(await stores.invitations.removeOlder(minute(5), 9)).toBe(0)
      expect(await listed()).toEqual(['new'])
      expect(await stores.members.list('desk-ada')).toHaveLength(2)
    })

    test('with a desk go its invitations', async () => {
      await add('one')
      await eraseAccount(stores, 'ada')
      expect(await stores.invitations.find('one')).toBeUndefined()
      expect(await stores.invitations.findBySecret('secret-one')).toBeUndefined()
      expect(await stores.invitations.accept('one', exampleMember('desk-ada', 'cleo'))).toBe(false)
    })
  })
}
