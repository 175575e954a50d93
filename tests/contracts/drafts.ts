import { beforeEach, describe, expect, test } from 'vitest'
import { type Draft, mostDrafts } from '../../app/domain/tickets/drafts'
import { begin, exampleMember, minute, type OpenStores } from './examples'
import { stores, useTwoDesks } from './two-desks'

export function exampleDraft(ticketId: string, draft: Partial<Draft> = {}): Draft {
  return {
    ...{ ticketId, reader: 'ada', deskId: 'desk-ada', key: 'key', body: 'Dear Vera', seen: 1 },
    ...{ isNote: false, savedAt: minute(1), ...draft },
  }
}

export function draftStoreContract(name: string, open: OpenStores) {
  describe(`drafts in ${name}`, () => {
    useTwoDesks(open)
    let one: string
    let two: string
    beforeEach(async () => {
      one = (await begin(stores.tickets, 'desk-ada', 'one')).ticket.id
      two = (await begin(stores.tickets, 'desk-ada', 'two')).ticket.id
    })

    const ticketsOf = async (reader = 'ada') =>
      (await stores.drafts.list('desk-ada', reader)).map(({ ticketId }) => ticketId)

    test('A draft is its member’s alone, one a ticket, as it was saved last', async () => {
      await stores.drafts.save(exampleDraft(one))
      const later = exampleDraft(one, { body: 'Dear Vera,\n', isNote: true, savedAt: minute(2) })
      await stores.drafts.save(later)
      await stores.drafts.save(exampleDraft(one, { reader: 'ben', body: 'No' }))
      expect(await stores.drafts.find(one, 'ada')).toEqual(later)
      expect(await stores.drafts.find(two, 'ada')).toBeUndefined()
      await stores.drafts.remove(one, 'ada')
      await stores.drafts.remove(one, 'ada')
      expect(await ticketsOf()).toEqual([])
      expect(await ticketsOf('ben')).toEqual([one])
      expect(await stores.drafts.list('desk-ben', 'ben')).toEqual([])
    })

    test('A list of drafts begins with the one saved last', async () => {
      await stores.drafts.save(exampleDraft(one, { savedAt: minute(1) }))
      await stores.drafts.save(exampleDraft(two, { savedAt: minute(2) }))
      expect(await ticketsOf()).toEqual([two, one])
      await stores.drafts.save(exampleDraft(one, { savedAt: minute(3) }))
      expect(await ticketsOf()).toEqual([one, two])
    })

    test('A draft for a ticket that is not there is none', async () => {
      await stores.drafts.save(exampleDraft('no-such-ticket'))
      expect(await ticketsOf()).toEqual([])
    })

    test('A draft too many takes the place of the oldest', async () => {
      for (let index = 0; index < mostDrafts; index++) {
        const { ticket } = await begin(stores.tickets, 'desk-ada', `more ${index}`)
        await stores.drafts.save(exampleDraft(ticket.id, { savedAt: minute(2 + index) }))
      }
      await stores.drafts.save(exampleDraft(two, { savedAt: minute(1_000) }))
      const all = await ticketsOf()
      expect(all).toHaveLength(mostDrafts)
      expect(all[0]).toBe(two)
    })

    test('A draft follows its ticket into another, unless its member has one there', async () => {
      await stores.drafts.save(exampleDraft(one))
      await stores.drafts.save(exampleDraft(one, { reader: 'ben', body: 'Left' }))
      await stores.drafts.save(exampleDraft(two, { reader: 'ben', body: 'Stays' }))
      await stores.drafts.follow(one, two)
      expect(await stores.drafts.find(two, 'ada')).toEqual(exampleDraft(two))
      expect(await stores.drafts.find(one, 'ada')).toBeUndefined()
      expect((await stores.drafts.find(two, 'ben'))?.body).toBe('Stays')
    })

    test('A draft goes when its member leaves the desk', async () => {
      await stores.members.join(exampleMember('desk-ada', 'ben', { reader: 'ben' }))
      await stores.drafts.save(exampleDraft(one, { reader: 'ben' }))
      await stores.drafts.save(exampleDraft(one))
      await stores.members.remove('desk-ada', 'ben', minute(5))
      expect(await ticketsOf('ben')).toEqual([])
      expect(await ticketsOf()).toEqual([one])
    })

    test('A mention is listed for its member, the newest first, once a ticket', async () => {
      const [first, second] = [one, two].map((id) => ({ id, deskId: 'desk-ada' }))
      if (!first || !second) throw new Error('No tickets')
      await stores.mentions.note(first, ['ada', 'ben'], { mentionedAt: minute(1) })
      await stores.mentions.note(second, ['ada'], { mentionedAt: minute(2) })
      const of = async (reader: string) =>
        (await stores.mentions.list('desk-ada', reader, 9)).map(({ ticketId }) => ticketId)
      expect(await of('ada')).toEqual([two, one])
      expect(await of('ben')).toEqual([one])
      await stores.mentions.note(first, ['ada'], { mentionedAt: minute(3) })
      await stores.mentions.note(second, ['ada'], { mentionedAt: minute(1) })
      expect(await of('ada')).toEqual([one, two])
      expect(await stores.mentions.list('desk-ada', 'ada', 1)).toHaveLength(1)
      const words = { words: '@Ada, please', byUid: 'ben', mentionedAt: minute(5) }
      await stores.mentions.note(second, ['ada'], words)
      expect(await stores.mentions.list('desk-ada', 'ada', 1)).toMatchObject([words])
      expect(await stores.mentions.list('desk-ben', 'ada', 9)).toEqual([])
      await stores.mentions.note({ id: 'no-such-ticket', deskId: 'desk-ada' }, ['cleo'], {
        mentionedAt: minute(4),
      })
      expect(await of('cleo')).toEqual([])
    })
  })
}
