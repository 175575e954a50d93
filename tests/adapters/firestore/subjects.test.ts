import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../app/adapters/firestore/database/database.server'
import { openStores, storesOn } from '../../../app/adapters/firestore/stores.server'
import { beginningsOf } from '../../../app/adapters/firestore/tickets/beginnings'
import { begin, exampleAccount, exampleDesk, exampleMessage } from '../../contracts/examples'
import { exampleMessageMail } from '../../contracts/message-mail'
import { newProject, onEmulator } from './places'

onEmulator(() => {
  test('the subject of an e-mail from before is found after a start', async () => {
    const project = newProject()
    const database = openDatabase(project)
    const older = storesOn(database)
    onTestFinished(() => older.close())
    await older.accounts.save(exampleAccount('ada'))
    const desk = await older.desks.ensure(exampleDesk('ada'))
    const { owner, ticket } = await begin(older.tickets, desk.id, 'first')
    const mail = exampleMessageMail('one', { subject: 'Blue cups' })
    await older.tickets.append(owner, exampleMessage('mailed', { body: 'Grüße', mail }), () => ({}))
    const { docs } = await database.within(ticket.id, 'messages').get()
    for (const each of docs) await each.ref.update({ words: beginningsOf(each.data().body) })

    const find = async () => {
      const { found } = await older.ticketSearch.search(desk.id, ['cups'], {}, 9)
      return found.map(({ ticket: { id } }) => id)
    }
    expect(await find()).toEqual([])
    const newer = await openStores(project)
    onTestFinished(() => newer.close())
    await vi.waitFor(async () => expect(await find()).toEqual([ticket.id]), 20_000)
  })
})
