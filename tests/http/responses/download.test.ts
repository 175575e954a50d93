import { setImmediate as immediate } from 'node:timers/promises'
import type { AppLoadContext } from '@remix-run/node'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { download } from '~/http/responses/download.server'
import { inPieces } from '~/http/responses/pieces.server'
import { zipped } from '~/http/responses/zip.server'
import { requestFacts } from '../../../app/http/request-facts'
import { withoutLimits } from '../../support/app'
import { de, en } from '../../support/locales'

/** What is asked for by somebody whose limit holds, or does not. */
function asking(
  holder: string,
  { path = '/chat/download', wait = 0, onClose = (_: () => void) => {} } = {},
) {
  const rateLimits = { consume: async () => wait }
  const context = {
    ...requestFacts(new Request(`http://localhost${path}`)),
    services: { rateLimits },
    pace: withoutLimits.pace,
    clientAddress: '192.0.2.1',
    onClose,
    now: () => new Date(),
  } as unknown as AppLoadContext
  return download(context, {
    reader: undefined,
    holder,
    headers: { 'Content-Type': 'text/plain' },
    body: () => inPieces(['some ', 'text']),
  })
}

describe('a download', () => {
  it('is made once at a time for the same thing, and again after it was read or given up', async () => {
    const first = await asking('a')
    const second = await asking('a')
    expect(second.status).toBe(429)
    expect(second.headers.get('Retry-After')).toBe('10')
    expect(await second.text()).toContain(en.refusal.download.same)
    const german = await asking('a', { path: '/de/chat/download' })
    expect(await german.text()).toContain(de.refusal.download.same)
    expect(await first.text()).toBe('some text')
    const third = await asking('a')
    expect(third.status).toBe(200)
    await third.body?.cancel()
    await immediate()
    const fourth = await asking('a')
    expect(fourth.status).toBe(200)
    await fourth.text()
  })

  it('whose client has left before it was sent is over, and closes what it reads', async () => {
    const leaving: (() => void)[] = []
    await asking('left', { onClose: (callback) => leaving.push(callback) })
    expect((await asking('left')).status).toBe(429)
    for (const leave of leaving) leave()
    await immediate()
    expect(await (await asking('left')).text()).toBe('some text')
  })

  it('waits for others where very many are under way', async () => {
    const open = await Promise.all(Array.from({ length: 20 }, (_, index) => asking(`n${index}`)))
    const one = await asking('more')
    expect(one.status).toBe(503)
    expect(one.headers.get('Retry-After')).toBe('30')
    expect(await one.text()).toContain(en.refusal.download.many)
    await Promise.all(open.map((each) => each.text()))
    await immediate()
    expect(await (await asking('more')).text()).toBe('some text')
  })

  it('has a limit', async () => {
    const reply = await asking('b', { wait: 90_000 })
    expect(reply.status).toBe(429)
    expect(reply.headers.get('Retry-After')).toBe('90')
    expect(await reply.text()).toContain(en.refusal.download.often)
    await (await asking('b')).text()
  })
})

/** Parts that take longer than a tick of the event loop each. */
async function* long(count: number, happened: string[], name: string) {
  for (let index = 0; index < count; index += 1) {
    const began = performance.now()
    while (performance.now() - began < 10) {}
    happened.push(name)
    yield 'x'
  }
}

describe('long work', () => {
  it('leaves a tick of the event loop to others after each part, however much of it there is', async () => {
    const happened: string[] = []
    let over = false
    const others = (async () => {
      while (!over) {
        await immediate()
        happened.push('others')
      }
    })()
    const read = async (name: string) => {
      let size = 0
      for await (const piece of inPieces(long(5, happened, name))) size += piece.length
      return size
    }
    expect(await Promise.all(['a', 'b', 'c'].map(read))).toEqual([5, 5, 5])
    over = true
    await others
    for (const [index, what] of happened.entries()) {
      if (what !== 'others') expect(happened[index + 1], `after ${index}`).toBe('others')
    }
  })
})

describe('an archive', () => {
  it('holds long and short texts and stored bytes as they are', async () => {
    const line = 'Grüße aus Köln, 1 bis 99\n'
    async function* lines() {
      for (let count = 0; count < 20_000; count += 1) yield line
    }
    const bytes = Uint8Array.from({ length: 9_999 }, (_, index) => index % 251)
    async function* raw() {
      yield bytes.subarray(0, 5_000)
      yield bytes.subarray(5_000)
    }
    const pieces: Uint8Array[] = []
    const entries = [
      { name: 'long.txt', parts: lines() },
      { name: 'empty.txt', parts: [] },
      { name: 'photo.webp', parts: raw(), stored: true },
      { name: 'short.txt', parts: ['a', 'b'] },
    ]
    for await (const piece of zipped(entries, new Date())) pieces.push(piece)
    const archive = Buffer.concat(pieces)
    expect(archive.length).toBeLessThan(20_000)
    const files = unzipSync(new Uint8Array(archive))
    expect(Object.keys(files)).toEqual(['long.txt', 'empty.txt', 'photo.webp', 'short.txt'])
    expect(strFromU8(files['long.txt'] ?? new Uint8Array())).toBe(line.repeat(20_000))
    expect(files['photo.webp']).toEqual(bytes)
    expect(strFromU8(files['short.txt'] ?? new Uint8Array())).toBe('ab')
    expect(files['empty.txt']).toHaveLength(0)
  })
})
