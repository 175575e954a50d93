import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoOwner } from '../../development/demo-people'
import { seedDemo } from '../../development/seed'
import { pressedByEnter } from '../support/default-buttons'
import { deskRooms, partsOfRooms } from '../support/desk-rooms'
import { field } from '../support/html'
import { cookieFrom, openTestServer, type TestServer } from '../support/test-server'

let server: TestServer
let cookie = ''
let deskId = ''
beforeAll(async () => {
  const { host, projectId } = inject('authEmulator')
  server = await openTestServer()
  const { services, clock } = server
  await seedDemo(services, host, projectId, clock.now)
  const [own] = await services.members.desksOf(demoOwner.uid)
  deskId = own?.desk.id ?? ''
  const { email, password } = demoOwner
  cookie = cookieFrom(await server.ask('/login', { form: { intent: 'login', email, password } }))
})
afterAll(() => server.close())

/** What saves the form's own fields, or asks before it does more. */
const fitting =
  /^(=|intent=(save(-\w+)?|rename-desk|change-email|visitor|refund|sent|pause|come-back|go-away))$/

/** As a browser sends the form with this id when Enter is pressed, its `filled` fields typed into. */
async function pressEnter(path: string, id: string, filled: Record<string, string>) {
  const { text } = await server.ask(path, { cookie })
  const form = pressedByEnter(text).find((each) => each.id === id)
  const [name = '', value = ''] = form?.button.split('=') ?? []
  const pressed: Record<string, string> = name ? { [name]: value } : {}
  const given = Object.fromEntries(
    ['account', 'key', 'moveKey', 'seen'].flatMap((each) =>
      text.includes(`name="${each}"`) ? [[each, field(text, each).value]] : [],
    ),
  )
  return server.ask(form?.action ?? '', { cookie, form: { ...given, ...filled, ...pressed } })
}

const ticketPage = '/dashboard/tickets?ticket=10'
const ticket = async () => {
  const found = await server.services.tickets.find({ deskId, number: 10 })
  return found && { tags: found.tags, state: found.state, lastSeq: found.lastSeq }
}

describe('Enter in a field of one line', () => {
  it.each([
    ...deskRooms.map(({ path }) => path),
    ...partsOfRooms,
    ticketPage,
    '/dashboard/tickets?state=held&ticket=8',
    ...[1001, 1002, 1003, 1004, 1005].map((order) => `/dashboard/orders?list=all&order=${order}`),
  ])('presses nothing that its form is not for: %s', async (path) => {
    const { status, text } = await server.ask(path, { cookie })
    expect(status).toBe(200)
    const unfitting = pressedByEnter(text).filter(({ button }) => !fitting.test(button))
    expect(unfitting).toEqual([])
  })

  it('Enter in a field of an answer gives back what is typed and keeps its words, and does nothing else', async () => {
    const before = await ticket()
    const copied = { cc: 'chef@example.com', tags: '', date: '', time: '09:00', mergeWith: '' }
    const empty = await pressEnter(ticketPage, 'reply', { ...copied, body: '' })
    expect([empty.status, field(empty.text, 'cc').value]).toEqual([200, copied.cc])
    const begun = await pressEnter(ticketPage, 'reply', { ...copied, body: 'Half an answer' })
    expect(begun.status).toBe(200)
    expect(['cc', 'body'].map((name) => field(begun.text, name).value)).toEqual([
      copied.cc,
      'Half an answer',
    ])
    expect(await ticket()).toEqual(before)
    const { text } = await server.ask(ticketPage, { cookie })
    expect(field(text, 'body').value).toBe('Half an answer')
  })

  it('Enter in a field of a new message gives back what is typed, and begins nothing', async () => {
    const typed = { email: 'vera@example.com', subject: 'Your table', body: 'It is ready.' }
    const counts = () => server.services.tickets.count(deskId)
    const before = await counts()
    const { status, text } = await pressEnter('/dashboard/tickets/new', 'write', typed)
    expect(status).toBe(200)
    expect(Object.keys(typed).map((name) => field(text, name).value)).toEqual(Object.values(typed))
    expect(await counts()).toEqual(before)
  })
})
