import { beforeEach, describe, expect, test } from 'vitest'
import { OtherDesks } from '../../app/domain/erasure/erasure'
import {
  begin,
  eraseAccount,
  exampleAccount,
  exampleDesk,
  exampleMember,
  minute,
  type OpenStores,
} from './examples'
import { stores, useTwoDesks } from './two-desks'

export function memberStoreContract(name: string, open: OpenStores) {
  describe(`members in ${name}`, () => {
    useTwoDesks(open)
    beforeEach(async () => {
      for (const uid of ['cleo', 'dora']) await stores.accounts.save(exampleAccount(uid))
    })

    const join = (uid: string, member: Parameters<typeof exampleMember>[2] = {}) =>
      stores.members.join(exampleMember('desk-ada', uid, member))
    const kinds = async (deskId = 'desk-ada') =>
      (await stores.members.list(deskId)).map(({ uid, kind }) => `${uid} ${kind}`)
    const places = async (uid: string) =>
      (await stores.members.desksOf(uid)).map(({ desk }) => desk.id)
    const ownerOf = async (id: string) => (await stores.desks.findById(id))?.ownerUid

    test('who founds a desk is its first manager', async () => {
      await stores.desks.ensure(exampleDesk('cleo'), 'Cleo')
      const times = { joinedAt: minute(0), chosenAt: minute(0) }
      const member = {
        deskId: 'desk-cleo',
        uid: 'cleo',
        kind: 'manager',
        name: 'Cleo',
        ...times,
        reader: 'desk-cleo',
      } as const
      expect(await stores.members.list('desk-cleo')).toEqual([member])
      expect(await stores.members.desksOf('cleo')).toEqual([{ desk: exampleDesk('cleo'), member }])
      expect(await stores.members.desksOf('nobody')).toEqual([])
      expect(await stores.members.list('nowhere')).toEqual([])
    })

    test('an account joins a desk once, and only where both are there', async () => {
      const member = exampleMember('desk-ada', 'cleo')
      expect(await stores.members.join(member)).toBe(true)
      expect(await join('cleo', { kind: 'manager' })).toBe(false)
      expect(await join('nobody')).toBe(false)
      expect(await stores.members.join(exampleMember('nowhere', 'dora'))).toBe(false)
      expect(await stores.members.list('desk-ada')).toContainEqual(member)
      expect(await kinds()).toEqual(['ada manager', 'cleo colleague'])
      expect(await places('dora')).toEqual([])
    })

    test('whoever is a member somewhere gets no desk of their own by signing in', async () => {
      await join('cleo')
      expect((await stores.desks.ensure(exampleDesk('cleo'))).id).toBe('desk-ada')
      expect(await stores.desks.findById('desk-cleo')).toBeUndefined()
    })

    test('the desk chosen last comes first', async () => {
      await join('ben')
      expect(await places('ben')).toEqual(['desk-ada', 'desk-ben'])
      await stores.members.choose('desk-ben', 'ben', minute(6))
      await stores.members.choose('desk-ben', 'cleo', minute(9))
      expect(await places('ben')).toEqual(['desk-ben', 'desk-ada'])
      expect(await places('cleo')).toEqual([])
      expect((await stores.desks.ensure(exampleDesk('ben'))).id).toBe('desk-ben')
    })

    test('a name changes at every desk of its account, and nowhere else', async () => {
      await join('ben')
      await stores.members.rename('ben', 'Benedikt')
      const names = async (id: string) => (await stores.members.list(id)).map((each) => each.name)
      expect([await names('desk-ada'), await names('desk-ben')]).toEqual([
        ['', 'Benedikt'],
        ['Benedikt'],
      ])
    })

    test('a desk was attended when any member was who is not away', async () => {
      await join('cleo')
      const { members } = stores
      const desk = async (id = 'desk-ada') => (await stores.desks.findById(id))?.attendedAt
      const cleo = async () => (await members.list('desk-ada')).find(({ uid }) => uid === 'cleo')
      await members.attend('desk-ada', 'cleo', minute(5))
      await members.attend('desk-ada', 'ada', minute(4))
      expect(await desk()).toEqual(minute(5))
      await members.attend('desk-ada', 'cleo', minute(3))
      expect((await cleo())?.attendedAt).toEqual(minute(5))
      await members.saveAway('desk-ada', 'cleo', minute(6))
      expect(await desk()).toEqual(minute(4))
      await members.attend('desk-ada', 'cleo', minute(7))
      expect(await desk()).toEqual(minute(4))
      expect(await cleo()).toMatchObject({ attendedAt: minute(7), awaySince: minute(6) })
      await members.saveAway('desk-ada', 'cleo', undefined)
      expect(await desk()).toEqual(minute(7))
      await members.attend('desk-ada', 'nobody', minute(9))
      await members.saveAway('desk-ada', 'nobody', minute(9))
      expect([await desk(), await desk('desk-ben')]).toEqual([minute(7), undefined])
      await members.remove('desk-ada', 'cleo', minute(8))
      expect(await desk()).toEqual(minute(4))
    })

    test('a member keeps what they chose for their answers, and nobody else’s changes', async () => {
      const { members } = stores
      await join('cleo')
      const choices = { undoSeconds: 60, signature: { de: 'Cleo\nKüche' } }
      await members.saveChoices('desk-ada', 'cleo', choices)
      await members.saveChoices('desk-ada', 'nobody', choices)
      const chosen = (await members.list('desk-ada')).map(({ uid, undoSeconds, signature }) => {
        return { uid, undoSeconds, signature }
      })
      expect(chosen).toContainEqual({ uid: 'cleo', ...choices })
      expect(chosen.filter(({ undoSeconds }) => undoSeconds !== undefined)).toHaveLength(1)
      await members.saveChoices('desk-ada', 'cleo', { compact: true })
      const cleo = (await members.list('desk-ada')).find(({ uid }) => uid === 'cleo')
      expect(cleo).toMatchObject({ ...choices, compact: true })
    })

    test('a desk knows the names of its people, also of those who left, until they are erased', async () => {
      const people = async (id = 'desk-ada') => (await stores.desks.findById(id))?.people
      expect(await people()).toBeUndefined()
      await join('cleo', { joinedAt: minute(6) })
      await join('dora', { joinedAt: minute(7) })
      expect(await people()).toEqual({
        ada: { name: '' },
        cleo: { name: 'cleo' },
        dora: { name: 'dora' },
      })
      await stores.members.rename('ada', 'Ada')
      await stores.members.remove('desk-ada', 'cleo', minute(8))
      await stores.members.rename('cleo', 'Kleopatra')
      const ada = { name: 'Ada' }
      const cleo = { name: 'cleo', left: true }
      expect(await people()).toEqual({ ada, cleo, dora: { name: 'dora' } })
      for (const uid of ['cleo', 'dora']) await stores.erasure.hideAccount(uid, 's', minute(8))
      expect(await people()).toEqual({ ada })
      expect(await people('desk-ben')).toBeUndefined()
    })

    test('the tickets of who leaves or is erased become nobody’s, and those of others stay theirs', async () => {
      const { tickets, members } = stores
      for (const uid of ['cleo', 'dora']) await join(uid)
      const begun = await Promise.all(
        ['a', 'b', 'c'].map((name) => begin(tickets, 'desk-ada', name)),
      )
      const give = async (index: number, assignee: string | undefined) =>
        (await tickets.move(begun[index]?.owner ?? { deskId: '', number: 0 }, () => ({ assignee })))
          .kind
      const whose = async () =>
        (await tickets.listAll('desk-ada', 0, 9)).map(
          ({ title, assignee }) => `${title} ${assignee}`,
        )
      for (const stranger of ['ben', 'nobody', '__proto__'])
        expect(await give(0, stranger)).toBe('refused')
      for (const [index, uid] of ['cleo', 'dora', 'dora'].entries())
        expect(await give(index, uid)).toBe('moved')
      expect(await tickets.countAssigned('desk-ada')).toEqual({
        cleo: { open: 1 },
        dora: { open: 2 },
      })
      await tickets.move(begun[1]?.owner ?? { secretHash: '' }, () => ({
        state: 'solved',
        waitingSince: undefined,
      }))
      expect((await tickets.countAssigned('desk-ada')).dora).toEqual({ open: 1, solved: 1 })
      expect(await members.remove('desk-ada', 'ada', minute(8))).toBe('last-manager')
      expect(await members.remove('desk-ada', 'dora', minute(8))).toBe('changed')
      expect((await whose()).sort()).toEqual(['a cleo', 'b undefined', 'c undefined'])
      expect(await give(2, 'dora')).toBe('refused')
      await eraseAccount(stores, 'cleo')
      expect((await whose()).sort()).toEqual(['a undefined', 'b undefined', 'c undefined'])
      expect(await tickets.countAssigned('desk-ada')).toEqual({})
    })

    test('who gets new tickets is stored', async () => {
      for (const what of ['in-turn', undefined] as const) {
        await stores.desks.saveNewTickets('desk-ada', what)
        expect((await stores.desks.findById('desk-ada'))?.newTickets).toBe(what)
      }
    })

    test('whether members see visited pages is stored', async () => {
      for (const what of ['hidden', undefined] as const) {
        await stores.desks.saveVisitedPages('desk-ada', what)
        expect((await stores.desks.findById('desk-ada'))?.visitedPages).toBe(what)
      }
    })

    test('when a desk’s people need a second factor is stored', async () => {
      for (const at of [minute(9), undefined]) {
        await stores.desks.saveSecondFactorFrom('desk-ada', at)
        expect((await stores.desks.findById('desk-ada'))?.secondFactorFrom).toEqual(at)
      }
    })

    test('what guests see of a desk’s people is stored', async () => {
      for (const what of ['desk', undefined] as const) {
        await stores.desks.saveGuestsSee('desk-ada', what)
        expect((await stores.desks.findById('desk-ada'))?.guestsSee).toBe(what)
      }
    })

    test('a desk always has a manager', async () => {
      const { members } = stores
      await join('cleo')
      for (const change of [
        members.setKind('desk-ada', 'ada', 'colleague', minute(8)),
        members.remove('desk-ada', 'ada', minute(8)),
      ])
        expect(await change).toBe('last-manager')
      expect(await members.setKind('desk-ada', 'dora', 'manager', minute(8))).toBe('unknown')
      expect(await members.setKind('desk-ada', 'dora', 'colleague', minute(8))).toBe('unknown')
      expect(await members.remove('desk-ada', 'dora', minute(8))).toBe('unknown')
      expect(await members.remove('nowhere', 'ada', minute(8))).toBe('unknown')
      expect(await kinds()).toEqual(['ada manager', 'cleo colleague'])
      expect(await ownerOf('desk-ada')).toBe('ada')
    })

    test('of two managers who leave at once one stays', async () => {
      await join('cleo', { kind: 'manager' })
      const left = await Promise.all(
        ['ada', 'cleo'].map((uid) => stores.members.remove('desk-ada', uid, minute(8))),
      )
      expect(left.sort()).toEqual(['changed', 'last-manager'])
      expect(await stores.members.list('desk-ada')).toHaveLength(1)
    })

    test('a desk whose owner goes belongs to the manager who joined first', async () => {
      const { members } = stores
      await join('cleo', { joinedAt: minute(7) })
      await join('dora', { joinedAt: minute(8), kind: 'manager' })
      await join('ben', { joinedAt: minute(9), kind: 'manager' })
      expect(await members.setKind('desk-ada', 'ada', 'colleague', minute(8))).toBe('changed')
      expect(await ownerOf('desk-ada')).toBe('dora')
      expect(await members.setKind('desk-ada', 'ada', 'manager', minute(8))).toBe('changed')
      expect(await ownerOf('desk-ada')).toBe('dora')
      expect(await members.remove('desk-ada', 'dora', minute(8))).toBe('changed')
      expect(await ownerOf('desk-ada')).toBe('ada')
      expect(await kinds()).toEqual(['ada manager', 'cleo colleague', 'ben manager'])
      // Ben now owns two desks.
      expect(await members.remove('desk-ada', 'ada', minute(8))).toBe('changed')
      expect([await ownerOf('desk-ada'), await ownerOf('desk-ben')]).toEqual(['ben', 'ben'])
      expect([await places('ada'), await places('ben')]).toEqual([[], ['desk-ada', 'desk-ben']])
    })

    test('the erasure of a member leaves the desk to the others', async () => {
      const { owner } = await begin(stores.tickets, 'desk-ada', 'kept')
      await join('cleo', { kind: 'manager' })
      await join('dora')
      const { deskIds } = await eraseAccount(stores, 'ada')
      expect(deskIds).toEqual([])
      expect(await ownerOf('desk-ada')).toBe('cleo')
      expect((await eraseAccount(stores, 'dora')).deskIds).toEqual([])
      expect(await kinds()).toEqual(['cleo manager'])
      expect(await stores.tickets.find(owner)).toBeDefined()
      expect(await stores.erasure.dueAccounts(minute(9), 9)).toEqual([])
    })

    test('the erasure of a desk’s last manager takes it from its colleagues at once', async () => {
      const { owner } = await begin(stores.tickets, 'desk-ada', 'gone')
      await join('cleo')
      await join('ben')
      const { deskIds } = await stores.erasure.hideAccount('ada', 'sealed', minute(6))
      expect(deskIds).toEqual(['desk-ada'])
      expect([await places('cleo'), await places('ben')]).toEqual([[], ['desk-ben']])
      expect(await stores.members.list('desk-ada')).toEqual([])
      expect(await join('dora')).toBe(false)
      while (await stores.erasure.eraseStep(3)) {}
      expect(await stores.tickets.find(owner)).toBeUndefined()
      expect(await stores.accounts.find('cleo')).toBeDefined()
      expect((await stores.desks.ensure(exampleDesk('cleo'))).id).toBe('desk-cleo')
    })

    test('an erasure that would take other desks than those named changes nothing', async () => {
      await join('ben', { kind: 'manager' })
      const { erasure, members, accounts } = stores
      const before = await members.list('desk-ada')
      await members.remove('desk-ada', 'ada', minute(8))
      const taken = erasure.hideAccount('ben', 'sealed', minute(6), ['desk-ben'])
      await expect(taken).rejects.toThrow(OtherDesks)
      expect(await places('ben')).toEqual(['desk-ada', 'desk-ben'])
      expect(await members.list('desk-ada')).toEqual(before.filter(({ uid }) => uid === 'ben'))
      expect(await accounts.find('ben')).toBeDefined()
      expect(await erasure.dueAccounts(minute(9), 9)).toEqual([])
      const both = ['desk-ada', 'desk-ben']
      const hidden = await erasure.hideAccount('ben', 'sealed', minute(6), both)
      expect(hidden.deskIds.sort()).toEqual(both)
    })

    test('with a last manager all their desks go, each to the last row', async () => {
      await join('ben', { kind: 'manager' })
      await stores.members.remove('desk-ada', 'ada', minute(8))
      const tickets = [
        await begin(stores.tickets, 'desk-ada', 'a'),
        await begin(stores.tickets, 'desk-ben', 'b'),
      ]
      const { deskIds } = await stores.erasure.hideAccount('ben', 'sealed', minute(6))
      expect(deskIds).toEqual(['desk-ben', 'desk-ada'])
      for (const id of deskIds) expect(await stores.desks.findById(id)).toBeUndefined()
      const due = async () =>
        (await stores.erasure.dueAccounts(minute(9), 9)).map(({ deskId, hasData }) => [
          deskId,
          hasData,
        ])
      expect((await due()).sort()).toEqual([
        ['desk-ada', true],
        ['desk-ben', true],
      ])
      while (await stores.erasure.eraseStep(3)) {}
      expect((await due()).sort()).toEqual([
        ['desk-ada', false],
        ['desk-ben', false],
      ])
      for (const { owner } of tickets)
        expect(await stores.tickets.messages(owner, 0, 9)).toEqual([])
    })
  })
}
