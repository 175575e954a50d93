import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/config.server'
import { createContext, type ServerContext } from '~/server/arrival/context'
import { sendKept } from '~/server/arrival/kept'
import { inDetectedLanguage } from '~/server/arrival/language-detection'
import { createRepresentation } from '~/server/responses/representation'
import { standIns } from '~/server/responses/unknown-pages'
import { temporaryFolder } from '../../support/app'
import { ask, askRaw } from '../../support/ask'

const dataDir = temporaryFolder()
const lines: Record<string, unknown>[] = []
let server: Server
let port: number
let context: ServerContext

beforeAll(async () => {
  const log = pino({ base: undefined }, { write: (line) => lines.push(JSON.parse(line)) })
  server = createServer((request, response) => {
    if (!sendKept(request, response, context)) response.end('looked at closely')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  const config = readConfig({ DATA_DIR: dataDir, PORT: String(port) }, 'development')
  context = await createContext({ config, log })
  await inDetectedLanguage({}, '')
  await inDetectedLanguage({ 'accept-language': 'de' }, '')
})

beforeEach(() => {
  lines.length = 0
  for (const path of ['/', '/shop']) {
    context.keptPages.keep(
      path,
      {
        status: 200,
        headers: { 'content-type': 'text/html', 'surrogate-control': 'max-age=60' },
        body: Buffer.from('kept '.repeat(3)),
      },
      { lookedFor: new Set(['sid']) },
    )
  }
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await context.services.close()
  rmSync(dataDir, { recursive: true })
})

const chunked = { 'Transfer-Encoding': 'chunked' }

describe('a kept page', () => {
  it('is sent at once, with the headers of every page, and logged', async () => {
    const { status, text, headers } = await ask(port, '/shop')
    expect([status, text]).toEqual([200, 'kept kept kept '])
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-length': '15' })
    await expect.poll(() => lines).toMatchObject([{ method: 'GET', path: '/shop', status: 200 }])
    expect(lines[0]?.bytes).toBeGreaterThan(15)
  })

  it('that the browser has is not sent again', async () => {
    const etag = (await ask(port, '/shop')).headers.etag ?? ''
    const again = await ask(port, '/shop', { headers: { 'If-None-Match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('is sent again as at first, and ends its connection where the request does', async () => {
    const host = `Host: localhost:${port}`
    const [first, again] = await askInTurn([
      `GET /shop HTTP/1.1\r\n${host}\r\n\r\n`,
      `GET /shop HTTP/1.1\r\n${host}\r\n\r\n`,
    ])
    expect(again).toBe(first)
    expect(first).toContain('\r\nConnection: keep-alive\r\n')
    for (const last of [`1.0\r\n${host}`, `1.1\r\n${host}\r\nConnection: close`]) {
      const answer = await askRaw(port, `GET /shop HTTP/${last}\r\n\r\n`)
      expect(undated(answer)).toBe(
        first?.replace(/Connection: keep-alive\r\nKeep-Alive: .*?\r\n/, 'Connection: close\r\n'),
      )
    }
    await expect.poll(() => lines.map(({ bytes }) => bytes)).toHaveLength(4)
    expect(lines[1]?.bytes).toBe(lines[0]?.bytes)
  })

  it.each<[string, string, Parameters<typeof ask>[2]]>([
    ['with a query', '/shop?item=cup', {}],
    ['to change something', '/shop', { method: 'POST' }],
    ['with a body', '/shop', { body: 'a=b' }],
    ['that expects something', '/shop', { headers: { Expect: '100-continue' } }],
    ['with a body in pieces', '/shop', { headers: chunked, body: ['a=b'] }],
    ['with a session', '/shop', { headers: { Cookie: 'sid=1' } }],
    ['with too many cookies', '/shop', { headers: { Cookie: `a=${'b'.repeat(9_000)}` } }],
    ['of another host', '/shop', { headers: { Host: 'example.com' } }],
    ['of a proxy that nobody configured', '/shop', { headers: { 'X-Forwarded-For': '::1' } }],
    ['in another language', '/', { headers: { 'Accept-Language': 'de' } }],
    ['in a language that was not yet detected', '/', { headers: { 'Accept-Language': 'fr' } }],
  ])('is not for a request %s', async (_name, path, question) => {
    expect((await ask(port, path, question)).text).toBe('looked at closely')
  })

  it('is not for a request behind another one on its connection', async () => {
    const one = `GET /shop HTTP/1.1\r\nHost: localhost:${port}\r\n`
    const answers = await askRaw(port, `${one}\r\n${one}Connection: close\r\n\r\n`)
    expect(answers.match(/kept kept kept|looked at closely/g)).toEqual([
      'kept kept kept',
      'looked at closely',
    ])
  })

  it('is not sent while the server stops', async () => {
    context.stopping = true
    const { text } = await ask(port, '/shop')
    context.stopping = false
    expect(text).toBe('looked at closely')
  })
})

describe('the page for unknown addresses', () => {
  const drawn: string[] = []

  beforeAll(() => {
    const render = Object.assign(async () => new Response(), {
      knows: (path: string) => path.toLowerCase() === '/page',
    })
    context.assets.set('/file', () => createRepresentation({}, Buffer.from('')))
    context.config.redirects['/gone'] = 'https://example.com/'
    context.keptPages.standIn = standIns(context, render)
    context.keptPages.redraw = (target) => drawn.push(target)
    for (const prefix of ['', '/de']) {
      const headers = { 'content-type': 'text/html', 'surrogate-control': 'max-age=60' }
      const body = Buffer.from(`nothing is at /~~~~ ${prefix}`)
      const blanks = [{ value: '/~~~~', make: (_cookie = '', address = '/~~~~') => address }]
      context.keptPages.keep(`${prefix}/~~~~`, { status: 404, headers, body }, { blanks })
    }
  })

  it('is sent at once to whoever asks for one that is as long, and logged with it', async () => {
    for (const [path, text] of [
      ['/nope', 'nothing is at /nope '],
      ['/a.js', 'nothing is at /a.js '],
      ['/de/nope', 'nothing is at /nope /de'],
    ] as const) {
      lines.length = 0
      expect(await ask(port, path)).toMatchObject({ status: 404, text })
      await expect.poll(() => lines).toMatchObject([{ method: 'GET', path, status: 404 }])
    }
  })

  it.each(['/page', '/PAGE', '/live', '/file', '/gone', '/en/x', '/nop/', '//nop', '/no%20'])(
    'is not for %s',
    async (path) => {
      expect((await ask(port, path)).text).toBe('looked at closely')
    },
  )

  it('is drawn for the first of a length, if that has no cookies', async () => {
    drawn.length = 0
    for (const headers of [{ Cookie: 'a=1' }, undefined]) {
      expect((await ask(port, '/de/missing', { headers })).text).toBe('looked at closely')
    }
    expect(drawn).toEqual(['/de/~~~~~~~'])
  })
})

const undated = (answer: string) => answer.replace(/Date: .*/, 'Date: …')

/** Asks on one connection, each time when the last answer has come; the answers without their dates. */
async function askInTurn(questions: string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  const answers: string[] = []
  for (const question of questions) {
    socket.write(question)
    let answer = ''
    while (!answer.includes('\r\n\r\nkept kept kept ')) answer += (await once(socket, 'data'))[0]
    answers.push(undated(answer))
  }
  socket.destroy()
  return answers
}
