import { afterAll, beforeAll, expect, it } from 'vitest'
import { elements } from '../support/html'
import { type Owner, openTestServer, type TestServer } from '../support/test-server'

let server: TestServer
let ada: Owner

beforeAll(async () => {
  server = await openTestServer()
  ada = await server.signUp()
})

afterAll(() => server.close())

const path = '/dashboard/settings/notifications'
const form = { intent: 'save-notifications', ticket: 'now', message: 'digest' }

const chosen = async () =>
  (await server.services.accounts.find(ada.desk.ownerUid))?.notifications?.whose ?? {}

const selects = async () =>
  elements((await server.ask(path, ada)).text, 'select').map(({ attributes }) => attributes.name)

it('notifications are of all tickets at a desk of one person, who is not asked', async () => {
  expect(await selects()).not.toContain('ticketWhose')
  expect((await server.ask(path, { ...ada, form })).status).toBe(303)
  expect(await chosen()).toEqual({})
})

it('notifications are of the tickets that a member chooses, until they choose others', async () => {
  await server.join(ada.desk, 'colleague')
  expect(await selects()).toEqual(expect.arrayContaining(['ticketWhose', 'messageWhose']))
  const whose = { ticketWhose: 'open', messageWhose: 'mine' }
  expect((await server.ask(path, { ...ada, form: { ...form, ...whose } })).status).toBe(303)
  expect(await chosen()).toEqual({ ticket: 'open', message: 'mine' })
  // A page from before the second member came.
  expect((await server.ask(path, { ...ada, form })).status).toBe(303)
  expect(await chosen()).toEqual({ ticket: 'open', message: 'mine' })
  const wrong = { ...form, ...whose, messageWhose: 'theirs' }
  expect((await server.ask(path, { ...ada, form: wrong })).status).toBe(400)
})
