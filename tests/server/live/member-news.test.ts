import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLiveBus } from '~/adapters/in-process/live.server'
import { openDatabase } from '~/adapters/sqlite/database/database.server'
import { storesOn } from '~/adapters/sqlite/stores.server'
import type { Desk } from '~/domain/desks/desks'
import type { Stores } from '~/domain/stores'
import { assignTicket } from '~/domain/tickets/assigning'
import { assignTickets } from '~/domain/tickets/several'
import { isForMember, toastNews } from '~/server/live/member-news'
import { makePlace } from '../../adapters/sqlite/places'
import {
  begin,
  exampleAccount,
  exampleDesk,
  exampleMember,
  minute,
  twoDesks,
} from '../../contracts/examples'

let place: Awaited<ReturnType<typeof makePlace>>
let stores: Pick<Stores, 'accounts' | 'members' | 'tickets'>
let close: () => Promise<unknown>
const live = createLiveBus(() => undefined)
const desk: Desk = exampleDesk('ada', {
  people: { ada: { name: 'Ada' }, ben: { name: 'Ben' }, cleo: { name: 'Cleo' } },
})

beforeEach(async () => {
  place = await makePlace()
  const database = openDatabase(place.file)
  const opened = storesOn(database)
  stores = opened
  close = () => database.close()
  await twoDesks(opened)
  await stores.accounts.save(exampleAccount('cleo'))
  for (const uid of ['ben', 'cleo']) {
    await stores.members.join(exampleMember(desk.id, uid, { joinedAt: minute(0) }))
  }
})
afterEach(async () => {
  await close()
  await place.remove()
})

/** What the toasts of a member's English tabs say from now on. */
async function toasts(uid: string) {
  const said: string[] = []
  await live.subscribe(`member:${desk.id}:${uid}`, async (event) => {
    if (!isForMember(event)) return
    const { toast } = await toastNews(stores.tickets, desk, event)
    said.push(`${toast?.en.text} ${toast?.en.link?.to}`)
  })
  return said
}

test('A ticket that a member takes or gives says so to who had it, whatever becomes of it', async () => {
  const { number } = (await begin(stores.tickets, desk.id, 'one')).ticket
  const ports = { ...stores, live }
  const assign = (byUid: string, to: string | undefined) =>
    assignTicket(ports, { deskId: desk.id, byUid, number }, to, minute(1))
  await assign('ben', 'ben')
  const [ada, ben, cleo] = [await toasts('ada'), await toasts('ben'), await toasts('cleo')]
  await assign('ada', 'ada')
  await assign('ben', 'cleo')
  await assign('ben', undefined)
  const one = `/dashboard/tickets?ticket=${number}#newest`
  await expect.poll(() => ben).toEqual([`Ada took ticket ${number} from you. ${one}`])
  await expect.poll(() => ada).toEqual([`Ben gave your ticket ${number} to Cleo. ${one}`])
  await expect.poll(() => cleo.slice(1)).toEqual([`Ben unassigned your ticket ${number}. ${one}`])
})

test('Several tickets that are taken together are one notice for each who had them', async () => {
  const numbers = [
    (await begin(stores.tickets, desk.id, 'two')).ticket,
    (await begin(stores.tickets, desk.id, 'three')).ticket,
  ].map(({ number }) => number)
  const scope = { deskId: desk.id, byUid: 'ben' }
  await assignTickets({ ...stores, live }, scope, numbers, 'ben', minute(1))
  const ben = await toasts('ben')
  await assignTickets({ ...stores, live }, { ...scope, byUid: 'ada' }, numbers, 'ada', minute(2))
  await expect.poll(() => ben).toEqual(['Ada took 2 tickets from you. /dashboard/tickets'])
})
