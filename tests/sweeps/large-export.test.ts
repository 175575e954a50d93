import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookiesOf } from '../support/google'
import { openTestServer, type TestServer } from '../support/test-server'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('a desk with many tickets is taken along whole, and so are one’s own questions', async () => {
  const owner = await server.signUp()
  const asked = await server.begin('The longest of all', owner.desk.publicKey)
  const { tickets } = server.services
  const scope = { deskId: owner.desk.id, number: 1 }
  for (let count = 1; count <= 230; count += 1) {
    const message = {
      id: randomUUID(),
      clientKey: randomUUID(),
      author: 'visitor',
      kind: count % 2 ? 'note' : 'text',
      body: `Part ${count}`,
      locale: 'en',
      createdAt: server.clock.now,
    } as const
    await tickets.append(scope, message, () => ({}))
  }
  for (let count = 2; count <= 120; count += 1) {
    await server.begin(`Question ${count}`, owner.desk.publicKey)
  }
  const secretHash = (await tickets.find(scope))?.secretHash ?? ''
  expect(asked.secret).not.toBe(secretHash)
  await tickets.keep(secretHash, owner.desk.ownerUid)

  const form = { intent: 'export', exportPassword: '' }
  const reply = await server.ask('/dashboard/settings/export', { cookie: owner.cookie, form })
  const cookie = cookiesOf({ setCookies: [`${owner.cookie}; Path=/`] }, reply)
  const response = await fetch(server.origin + reply.location, { headers: { Cookie: cookie } })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const read = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))
  const taken: { number: number; messages: { seq: number }[] }[] = read('tickets.json')
  expect(taken.map(({ number }) => number)).toEqual(Array.from({ length: 120 }, (_, at) => at + 1))
  const [first] = taken
  expect(first?.messages.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 231 }, (_, at) => at + 1),
  )
  const [question] = read('questions.json')
  expect(question).toMatchObject({ title: 'The longest of all', state: 'received' })
  // What the desk noted for itself is not the visitor's, though here they are the same person.
  expect(question.messages).toHaveLength(116)
  expect(question).not.toHaveProperty('secretHash')
})
