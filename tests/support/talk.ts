import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type ExpectStatic, expect as globalExpect } from 'vitest'
import { type Listening, listen } from './listen'
import type { Begun, Several } from './several'
import type { Reply } from './test-server'

interface Talker extends Begun {
  acknowledged: string[]
  read: string[]
}

/** Visitors who write and read at once, at whichever instance is next. */
export interface Talk {
  /** Waits until so many more messages are acknowledged. */
  written(more: number): Promise<void>
  count(): number
  /** Replies to forms that were not taken. */
  refused: Reply[]
  /** How many streams there were. */
  streams(): number
  /** Ends it; expects that each message was kept and read once, and in order. */
  end(deskId: string): Promise<void>
}

/** `expect` is the test's own where tests run concurrently. */
export async function startTalk(
  several: Several,
  visitors: number,
  expect: ExpectStatic = globalExpect,
): Promise<Talk> {
  const { ask, proxy, stores } = several
  const talkers: Talker[] = await Promise.all(
    Array.from({ length: visitors }, async (_, visitor) => ({
      ...(await several.begin(`Visitor ${visitor}`)),
      acknowledged: [],
      read: [],
    })),
  )
  const streams: Listening[] = []
  const refused: Reply[] = []
  let working = true
  let following = true

  async function write({ address, acknowledged }: Talker) {
    while (working) {
      const body = `message ${randomUUID()}`
      const form = { key: randomUUID(), body }
      // As the chat does: what was not acknowledged is sent again with its key.
      while (!(await isTaken(address, form))) await pause(100)
      acknowledged.push(body)
    }
  }

  async function isTaken(address: string, form: Record<string, string>): Promise<boolean> {
    const reply = await ask(address, { form }).catch(() => undefined)
    if (reply?.status === 303) return true
    if (reply) refused.push(reply)
    return false
  }

  /** Comes again where a stream ends, as a browser does. */
  async function follow({ secret, read }: Talker) {
    let last = '0'
    while (following) {
      const path = `${proxy.origin}/live?t=${secret}&after=${last}`
      const stream = await listen(path).catch(() => undefined)
      if (stream) streams.push(stream)
      // Opened while all were leaving.
      if (!following) stream?.leave()
      for (;;) {
        const event = await stream?.event().catch(() => undefined)
        if (!event) break
        if (event.name !== 'message') continue
        last = event.id
        read.push(...(event.data.match(/message [0-9a-f-]{36}/g) ?? []))
      }
      await pause(20)
    }
  }

  const count = () => talkers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  const writers = talkers.map(write)
  const readers = talkers.map(follow)

  return {
    count,
    refused,
    streams: () => streams.length,
    async written(more) {
      const most = count() + more
      await expect.poll(count).toBeGreaterThanOrEqual(most)
    },
    async end(deskId) {
      working = false
      await Promise.all(writers)
      const unread = () =>
        talkers.flatMap(({ acknowledged, read }) =>
          acknowledged.filter((body) => !read.includes(body)),
        )
      await expect.poll(unread).toEqual([])
      following = false
      for (const stream of streams) stream.leave()
      await Promise.all(readers)
      for (const { number, acknowledged, read } of talkers) {
        const messages = await stores.tickets.messages({ deskId, number }, 0, 500)
        expect(messages.map(({ body }) => body).slice(1)).toEqual(acknowledged)
        expect(read).toEqual(acknowledged)
      }
    },
  }
}
