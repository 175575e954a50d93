import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../app/adapters/firestore/database/database.server'
import { isUpdated } from '../../../app/adapters/firestore/database/once.server'
import { openStores, storesOn } from '../../../app/adapters/firestore/stores.server'
import { beginningsOf } from '../../../app/adapters/firestore/tickets/beginnings'
import { facet } from '../../../app/adapters/firestore/tickets/records.server'
import type { Stores } from '../../../app/domain/stores'
import {
  begin,
  exampleAccount,
  exampleDesk,
  exampleMember,
  exampleMessage,
  minute,
} from '../../contracts/examples'
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

  test('nobody’s tickets from before are listed and found, before a start has marked them and after', async () => {
    const project = newProject()
    const database = openDatabase(project)
    const older = storesOn(database)
    onTestFinished(() => older.close())
    await older.accounts.save(exampleAccount('ada'))
    const desk = await older.desks.ensure(exampleDesk('ada'))
    await older.accounts.save(exampleAccount('ben'))
    await older.members.join(exampleMember(desk.id, 'ben'))
    const titles = ['ben’s', 'one', 'two', 'hidden', 'taken']
    const begun = []
    for (const title of titles) begun.push(await begin(older.tickets, desk.id, title))
    const [bens, , , hidden, taken] = begun
    if (!bens || !hidden || !taken) throw new Error('There are too few')
    const assign = { assignee: 'ben' }
    await older.tickets.move(bens.owner, () => assign)
    await older.erasure.hideTicket({ deskId: desk.id, number: hidden.ticket.number }, minute(1))
    const tickets = database.collection('tickets')
    for (const known of (await tickets.get()).docs) {
      const facets = known.data().facets.filter((each) => !each.includes(' for  '))
      await known.ref.update({ facets })
    }

    const list = async (stores: Stores, limit: number) => {
      const seen: string[][] = []
      let next: string | undefined
      do {
        const page = await stores.tickets.list(desk.id, { assignee: '' }, limit, next)
        seen.push(page.tickets.map(({ title }) => title))
        next = page.next
      } while (next)
      return seen
    }
    const find = async (stores: Stores) => {
      const nobodys = { assignee: '' }
      const { found } = await stores.ticketSearch.search(desk.id, ['first-desk-ada'], nobodys, 9)
      return found.map(({ ticket: { title } }) => title).sort()
    }
    expect(await list(older, 9)).toEqual([['two', 'taken', 'one']])
    expect(await find(older)).toEqual(['one', 'taken', 'two'])
    const newer = await openStores(project)
    onTestFinished(() => newer.close())
    await vi.waitFor(async () => expect(await isUpdated(database, 'nobodys')).toBe(true), 20_000)
    await newer.tickets.move(taken.owner, () => assign)
    const one = (await tickets.where('number', '==', 2).get()).docs[0]?.data()
    expect(one?.facets).toContain(facet(desk.id, { assignee: '' }))
    expect(await list(newer, 1)).toEqual([['two'], ['one']])
    expect(await find(newer)).toEqual(['one', 'two'])
  })
})
