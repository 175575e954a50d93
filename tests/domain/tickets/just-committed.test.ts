import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { withJustCommitted } from '~/domain/tickets/just-committed'
import type { Message } from '~/domain/tickets/messages'
import type { Ticket, TicketStore } from '~/domain/tickets/tickets'
import { exampleTicket, minute } from '../../contracts/examples'

const hash = 'of the visitor'
const scope = { secretHash: hash }
const other = { deskId: 'desk-ada', number: 1 }

/** What is asked of the store behind. */
let asked: string[]
let tickets: TicketStore
let stored: Ticket
let seq: number

beforeEach(() => {
  asked = []
  seq = 1
  stored = { ...exampleTicket('desk-ada', 'a'), secretHash: hash, lastSeq: 1 } as Ticket
  const behind: Partial<TicketStore> = {
    async find() {
      asked.push('find')
      return stored
    },
    async messages() {
      asked.push('messages')
      return []
    },
    async append(_, message) {
      seq += 1
      stored = { ...stored, lastSeq: seq }
      return {
        kind: 'added',
        ticket: stored,
        message: { ...message, ticketId: 'a', seq } as Message,
      }
    },
    async move(_, decide) {
      stored = { ...stored, ...decide(stored) }
      return { kind: 'moved', ticket: stored }
    },
  }
  tickets = withJustCommitted(behind as TicketStore)
})

function append(kind: Message['kind'] = 'text') {
  const message = {
    id: 'm',
    clientKey: 'k',
    author: 'owner',
    kind,
    body: 'Yes',
    locale: 'en',
  } as const
  return tickets.append(other, { ...message, createdAt: minute(0) }, () => ({}))
}

it('A message is given with its ticket to who knows the secret, in the turns after its commit', async () => {
  const appended = await append()
  await turn()
  expect(await tickets.find(scope)).toMatchObject({ lastSeq: 2 })
  expect(await tickets.messages(stored, 1, 50)).toEqual(['message' in appended && appended.message])
  expect(asked).toEqual([])
  await turn()
  await tickets.find(scope)
  await tickets.messages(stored, 1, 50)
  expect(asked).toEqual(['find', 'messages'])
})

it('Nobody gets it by another scope, and a visitor no note', async () => {
  await append('note')
  await tickets.find(other)
  await tickets.find({ secretHash: 'of another' })
  await tickets.messages(other, 1, 50)
  expect(asked).toEqual(['find', 'find', 'messages'])
  expect(await tickets.messages(stored, 1, 50)).toEqual([])
})

it('Who misses more than the last one reads all of it', async () => {
  await append()
  await append()
  expect(await tickets.find(scope)).toMatchObject({ lastSeq: 3 })
  await tickets.messages(stored, 1, 50)
  expect(asked).toEqual(['messages'])
})

it('Another change of the ticket is seen at once', async () => {
  await append()
  await tickets.move(scope, () => ({ visitorName: 'Vera' }))
  expect(await tickets.find(scope)).toMatchObject({ visitorName: 'Vera' })
  expect(asked).toEqual(['find'])
})
