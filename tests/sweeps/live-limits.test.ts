import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { writeAsVisitor } from '~/domain/tickets/conversations'
import { longestMessage } from '~/domain/tickets/messages'
import { secretHash } from '~/http/links/ticket-link.server'
import type { StreamRules } from '~/server/live/rules'
import { textOf, wordsIn } from '../support/html'
import { countListeners, eventNamed, type Listening, listen } from '../support/listen'
import { openTestServer, type TestServer, words } from '../support/test-server'

let server: TestServer
const open: Listening[] = []

async function openWith(streamRules: Partial<StreamRules>) {
  server = await openTestServer({ environment: { TRUST_PROXY: '1' }, streamRules })
  return server.signUp()
}

afterEach(async () => {
  for (const each of open.splice(0)) each.leave()
  await server.close()
})

let addresses = 0

/** Listens from an address of its own unless one is given. */
async function listenTo(query: string, headers: Record<string, string> = {}): Promise<Listening> {
  addresses += 1
  const from = { 'X-Forwarded-For': `192.0.2.${addresses}`, ...headers }
  const listening = await listen(`${server.origin}/live${query}`, from)
  open.push(listening)
  return listening
}

describe('of one listener the newest streams stay', () => {
  it('and the oldest of a conversation is told to take its time', async () => {
    await openWith({ perVisitor: 2 })
    const { secret, address } = await server.begin('One')
    const streams = []
    for (let each = 0; each < 3; each += 1) streams.push(await listenTo(`?t=${secret}`))
    const [oldest, ...rest] = streams
    await oldest?.end()
    expect(oldest?.received()).toMatch(/\n\nretry: 30000\n\n$/)
    await server.ask(address, { form: { key: randomUUID(), body: 'Two' } })
    for (const stream of rest) await stream.until(/Two/)
  })

  it('and the oldest frame leads to itself, rather than loading again and again', async () => {
    await openWith({ perVisitor: 1 })
    const { secret } = await server.begin('One')
    const path = `?t=${secret}&as=page&lang=de`
    const oldest = await listenTo(path)
    await oldest.until(/One/)
    await (await listenTo(path)).until(/One/)
    await oldest.end()
    expect(oldest.received()).not.toContain('http-equiv')
    expect(textOf(oldest.received())).toContain(words.de.chat.elsewhere)
    const href = /<a href="([^"]*)"/.exec(oldest.received())?.[1]
    expect(href?.replaceAll('&amp;', '&')).toBe(`/live${path}`)
  })

  it('and the oldest of a session', async () => {
    const { cookie } = await openWith({ perSession: 1 })
    const [oldest, newest] = [
      await listenTo('', { Cookie: cookie }),
      await listenTo('', { Cookie: cookie }),
    ]
    await oldest.end()
    await server.begin('One')
    await eventNamed(newest, 'desk')
  })
})

describe('whoever finds no room is told to come again', () => {
  async function refusedOf(queries: [string, Record<string, string>?][]) {
    const streams = []
    for (const [query, headers] of queries) streams.push(await listenTo(query, headers))
    return streams.map(({ status }) => status)
  }

  it('from one network', async () => {
    await openWith({ perAddress: 1 })
    const [one, two] = [await server.begin('One'), await server.begin('Two')]
    const from = (network: string) => ({ 'X-Forwarded-For': `${network}::${addresses + 1}` })
    expect(
      await refusedOf([
        [`?t=${one.secret}`, from('2001:db8:1:1')],
        [`?t=${two.secret}`, from('2001:db8:1:1')],
        [`?t=${two.secret}`, from('2001:db8:1:2')],
      ]),
    ).toEqual([200, 503, 200])
    expect(open[1]?.headers.get('Retry-After')).toBe('30')
  })

  it('at one desk, but its owner always finds some', async () => {
    const { cookie } = await openWith({ perDesk: 1 })
    const [one, two] = [await server.begin('One'), await server.begin('Two')]
    const owner = { Cookie: cookie }
    expect(await refusedOf([[`?t=${one.secret}`], [`?t=${two.secret}`], ['', owner]])).toEqual([
      200, 503, 200,
    ])
  })

  it('in this process, until somebody goes', async () => {
    await openWith({ perProcess: 1 })
    const listeners = countListeners(server.services.live)
    const [one, two] = [await server.begin('One'), await server.begin('Two')]
    expect(await refusedOf([[`?t=${one.secret}`], [`?t=${two.secret}`]])).toEqual([200, 503])
    open[0]?.leave()
    await expect.poll(listeners).toBe(0)
    expect(await refusedOf([[`?t=${two.secret}`]])).toEqual([200])
  })
})

describe('a stream ends', () => {
  it('after a while, and each listener comes again at a time of its own', async () => {
    await openWith({ longestLife: 20 })
    const { secret } = await server.begin('One')
    const stream = await listenTo(`?t=${secret}`)
    await stream.end()
    const [, again] = /\nretry: (\d+)\n\n$/.exec(stream.received()) ?? []
    expect(Number(again)).toBeGreaterThanOrEqual(1_000)
    expect(Number(again)).toBeLessThanOrEqual(5_000)
  })

  it('in a frame after ten minutes, with a link that goes on with what has come meanwhile', async () => {
    await openWith({ longestPage: 50 })
    const { secret, address } = await server.begin('One')
    const path = `?t=${secret}&as=page`
    const frame = await listenTo(path)
    await frame.end()
    expect(textOf(frame.received())).toContain(words.en.chat.paused)
    expect(frame.received()).not.toContain('http-equiv')
    const href = /<a href="([^"]*)"/.exec(frame.received())?.[1]
    expect(href?.replaceAll('&amp;', '&')).toBe(`/live${path}`)
    await server.ask(address, { form: { key: randomUUID(), body: 'Two' } })
    const again = await listenTo(path)
    await again.end()
    expect(wordsIn(again.received())).toEqual(['One', 'Two'])
  })

  it('when its reader takes nothing, while another of the same conversation gets everything', async () => {
    await openWith({ longestBlock: 1_500, heartbeatEvery: 50 })
    const listeners = countListeners(server.services.live)
    const { secret } = await server.begin('One')
    // Six bytes each as HTML; together more than the two ends of a connection hold between them.
    const body = '"'.repeat(longestMessage)
    const count = 300
    for (let each = 0; each < count; each += 1) {
      const writing = { clientKey: randomUUID(), body, locale: 'en' as const }
      await writeAsVisitor(server.services, secretHash(secret), writing, server.clock.now)
    }
    const stalled = connect(server.port, '127.0.0.1')
    const lines = [`GET /live?t=${secret} HTTP/1.1`, `Host: ${new URL(server.origin).host}`]
    stalled.pause().write(`${lines.join('\r\n')}\r\n\r\n`)
    await expect.poll(listeners).toBe(2)
    const reader = await listenTo(`?t=${secret}`)
    let last = ''
    while (last !== `${count + 1}`) last = (await eventNamed(reader, 'message')).id
    await expect.poll(listeners).toBe(2)
    stalled.resume()
    await once(stalled, 'close')
  })
})
