import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTicket } from '~/domain/tickets/conversations'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { connect } from '../../app/adapters/sqlite/database/connection.server'
import { temporaryFolder } from '../support/app'
import { field } from '../support/html'
import {
  type Conversation,
  type Owner,
  openTestServer,
  type Reply,
  type TestServer,
  words,
} from '../support/test-server'

const stolen = temporaryFolder()
const first = 'My order of Tuesday has not come'
const answer = 'It lies at the neighbour’s'

let server: TestServer
let owner: Owner
let conversation: Conversation
let key: string
/** Every text in every table of the copy. */
let texts: string[]

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  key = field((await server.ask('/chat')).text, 'key').value
  const { location } = await server.ask('/chat', { form: { key, body: first } })
  const secret = new URL(location, server.origin).searchParams.get('t') ?? ''
  conversation = { address: location, secret }
  await server.ask('/dashboard/tickets?ticket=1', {
    cookie: owner.cookie,
    form: { intent: 'reply', key: randomUUID(), body: answer },
  })
  await server.ask(`/chat?t=${secret}`, { form: { key: randomUUID(), body: 'Thank you' } })
  // By another process: closing a file drops all of the process's locks on it, and a check of the database
  // would cut the shared memory that the server has mapped. Source: "POSIX advisory locks", How To Corrupt (SQLite).
  execFileSync('cp', ['-r', `${server.folder}/.`, stolen])
  texts = textsIn(join(stolen, 'tresen.sqlite'))
})

afterAll(async () => {
  await server.close()
  rmSync(stolen, { recursive: true, force: true })
})

function textsIn(file: string): string[] {
  const connection = connect(file)
  const rowsOf = (query: string) => connection.prepare(query).all() as Record<string, unknown>[]
  const cells = rowsOf("select name from sqlite_schema where type = 'table'").flatMap(({ name }) =>
    rowsOf(`select * from "${name}"`).flatMap((row) => Object.values(row)),
  )
  connection.close()
  return [
    ...new Set(cells.filter((cell) => typeof cell === 'string' && cell.length >= 16)),
  ] as string[]
}

/** Whether an answer gives the conversation's link away. */
function opens({ location, text }: Reply): boolean {
  return `${location} ${text}`.includes(conversation.secret)
}

/** What is copied with a sentence's end leads to the address without it, in as many steps as it takes. */
async function follow(path: string, cookie?: string): Promise<Reply> {
  const reply = await server.ask(path, { cookie })
  return [301, 302].includes(reply.status) ? follow(reply.location, cookie) : reply
}

describe('whoever has the data folder', () => {
  it('has the words, and what the conversation is known by', () => {
    expect(readdirSync(stolen)).toContain('tresen.sqlite')
    expect(texts).toContain(first)
    expect(texts).toContain(secretHash(conversation.secret))
  })

  it('is seen to succeed where it would: with the visitor’s own form', async () => {
    const again = await server.ask('/chat', { form: { key, body: first } })
    expect(again.location).toBe(conversation.address)
    expect(opens(again)).toBe(true)
  })

  it('opens no conversation by sending its first words with anything in it as the key', async () => {
    for (const text of texts) {
      const reply = await server.ask('/chat', { form: { key: text, body: first } })
      expect({ text, opens: opens(reply) }).toEqual({ text, opens: false })
    }
  })

  it('has no link of a conversation, an order or a session in it', async () => {
    for (const text of texts) {
      const named = encodeURIComponent(text)
      const replies = await Promise.all([
        follow(`/chat?t=${named}`),
        follow(`/shop/success?order=${named}`),
        follow('/dashboard', `sid=${named}`),
      ])
      const statuses = replies.map(({ status }) => status)
      expect({ text, statuses }).toEqual({ text, statuses: [404, 404, 303] })
      expect(replies[2]?.location).toMatch(/^\/login\b/)
    }
  })
})

describe('a conversation from when keys were kept in the clear', () => {
  it('keeps its link and lets nobody in by its key', async () => {
    const { services } = server
    const clear = randomUUID()
    const secret = ticketSecret('Yx3kPz0vQm8sLr5tWd2nHf7bJc4gKa9e', owner.desk.id, clear)
    const start = { deskId: owner.desk.id, startKey: clear, secretHash: secretHash(secret) }
    const visitor = { body: first, locale: 'en', name: '', email: '' } as const
    const begun = await startTicket(services, { ...start, ...visitor }, server.clock.now)
    expect(begun.kind).toBe('added')
    expect((await server.ask(`/chat?t=${secret}`)).text).toContain(first)
    const before = await services.tickets.count(owner.desk.id)
    const again = await server.ask('/chat', { form: { key: clear, body: first } })
    expect(again.status).toBe(409)
    expect(again.text).not.toContain(secret)
    expect(field(again.text, 'body')).toMatchObject({ value: first, invalid: true })
    expect(field(again.text, 'body').described).toContain(words.en.errors.message.sentBefore)
    expect(await services.tickets.count(owner.desk.id)).toEqual(before)
  })
})
