import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, get, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/config'
import { StoreUnavailable } from '~/domain/stores'
import { arrive } from '~/server/arrival/arrival'
import { createContext, type ServerContext } from '~/server/arrival/context'
import { createHealth } from '~/server/responses/health'
import { answerPage } from '~/server/responses/page'
import { createPageCache } from '~/server/responses/page-cache'
import type { Render } from '~/server/responses/render'
import { temporaryFolder } from '../../support/app'
import { ask, formHeaders } from '../../support/ask'
import { words } from '../../support/locales'

const dataDir = temporaryFolder()
let server: Server
let port: number
let context: ServerContext
let logged: string[] = []
/** What stands in for Remix: each test brings its own. */
let render: Render
let timeoutMs: number | undefined

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const visit = await arrive(request, response, context)
    if (visit) await answerPage(visit, render, undefined, timeoutMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  const environment = { DATA_DIR: dataDir, PORT: String(port) }
  const log = pino({}, { write: (line) => logged.push(line) })
  context = await createContext({ config: readConfig(environment, 'development'), log })
})

beforeEach(() => {
  logged = []
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await context.services.close()
  rmSync(dataDir, { recursive: true })
})

const html = { 'Content-Type': 'text/html; charset=utf-8' }

describe('a page that fails', () => {
  it.each<[string, Render]>([
    [
      'by an exception',
      async () => {
        throw new Error('the reason')
      },
    ],
    ['with an empty answer', async () => new Response(null, { status: 500 })],
    [
      'even in telling so',
      async () =>
        new Response('Unexpected: the reason', {
          status: 500,
          headers: { 'Content-Type': 'text/plain' },
        }),
    ],
  ])('%s is answered by a page with the number that the log has', async (_name, failing) => {
    render = failing
    const reply = await ask(port, '/de')
    expect(reply.status).toBe(500)
    expect(reply.text).toContain('<html lang="de"')
    expect(reply.text).not.toContain('the reason')
    const { requestId, error } = JSON.parse(logged.find((line) => line.includes('"error"')) ?? '{}')
    expect(requestId).toMatch(/^[\da-f-]{13}$/)
    expect(reply.text).toContain(requestId)
    expect(error).toContain('at ')
  })
})

describe('the load context of a page', () => {
  it('is a nonce of its own, the clock and the services', async () => {
    const nonces: string[] = []
    render = async (_request, { nonce, services, now, config }) => {
      nonces.push(nonce)
      expect(services).toBe(context.services)
      expect(config).toBe(context.config)
      expect(now()).toBeInstanceOf(Date)
      return new Response('')
    }
    await ask(port, '/login')
    await ask(port, '/login')
    expect(nonces.map((nonce) => Buffer.from(nonce, 'base64').length)).toEqual([16, 16])
    expect(nonces[0]).not.toBe(nonces[1])
  })

  it('is the public address and the words that were sent', async () => {
    let seen: unknown
    render = async (request) => {
      seen = { url: request.url, method: request.method, words: await request.text() }
      return new Response('')
    }
    await ask(port, '/chat?t=1', {
      method: 'POST',
      headers: { Host: `127.0.0.1:${port}`, Origin: `http://127.0.0.1:${port}` },
      body: ['a=', 'ä'],
    })
    expect(seen).toEqual({ url: `http://localhost:${port}/chat?t=1`, method: 'POST', words: 'a=ä' })
  })

  it('is GET for HEAD, and the body stays here', async () => {
    render = async ({ method }) => new Response(method, { headers: html })
    const reply = await ask(port, '/login', { method: 'HEAD' })
    expect(reply.headers['content-length']).toBe('3')
    expect(reply.body).toHaveLength(0)
  })
})

