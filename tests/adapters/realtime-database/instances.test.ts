import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openConnection } from '../../../app/adapters/realtime-database/connection.server'
import { checkedKey, longestText } from '../../../app/adapters/realtime-database/keys'
import type { RateLimit } from '../../../app/domain/limits/rate-limits'
import type { LiveEvent } from '../../../app/domain/live/live'
import { LiveNotOpened } from '../../../app/domain/live/live'
import { grace, type TicketRef } from '../../../app/domain/live/presence'
import { standIn } from './places'

const { service, open, openSeveral } = standIn()

const ticketRef: TicketRef = { deskId: 'ada', ticketId: 'ticket-1', number: 1 }
const minuteFrom = (now: Date) => new Date(now.getTime() + 60_000)
const away = { owner: 'away', visitor: 'away', members: [], changesAt: undefined }

describe('instances on one database', () => {
  test('write few and short values, and take them away again', async () => {
    const { name, several } = await openSeveral(2)
    const [one, other] = several
    const heard: number[] = []
    await other?.live.subscribe('shop', (event) => {
      if (event.kind === 'order') heard.push(event.number)
    })
    const before = service().writes()
    for (let number = 1; number <= 3_000; number += 1)
      one?.live.publish('shop', { kind: 'order', number, news: false })
    await expect.poll(() => heard.length).toBe(3_000)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    const notes = Object.values(service().read(name, 'notes') as Record<string, { text: string }>)
    expect(notes.every(({ text }) => text.length <= longestText + 2)).toBe(true)
    expect(notes.length).toBeGreaterThan(1)
    expect(service().writes() - before).toBeLessThan(50)
  })

  test('know who is where, who began later too', async () => {
    const { name, several } = await openSeveral(2)
    const [one, other] = several
    const now = new Date()
    const announced: LiveEvent[] = []
    await other?.live.subscribe('desk:ada', (event) => announced.push(event))
    await one?.presence.arrive(ticketRef, 'visitor', 'a', minuteFrom(now), now)
    const here = { owner: 'away', visitor: 'here', members: [], changesAt: minuteFrom(now) }
    await expect.poll(() => other?.presence.at('ticket-1', now)).toEqual(here)
    await expect.poll(() => announced).toEqual([{ kind: 'presence', ...ticketRef }])
    await one?.presence.type(ticketRef, { uid: 'ben' }, minuteFrom(now), now)
    const later = await open(name)
    const members = [{ uid: 'ben', is: 'typing' }]
    await expect.poll(() => other?.presence.at('ticket-1', now)).toMatchObject({ members })
    await expect.poll(() => later.presence.around('ada', now)).toEqual([{ ...ticketRef, ...here }])
    await later.close()
  })

  test('count whom an instance alone knew as away once it has ended, and read again', async () => {
    const { name, several } = await openSeveral(1)
    const now = new Date()
    const soon = new Date(now.getTime() + 2 * grace)
    const heard: string[] = []
    await several[0]?.live.subscribe('shop', ({ kind }) => heard.push(kind))
    const dying = await open(name)
    await dying.presence.arrive(ticketRef, 'visitor', 'a', minuteFrom(now), now)
    await several[0]?.presence.arrive(
      { ...ticketRef, ticketId: 'ticket-2' },
      'visitor',
      'a',
      minuteFrom(now),
      now,
    )
    const at = (ticketId: string) => several[0]?.presence.at(ticketId, soon)
    await expect.poll(() => at('ticket-1')).toMatchObject({ visitor: 'here' })
    // The service notices the end of the connection and takes the instance off the list.
    await dying.close()
    await expect.poll(() => at('ticket-1')).toEqual(away)
    expect(await at('ticket-2')).toMatchObject({ visitor: 'here' })
    // It may have committed what it no longer said.
    expect(heard).toEqual(['missed'])
  })

  test('share a limit, and each counts alone while the service is gone', async () => {
    const { several } = await openSeveral(3)
    const limit: RateLimit = { name: 'sign-in', per: 'address', most: 4, within: 3_600_000 }
    const now = new Date()
    const takeAll = () =>
      Promise.all(
        [...several, ...several].map(({ rateLimits }) =>
          rateLimits.consume([{ limit, holder: 'a' }], now),
        ),
      )
    const taken = (waits: number[]) => waits.filter((wait) => wait === 0).length
    expect(taken(await takeAll())).toBe(4)
    expect(await several[0]?.rateLimits.alias('a', now)).toBe(
      await several[1]?.rateLimits.alias('a', now),
    )
    service().cut(false)
    await expect.poll(() => several.map(({ reported }) => reported.length)).toEqual([1, 1, 1])
    expect(taken(await takeAll())).toBe(6)
    service().cut()
  })

  test('keep no limit that has ended', async () => {
    let now = new Date()
    const { name, several } = await openSeveral(1, () => now)
    const limit: RateLimit = { name: 'sign-in', per: 'address', most: 1, within: 60_000 }
    await several[0]?.rateLimits.consume([{ limit, holder: 'a' }], now)
    expect(service().read(name, 'limits/people')).not.toBeNull()
    expect(JSON.stringify(service().read(name, 'limits'))).not.toContain('"a"')
    now = new Date(now.getTime() + 60_001)
    await expect.poll(() => service().read(name, 'limits/people')).toBeNull()
  })
})

