import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LiveTopic } from '~/domain/live/live'
import type { Ticket } from '~/domain/tickets/tickets'
import { secretHash } from '~/http/links/ticket-link.server'
import { exampleMessage } from '../contracts/examples'
import { withLimits } from '../support/app'
import { eventNamed, type Listening, listen } from '../support/listen'
import { type RealtimeDatabase, startRealtimeDatabase } from '../support/realtime-database'
import {
  type Conversation,
  type Owner,
  openTestServer,
  type TestServer,
} from '../support/test-server'

let service: RealtimeDatabase
let server: TestServer
let owner: Owner
let conversation: Conversation
let ticket: Ticket
const open: Listening[] = []

beforeAll(async () => {
  service = await startRealtimeDatabase()
  server = await openTestServer({
    environment: { LIVE: 'rtdb', FIREBASE_DATABASE_EMULATOR_HOST: service.host },
    limited: withLimits,
  })
  owner = await server.signUp()
  conversation = await server.begin('Is there oat milk?')
  const found = await server.services.tickets.find({ secretHash: secretHash(conversation.secret) })
  if (!found) throw new Error('No conversation was begun')
  ticket = found
})
afterEach(() => {
  for (const each of open.splice(0)) each.leave()
})
afterAll(async () => {
  await server?.close()
  await service?.close()
})

async function listenTo(query: string, cookie?: string): Promise<Listening> {
  const listening = await listen(`${server.origin}/live${query}`, cookie ? { Cookie: cookie } : {})
  open.push(listening)
  return listening
}

const asVisitor = () => listenTo(`?t=${conversation.secret}`)

describe('on the Realtime Database', () => {
  test('a visitor reads at once what the owner writes, and the owner that somebody writes', async () => {
    const [visitor, desk] = [await asVisitor(), await listenTo('', owner.cookie)]
    await eventNamed(visitor, 'message')
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    await server.ask(`/live?t=${conversation.secret}&typing=1`, { method: 'POST', headers })
    await desk.until(/"visitor":"typing"/)
    const path = `/dashboard/tickets?ticket=${ticket.number}`
    const key = /name="key" value="([^"]+)"/.exec((await server.ask(path, owner)).text)?.[1] ?? ''
    const form = { intent: 'reply', key, body: 'There is soy milk.' }
    expect((await server.ask(path, { ...owner, form })).status).toBe(303)
    await visitor.until(/There is soy milk\./)
  })

  test('no text and no address is in the database', () => {
    const all = JSON.stringify(service.read('demo-tresen-default-rtdb', ''))
    expect(all).toContain(ticket.id)
    for (const secret of ['milk', conversation.secret, owner.email, '127.0.0.1'])
      expect(all).not.toContain(secret)
  })

  test('a message is kept and read while the service is gone', async () => {
    service.cut(false)
    const visitor = await asVisitor()
    const form = { key: randomUUID(), body: 'And almond milk?' }
    expect((await server.ask(conversation.address, { form })).status).toBe(303)
    await visitor.until(/And almond milk\?/)
    // Another instance has written: nobody says so, and it is looked for.
    await server.services.tickets.append(ticket, exampleMessage('elsewhere'), () => ({}))
    await visitor.until(/elsewhere/)
    service.cut()
  })
})

describe('who may have missed something reads again', () => {
  const missed = (topic: LiveTopic) => server.services.live.publish(topic, { kind: 'missed' })

  test('in a conversation', async () => {
    const visitor = await asVisitor()
    await eventNamed(visitor, 'message')
    await server.services.tickets.append(ticket, exampleMessage('unheard'), () => ({}))
    missed(`ticket:${ticket.id}`)
    await visitor.until(/unheard/)
  })

  test('at a desk, who is there too', async () => {
    await asVisitor()
    const desk = await listenTo('', owner.cookie)
    await desk.until(/"visitor":"here"/)
    missed(`desk:${ticket.deskId}`)
    await desk.until(/^event: desk\ndata: \{\}\n[\s\S]*"visitor":"here"/m)
  })

  test('and leaves where the session has ended meanwhile', async () => {
    const other = await server.signUp()
    const desk = await listenTo('', other.cookie)
    await desk.until(/retry/)
    const [session] = await server.services.sessions.list(other.desk.ownerUid)
    const idHash = session?.idHash ?? ''
    await server.services.sessions.end(idHash)
    missed(`session:${idHash}`)
    await desk.end()
  })
})