describe('the response of a page', () => {
  it('is not stored by caches unless its headers allow it', async () => {
    render = async () => new Response('hello', { headers: html })
    expect((await ask(port, '/login')).headers['cache-control']).toBe('private, no-store')
  })

  it('is never cached in development', async () => {
    let rendered = 0
    render = async () => {
      rendered += 1
      return new Response('hello', { headers: { ...html, 'Surrogate-Control': 'max-age=60' } })
    }
    await ask(port, '/')
    const { headers } = await ask(port, '/')
    expect(rendered).toBe(2)
    expect(headers['surrogate-control']).toBeUndefined()
  })

  it('clears the page cache where what it did shows there', async () => {
    render = async (_request, loading) => {
      loading.forgetPages()
      return new Response(null, { status: 303 })
    }
    const { generation } = context.pageCache
    await ask(port, '/dashboard', { method: 'POST', headers: formHeaders(port) })
    expect(context.pageCache.generation).toBe(generation + 1)
  })

  it('is left as it is when it forbids to change it', async () => {
    const own = { ...html, 'Cache-Control': 'private, no-store, no-transform' }
    render = async () => new Response('secret '.repeat(500), { headers: own })
    const reply = await ask(port, '/login', { headers: { 'Accept-Encoding': 'br' } })
    expect(reply.headers['content-encoding']).toBeUndefined()
  })

  it('may set several cookies', async () => {
    render = async () => {
      const headers = new Headers(html)
      headers.append('Set-Cookie', 'a=1')
      headers.append('Set-Cookie', 'b=2')
      return new Response('hello', { headers })
    }
    expect((await ask(port, '/login')).headers['set-cookie']).toEqual(['a=1', 'b=2'])
  })
})

describe('somebody who leaves', () => {
  const errors = () => logged.filter((line) => line.includes('"level":50'))

  it('before the form was sent is no error', async () => {
    const sent = request({
      port,
      host: '127.0.0.1',
      path: '/login',
      method: 'POST',
      headers: {
        Host: `localhost:${port}`,
        Origin: `http://localhost:${port}`,
        'Content-Length': '9',
      },
    })
    sent.on('error', () => {})
    sent.write('a=')
    await ask(port, '/healthz')
    sent.destroy()
    await expect.poll(() => logged.some((line) => line.includes('"status":499'))).toBe(true)
    expect(errors()).toEqual([])
  })

  it('before the page was rendered is no error', async () => {
    let asked = () => {}
    let answer = (_: Response) => {}
    const arrived = new Promise<void>((resolve) => {
      asked = resolve
    })
    render = () => {
      asked()
      return new Promise((resolve) => {
        answer = resolve
      })
    }
    const sent = get({ port, host: '127.0.0.1', headers: { Host: `localhost:${port}` } })
    sent.on('error', () => {})
    await arrived
    sent.destroy()
    await expect.poll(() => logged.some((line) => line.includes('"status":499'))).toBe(true)
    answer(new Response('too late', { headers: html }))
    expect((await ask(port, '/healthz')).status).toBe(200)
    expect(errors()).toEqual([])
  })
})

describe('a page that does not come', () => {
  const page = async (isReadable: boolean, method = 'GET') => {
    context.health = { ...context.health, isReadable: async () => isReadable }
    let answer = (_: Response) => {}
    timeoutMs = 20
    render = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const headers = method === 'GET' ? {} : formHeaders(port)
    const asked = ask(port, '/login', {
      method,
      headers,
      ...(method === 'POST' && { body: 'a=b' }),
    })
    const slow = setTimeout(() => answer(new Response('late', { headers: html })), 200)
    const reply = await asked
    clearTimeout(slow)
    timeoutMs = undefined
    return reply
  }

  it('is a clear refusal where the store is away', async () => {
    const { status, headers, text } = await page(false)
    expect(status).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(text).toContain('</html>')
  })

  it('is waited for where the store responds, and a form in any case', async () => {
    expect((await page(true)).text).toContain('late')
    expect((await page(false, 'POST')).text).toContain('late')
  })
})

