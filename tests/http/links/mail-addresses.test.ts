import { describe, expect, test } from 'vitest'
import {
  readReplyAddress,
  readReturnAddress,
  replyAddress,
  returnAddress,
} from '~/http/links/mail-addresses.server'
import { readTicketMessageId, ticketMessageId } from '~/http/links/message-id.server'

const secrets = ['a secret of the server that is long enough']
const ticketId = '01kcz3v5m8q9w2e4r6t8y0p1a3'
const publicKey = '01kcz3v5m8zzzzzzzzzzzzzzzz'
const domain = 'in.example.com'

const localOf = (address: string) => address.split('@')[0] ?? ''
const reply = localOf(replyAddress(secrets, domain, { kind: 'ticket', publicKey, ticketId }))
const all = localOf(replyAddress(secrets, domain, { kind: 'all', publicKey, ticketId }))
const path = localOf(returnAddress(secrets, domain, { ticketId, part: 'r1700000000000' }))
const id = ticketMessageId(secrets, 'counter.example', { ticketId, part: '5' })

describe('the addresses of a ticket', () => {
  test('are read back, also by a server with a newer secret', () => {
    for (const known of [secrets, ['newer', ...secrets]]) {
      expect(readReplyAddress(known, reply)).toEqual({ kind: 'ticket', ticketId })
      expect(readReplyAddress(known, all)).toEqual({ kind: 'all', ticketId })
      expect(readReturnAddress(known, path)).toEqual({ ticketId, part: 'r1700000000000' })
      expect(readTicketMessageId(known, id)).toEqual({ ticketId, part: '5' })
    }
  })

  test('fit into a local part, and survive programs that change capitals', () => {
    for (const local of [reply, all, path]) {
      expect(local.length).toBeLessThanOrEqual(64)
      expect(local).toBe(local.toLowerCase())
    }
    expect(readTicketMessageId(secrets, id.toUpperCase())?.ticketId).toBe(ticketId)
  })

  test('are nobody else’s: each change of a character makes them invalid', () => {
    const changed = (text: string) =>
      [...text].map((character, at) => {
        const other = character === 'a' ? 'b' : 'a'
        return text.slice(0, at) + other + text.slice(at + 1)
      })
    const read = (local: string) => readReplyAddress(secrets, local)
    expect(changed(reply).filter((local) => local !== reply && read(local))).toEqual([])
    const readPath = (local: string) => readReturnAddress(secrets, local)
    expect(changed(path).filter((local) => local !== path && readPath(local))).toEqual([])
    const upToHost = id.slice(0, id.indexOf('@'))
    const ids = changed(upToHost).map((name) => name + id.slice(upToHost.length))
    expect(ids.filter((each) => each !== id && readTicketMessageId(secrets, each))).toEqual([])
    expect(readReplyAddress(['another secret'], reply)).toBeUndefined()
  })
})
