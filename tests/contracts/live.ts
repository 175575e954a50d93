import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveBus, LiveEvent, LiveTopic } from '../../app/domain/live/live'

/** Opens a bus; `close` ends what it holds. */
export type OpenLiveBus = () => Promise<{ live: LiveBus; close(): Promise<void> }>

export function liveBusContract(name: string, open: OpenLiveBus) {
  describe(`live events ${name}`, () => {
    let live: LiveBus
    let close: () => Promise<void>
    let heard: string[]
    beforeEach(async () => {
      ;({ live, close } = await open())
      heard = []
    })
    afterEach(() => close())

    const event = (number: number): LiveEvent => ({
      kind: 'ticket',
      deskId: 'ada',
      ticketId: `ticket-${number}`,
      number,
    })
    const listen = (listener: string) => (said: LiveEvent) => {
      heard.push(`${listener} ${said.kind === 'ticket' ? said.number : said.kind}`)
    }
    /** Whatever was published before has arrived once this has. */
    const settled = async () => {
      const arrived = vi.fn()
      const stop = await live.subscribe('session:settled', arrived)
      live.publish('session:settled', { kind: 'session-ended' })
      await vi.waitFor(() => expect(arrived).toHaveBeenCalled())
      stop()
    }

    test('listeners of a topic get its events in order, others do not', async () => {
      await live.subscribe('desk:ada', listen('a'))
      await live.subscribe('desk:ada', listen('b'))
      await live.subscribe('desk:ben', listen('neighbour'))
      for (const number of [1, 2, 3]) live.publish('desk:ada', event(number))
      await settled()
      expect(heard.filter((line) => line.startsWith('a'))).toEqual(['a 1', 'a 2', 'a 3'])
      expect(heard.filter((line) => line.startsWith('b'))).toEqual(['b 1', 'b 2', 'b 3'])
      expect(heard).toHaveLength(6)
    })

    test('an event arrives as it was said', async () => {
      const listener = vi.fn()
      await live.subscribe('ticket:1', listener)
      live.publish('ticket:1', event(7))
      await vi.waitFor(() => expect(listener).toHaveBeenCalledWith(event(7)))
    })

    test('a later listener gets no earlier events', async () => {
      live.publish('desk:ada', event(1))
      await settled()
      await live.subscribe('desk:ada', listen('late'))
      live.publish('desk:ada', event(2))
      await settled()
      expect(heard).toEqual(['late 2'])
    })

    test('after unsubscribing a listener gets nothing, and may unsubscribe twice without ending others', async () => {
      const listener = listen('twice')
      const end = await live.subscribe('desk:ada', listener)
      await live.subscribe('desk:ada', listener)
      end()
      end()
      live.publish('desk:ada', event(1))
      await settled()
      expect(heard).toEqual(['twice 1'])
    })

    test('a listener that throws or rejects hurts neither the publisher nor the others', async () => {
      await live.subscribe('desk:ada', () => {
        throw new Error('thrown by a listener')
      })
      await live.subscribe('desk:ada', () => Promise.reject(new Error('rejected by a listener')))
      await live.subscribe('desk:ada', listen('other'))
      expect(() => live.publish('desk:ada', event(1))).not.toThrow()
      live.publish('desk:ada', event(2))
      await settled()
      expect(heard).toEqual(['other 1', 'other 2'])
    })

    test('news of a ticket or an order makes another revision, a sign of presence does not', async () => {
      const revisionAfter = async (topic: LiveTopic, said: LiveEvent) => {
        live.publish(topic, said)
        await settled()
        return live.revision()
      }
      const first = await revisionAfter('desk:ada', event(1))
      expect(await revisionAfter('desk:ada', { ...event(1), kind: 'presence' } as LiveEvent)).toBe(
        first,
      )
      expect(await revisionAfter('shop', { kind: 'order', number: 1, news: true })).not.toBe(first)
    })

    test('the publisher does not wait for a listener', async () => {
      const order: string[] = []
      await live.subscribe('desk:ada', () => void order.push('listener'))
      live.publish('desk:ada', event(1))
      order.push('publisher')
      await vi.waitFor(() => expect(order).toEqual(['publisher', 'listener']))
    })
  })
}