describe('a page that was cached before the store went away', () => {
  const shown = 'The shelf. '.repeat(100)
  let now = Date.UTC(2026, 0, 1)
  let readable = true
  let asked = 0
  let rendered = 0

  beforeAll(() => {
    context.config = { ...context.config, mode: 'production' }
    context.pageCache = createPageCache(() => new Date(now))
    context.health = createHealth(
      async () => {},
      () => new Date(now),
      async () => {
        asked += 1
        if (!readable) throw new StoreUnavailable('UNAVAILABLE', undefined)
      },
    )
    render = async (_request, loading) => {
      rendered += 1
      if (!readable) {
        loading.fail(new StoreUnavailable('UNAVAILABLE', undefined))
        return new Response('An error page', { status: 500, headers: html })
      }
      return new Response(`<main id="main"><h1>${shown}</h1></main>`, {
        headers: { ...html, 'Surrogate-Control': 'max-age=5' },
      })
    }
  })

  it('is shown as it was, and says so', async () => {
    await ask(port, '/de/shop')
    now += 60_000
    readable = false
    const { status, headers, text } = await ask(port, '/de/shop')
    expect(status).toBe(200)
    expect(headers['cache-status']).toBe('tresen; hit; ttl=-55')
    expect(headers['cache-control']).toBe('private, no-store')
    expect(text).toContain(shown)
    expect(text).toContain(`<main id="main"><p class="banner">${words.de.refusal.stale}</p>`)
    expect(logged.join()).toContain('UNAVAILABLE')
  })

  it('is shown at once to the next ones, while the store is looked after', async () => {
    const before = { rendered, asked }
    expect((await ask(port, '/de/shop')).headers['cache-status']).toContain('ttl=-')
    expect(rendered).toBe(before.rendered)
    expect(asked).toBe(before.asked + 1)
  })

  it('is not shown to somebody with a cookie, nor in place of another or of a form', async () => {
    const personal = { headers: { Cookie: 'sid=1' } }
    expect((await ask(port, '/de/shop', personal)).status).toBe(503)
    expect((await ask(port, '/shop')).status).toBe(503)
    const form = { method: 'POST', headers: formHeaders(port), body: 'a=b' }
    expect((await ask(port, '/de/shop', form)).status).toBe(503)
  })

  it('is rendered again once the store is back', async () => {
    readable = true
    await ask(port, '/de/shop')
    const { status, headers } = await ask(port, '/de/shop')
    expect(status).toBe(200)
    expect(headers['cache-status']).toBeUndefined()
    expect(headers['cache-control']).toBe('private, no-cache')
  })
})

describe('a file', () => {
  const chunk = new Uint8Array(64 * 1_024)
  const file = { 'Content-Type': 'application/octet-stream' }

  it('is made no faster than it is read, and no longer than somebody reads', async () => {
    let made = 0
    let cancelled = false
    render = async () => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          made += chunk.length
          controller.enqueue(chunk)
        },
        cancel() {
          cancelled = true
        },
      })
      return new Response(body, { headers: file })
    }
    const reader = get({
      port,
      host: '127.0.0.1',
      path: '/files',
      headers: { Host: `localhost:${port}` },
    })
    const [reply] = await once(reader, 'response')
    reply.pause()
    // A client that reads nothing is sent nothing, so that making the file stops.
    let before = -1
    const stands = () => {
      const same = made === before
      before = made
      return same
    }
    await expect.poll(stands, { interval: 100 }).toBe(true)
    expect(made).toBeLessThan(16 * 1_024 * 1_024)
    reply.destroy()
    await expect.poll(() => cancelled).toBe(true)
    expect((await ask(port, '/healthz')).status).toBe(200)
    expect(logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  it('that breaks off midway breaks the connection, so that nobody takes half of it for all', async () => {
    render = async () => {
      let pulled = 0
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          pulled += 1
          if (pulled > 3) controller.error(new Error('The disk is gone'))
          else controller.enqueue(chunk)
        },
      })
      return new Response(body, { headers: file })
    }
    await expect(ask(port, '/files')).rejects.toThrow()
    await expect.poll(() => logged.some((line) => line.includes('The disk is gone'))).toBe(true)
  })
})
