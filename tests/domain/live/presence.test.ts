import { beforeEach, describe, expect, it } from 'vitest'
import { createPresenceStore } from '~/adapters/in-process/presence.server'
import type { LiveBus } from '~/domain/live/live'
import {
  arrive,
  grace,
  leave,
  leavePage,
  noteTyping,
  signsEvery,
  typingLasts,
  visit,
} from '~/domain/live/presence'

const ticketRef = { deskId: 'ada', ticketId: 'ticket-1', number: 1 }
const start = Date.UTC(2026, 0, 5, 9)
const at = (milliseconds: number) => new Date(start + milliseconds)

let said: string[]
let ports: { presence: ReturnType<typeof createPresenceStore>; live: LiveBus }

beforeEach(() => {
  said = []
  const live: LiveBus = {
    publish: (topic, { kind }) => void said.push(`${topic} ${kind}`),
    subscribe: async () => () => undefined,
    revision: () => '',
  }
  ports = { presence: createPresenceStore(), live }
})

const visitorAt = async (milliseconds: number) =>
  (await ports.presence.at('ticket-1', at(milliseconds))).visitor

describe('a sign of life', () => {
  it('is announced once to both sides, and lasts until the next one is due', async () => {
    await arrive(ports, ticketRef, 'visitor', 'a', at(0))
    await arrive(ports, ticketRef, 'visitor', 'a', at(signsEvery))
    expect(said).toEqual(['desk:ada presence', 'ticket:ticket-1 presence'])
    expect(await visitorAt(2 * signsEvery)).toBe('here')
    expect(await visitorAt(2 * signsEvery + grace)).toBe('away')
  })

  it('ends when its page closes, but not while the next page loads', async () => {
    await arrive(ports, ticketRef, 'visitor', 'a', at(0))
    await leave(ports, ticketRef, 'visitor', 'a', at(1))
    expect(await visitorAt(grace)).toBe('here')
    expect(await visitorAt(grace + 1)).toBe('away')
    await arrive(ports, ticketRef, 'visitor', 'b', at(grace))
    expect(await visitorAt(grace + 1)).toBe('here')
  })
})

describe('typing', () => {
  it('is announced when it begins and when it stops, and expires', async () => {
    await noteTyping(ports, ticketRef, 'visitor', true, at(0))
    await noteTyping(ports, ticketRef, 'visitor', true, at(1_000))
    expect(said).toHaveLength(2)
    expect(await visitorAt(1_000 + typingLasts - 1)).toBe('typing')
    expect(await visitorAt(1_000 + typingLasts)).toBe('away')
    await noteTyping(ports, ticketRef, 'visitor', true, at(20_000))
    await noteTyping(ports, ticketRef, 'visitor', false, at(20_001))
    expect(said).toHaveLength(6)
    expect(await visitorAt(20_001)).toBe('away')
  })
})

describe('the page that a visitor looks at', () => {
  const page = (path: string) => ({ title: path, address: `https://a.example${path}`, shown: path })
  const pageAt = async (milliseconds: number) =>
    (await ports.presence.at('ticket-1', at(milliseconds))).page?.shown

  it('A visited page is announced where it changes, and is no presence in the conversation', async () => {
    await visit(ports, ticketRef, page('/cake'), at(0))
    await visit(ports, ticketRef, page('/cake'), at(signsEvery))
    expect(said).toHaveLength(2)
    await visit(ports, ticketRef, page('/bread'), at(signsEvery + 1))
    expect(said).toHaveLength(4)
    expect(await pageAt(signsEvery + 1)).toBe('/bread')
    expect(await visitorAt(signsEvery + 1)).toBe('away')
  })

  it('A visited page is gone soon after it is left, unless another was opened before', async () => {
    await visit(ports, ticketRef, page('/cake'), at(0))
    await visit(ports, ticketRef, page('/bread'), at(1))
    await leavePage(ports, ticketRef, page('/cake'), at(2))
    expect(await pageAt(2 + grace)).toBe('/bread')
    await leavePage(ports, ticketRef, page('/bread'), at(3))
    expect(await pageAt(2 + grace)).toBe('/bread')
    expect(await pageAt(3 + grace)).toBeUndefined()
    expect(said).toHaveLength(6)
  })
})