describe('a lost connection', () => {
  /** What listeners of the other instance hear while something happens to the service. */
  async function during(happens: () => void) {
    const { several } = await openSeveral(2)
    const [one, other] = several
    const heard: string[] = []
    await other?.live.subscribe('shop', ({ kind }) => heard.push(kind))
    const say = () => one?.live.publish('shop', { kind: 'order', number: 1, news: true })
    say()
    await expect.poll(() => heard).toContain('order')
    heard.length = 0
    happens()
    return { heard, say, reported: other?.reported ?? [] }
  }

  /** The other instance may be back a little later. */
  async function hearsAgain(say: () => void, heard: string[]) {
    heard.length = 0
    await expect
      .poll(() => {
        say()
        return heard
      })
      .toContain('order')
  }

  test('lets listeners read again until it is back, and once when it is', async () => {
    const { heard, say, reported } = await during(() => service().cut(false))
    say()
    await expect.poll(() => heard.length).toBeGreaterThan(2)
    expect(new Set(heard)).toEqual(new Set(['missed']))
    service().cut()
    await expect.poll(() => reported).toHaveLength(2)
    await hearsAgain(say, heard)
  })

  test('is noticed even where the line says nothing', async () => {
    const { heard, say, reported } = await during(() => service().mute(true))
    await expect.poll(() => heard).toContain('missed')
    service().mute(false)
    await expect.poll(() => reported.at(-1)).toContain('is back')
    await hearsAgain(say, heard)
  })

  test('of another instance is announced to listeners who may have missed its events', async () => {
    const { heard } = await during(() => service().cut())
    await expect.poll(() => heard).toContain('missed')
  })
})

describe('the start', () => {
  const settings = { url: 'https://demo-x.firebaseio.com', emulatorHost: '127.0.0.1:9' }

  test('stops with a sentence where nothing is to be reached', async () => {
    const opening = openConnection(settings, 300)
    await expect(opening).rejects.toThrow(LiveNotOpened)
    await expect(opening).rejects.toThrow('no emulator is to be reached at 127.0.0.1:9')
  })

  test('stops with a sentence where the key may not write', async () => {
    service().refuseWrites(true)
    const opening = open(`demo-${randomUUID()}`)
    await expect(opening).rejects.toThrow('LIVE=rtdb: the key may not write to the database')
    service().refuseWrites(false)
  })

  test('stops with a sentence where a key is none', async () => {
    const opening = openConnection({ url: settings.url, keyFile: 'package.json' })
    await expect(opening).rejects.toThrow('Google does not believe the key in package.json')
  })
})

test('a key is one that the database takes', () => {
  for (const key of ['', 'a.b', 'a#b', 'a$b', 'a/b', 'a[b', 'a]b', 'a\nb', 'ä'.repeat(385)])
    expect(() => checkedKey(key), key).toThrow(RangeError)
  for (const key of ['a', 'a-b_c:d e', 'ä'.repeat(384)]) expect(checkedKey(key)).toBe(key)
})
