import { expect, onTestFinished, test } from 'vitest'
import { openStores } from '../../../app/adapters/firestore/stores.server'
import { begin, exampleAccount, exampleDesk, exampleMail, minute } from '../../contracts/examples'
import { recordFirestoreCalls } from '../../support/firestore-calls'
import { newProject, onEmulator } from './places'

const calls = recordFirestoreCalls()

onEmulator(() => {
  test.each([1, 5, 20])(
    'a notice to one of %i members reads the three that wait and the one that left for them',
    async (members) => {
      const stores = await openStores(newProject())
      onTestFinished(() => stores.close())
      await stores.accounts.save(exampleAccount('ada'))
      const desk = await stores.desks.ensure(exampleDesk('ada'))
      const { ticket } = await begin(stores.tickets, desk.id, 'first')
      const readers = Array.from({ length: members }, (_, index) => `member-${index}`)
      const keys = ['left', 'one', 'two', 'three']
      const mails = readers.flatMap((reader) =>
        keys.map((key, seq) => exampleMail(ticket, `${key} ${reader}`, { reader, seq })),
      )
      await stores.mails.add(mails, minute(1))
      for (const reader of readers)
        await stores.mails.change(`left ${reader}`, minute(5), () => ({
          state: 'sent',
          dueAt: undefined,
        }))
      const reader = readers.at(-1)
      const { mails: outbox } = stores
      calls.reset()
      const waiting = await outbox.listWaiting(desk.id, 'owner-news', minute(9), 30, reader)
      const left = await outbox.departures(desk.id, 'owner-news', minute(0), reader)
      // And the desk, if seconds have passed since it was read.
      expect(calls.read).toBeLessThanOrEqual(5)
      expect([waiting.length, left.length]).toEqual([3, 1])
    },
  )
})
