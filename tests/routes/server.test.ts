import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCheckoutKey } from '~/http/links/order-link.server'
import { type App, startApp } from '../support/app'
import { ask, askRaw, formHeaders, type Reply } from '../support/ask'
import { hiddenIn } from '../support/till'

let app: App
let time = Date.UTC(2026, 5, 1, 12)

beforeAll(async () => {
  app = await startApp({ now: () => new Date(time) })
})

afterAll(() => app.close())

const login = 'email=somebody%40example.com&password=wrong'

describe('a form', () => {
  it.each([
    ['null', 'null'],
    ['foreign', 'https://evil.example'],
    ['malformed', 'http://'],
    ['of another port', 'http://localhost:1'],
    ['of another scheme', 'https://localhost'],
    ['two in one', 'http://localhost http://evil.example'],
  ])('with an Origin that is %s is refused with a page', async (_name, Origin) => {
    const reply = await ask(app.port, '/login', {
      method: 'POST',
      headers: { ...formHeaders(app.port), Origin },
      body: login,
    })
    expect(reply.status).toBe(403)
    expect(reply.text).toContain('</h1>')
  })

  it('without any sign of where it comes from is refused in the language of the page', async () => {
    const reply = await ask(app.port, '/de/login', { method: 'POST', body: login })
    expect(reply.status).toBe(403)
    expect(reply.text).toContain('<html lang="de"')
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'from another site is refused whatever its method: %s',
    async (method) => {
      const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: `http://localhost:${app.port}` }
      expect((await ask(app.port, '/logout', { method, headers })).status).toBe(403)
    },
  )

  it.each([
    ['its Origin', {}],
    ['an Origin in capitals', { Origin: 'HTTP://LOCALHOST:PORT' }],
    ['a proxy that adds its own host', { 'X-Forwarded-Host': 'internal.example' }],
  ])('of ours, known by %s, reaches its page', async (_name, headers: Record<string, string>) => {
    const own = Object.entries(headers).map(([name, value]) => [
      name,
      value.replace('PORT', String(app.port)),
    ])
    const reply = await ask(app.port, '/login', {
      method: 'POST',
      headers: { ...formHeaders(app.port), ...Object.fromEntries(own) },
      body: login,
    })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).not.toBe(403)
    expect(reply.status).toBeLessThan(500)
    expect(reply.text).toContain('name="password"')
  })

  it('that chooses a language is answered with the cookie that remembers it', async () => {
    const reply = await ask(app.port, '/de/login', {
      method: 'POST',
      headers: formHeaders(app.port),
      body: `intent=switch-language&${login}`,
    })
    expect(reply.headers['set-cookie']).toContain(
      'i18n_redirected=de; Max-Age=31536000; Path=/; SameSite=Lax',
    )
    expect(reply.text).toContain('<html lang="de"')
  })
})

describe('sizes', () => {
  const tooLong = 'a'.repeat(70_000)

  it('a form of more than 64 KB is refused with a page', async () => {
    const headers = formHeaders(app.port)
    const reply = await ask(app.port, '/login', { method: 'POST', headers, body: tooLong })
    expect(reply.status).toBe(413)
    expect(reply.text).toContain('</h1>')
  })

  it('also when it comes in chunks that say nothing of their number', async () => {
    const headers = formHeaders(app.port)
    const body = Array.from({ length: 70 }, () => 'a'.repeat(1_000))
    const reply = await ask(app.port, '/login', { method: 'POST', headers, body })
    expect(reply.status).toBe(413)
  })

  it('also when it announces gigabytes', async () => {
    const headers = `Host: localhost:${app.port}\r\nOrigin: http://localhost:${app.port}\r\n`
    const received = await askRaw(
      app.port,
      `POST /login HTTP/1.1\r\n${headers}Content-Length: 5000000000\r\n\r\na=b`,
    )
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('anything else may have a megabyte', async () => {
    const headers = { ...formHeaders(app.port), 'Content-Type': 'application/json' }
    const reply = await ask(app.port, '/logout', { method: 'POST', headers, body: tooLong })
    expect(reply.status).not.toBe(413)
  })

  it('an address of more than 8 KB is refused with a page', async () => {
    const reply = await ask(app.port, `/de/login?a=${'a'.repeat(8_200)}`)
    expect(reply.status).toBe(414)
    expect(reply.text).toContain('<html lang="de"')
  })

  it('more than 8 KB of cookies are refused with a page', async () => {
    const reply = await ask(app.port, '/', { headers: { Cookie: `a=${'a'.repeat(8_200)}` } })
    expect(reply.status).toBe(431)
    expect(reply.text).toContain('</h1>')
  })

  it('a head that no parser would take is refused with its status', async () => {
    const received = await askRaw(app.port, `GET / HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`)
    expect(received).toMatch(/^HTTP\/1\.1 431 /)
    expect(received).toContain('x-content-type-options: nosniff')
  })
})

describe('a host', () => {
  it.each(['evil.example', 'localhost', 'localhost:1', 'localhost.evil.example', ''])(
    'that is not ours is refused with a page: %j',
    async (Host) => {
      const reply = await ask(app.port, '/', { headers: { Host } })
      expect(reply.status).toBe(421)
      expect(reply.text).not.toContain('evil.example')
    },
  )

  it('is not believed from a proxy header', async () => {
    const headers = { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
    const reply = await ask(app.port, '/', { headers })
    expect(reply.status).toBe(200)
    expect(reply.text).not.toContain('evil.example')
  })

  it('in an address of absolute form counts before the header', async () => {
    const head = `Host: localhost:${app.port}\r\nConnection: close\r\n\r\n`
    const foreign = await askRaw(app.port, `GET http://evil.example/ HTTP/1.1\r\n${head}`)
    expect(foreign).toMatch(/^HTTP\/1\.1 421 /)
    const own = await askRaw(app.port, `GET http://localhost:${app.port}/login HTTP/1.1\r\n${head}`)
    expect(own).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('does not matter for the health of the process', async () => {
    const headers = { Host: '10.0.0.1' }
    expect((await ask(app.port, '/healthz', { headers })).text).toBe('ok\n')
    expect((await ask(app.port, '/readyz', { headers })).text).toBe('ok\n')
  })
})

describe('a method', () => {
  it.each(['TRACE', 'PROPFIND'])('%s is not allowed', async (method) => {
    const reply = await ask(app.port, '/', { method })
    expect(reply.status).toBe(405)
    expect(reply.headers.allow).toContain('GET')
  })

  it.each(['FOO / HTTP/1.1\r\n\r\n', 'CONNECT localhost:1 HTTP/1.1\r\nHost: localhost:1\r\n\r\n'])(
    'that is none is not allowed either: %j',
    async (bytes) => {
      expect(await askRaw(app.port, bytes)).toMatch(/^HTTP\/1\.1 405 .*allow: GET/s)
    },
  )

  it.each(['/', '/login', '/healthz', '/nowhere'])(
    'HEAD %s has the head of GET and no body',
    async (path) => {
      const [head, get] = [await ask(app.port, path, { method: 'HEAD' }), await ask(app.port, path)]
      expect(head.status).toBe(get.status)
      expect(head.headers['content-length']).toBe(get.headers['content-length'])
      expect(head.body).toHaveLength(0)
      expect(get.body.length).toBeGreaterThan(0)
    },
  )
})

describe('every answer', () => {
  it.each([
    ['/', 200],
    ['/signup', 200],
    ['/nowhere', 404],
    ['/en/login', 301],
    ['/?language=de', 303],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/live?t=none', 404],
    ['/icon.svg', 200],
    [`/?a=${'a'.repeat(9_000)}`, 414],
  ])('has the security headers: %s', async (path, status) => {
    const { status: answered, headers } = await ask(app.port, path)
    expect(answered).toBe(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': expect.stringMatching(/origin/),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': expect.any(String),
    })
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('is logged without its query', async () => {
    await ask(app.port, '/login?redirect=%2Fsecret-of-the-query')
    await expect.poll(() => app.logged.at(-1)).toMatchObject({ path: '/login', status: 200 })
    expect(JSON.stringify(app.logged)).not.toContain('secret-of-the-query')
  })
})

describe('the log', () => {
  const errors = () => app.logged.filter(({ level }) => level === 50)

  it('has one line, and no error, for what was expected to go wrong', async () => {
    const form = { method: 'POST', headers: formHeaders(app.port) }
    const expected: [string, Parameters<typeof ask>[2], number][] = [
      ['/login?_data=routes%2F%28%24lang%29.login', {}, 200],
      ['/nowhere', {}, 404],
      ['/de/nowhere/at/all', {}, 404],
      ['/xx/login', {}, 404],
      ['/files?id=1&t=none', {}, 404],
      ['/imprint', { ...form, body: 'a=b' }, 405],
      ['/files', { ...form, body: 'a=b' }, 405],
      ['/chat/download', { ...form, body: 'a=b' }, 405],
      ['/login', { ...form, body: 'a.b=c' }, 400],
      ['/login', { method: 'PUT', headers: formHeaders(app.port), body: 'email=b' }, 405],
    ]
    const before = errors().length
    for (const [path, question, status] of expected) {
      const lines = app.logged.length
      expect((await ask(app.port, path, question)).status, path).toBe(status)
      await expect.poll(() => app.logged.length, { message: path }).toBe(lines + 1)
      expect(app.logged.at(-1)).toMatchObject({ level: 30, status })
    }
    expect(errors()).toHaveLength(before)
  })
})

describe('a page', () => {
  it('is compressed as the browser likes it', async () => {
    const plain = await ask(app.port, '/login')
    const accepting = (encoding: string) =>
      ask(app.port, '/login', { headers: { 'Accept-Encoding': encoding } })
    const brotli = await accepting('gzip, deflate, br')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotli.headers.vary).toContain('Accept-Encoding')
    expect(brotliDecompressSync(brotli.body).toString()).toBe(plain.text)
    const gzip = await accepting('gzip, br;q=0')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(plain.text)
  })

  it('that is the same for everybody is kept, for as long as it says', async () => {
    const first = await ask(app.port, '/')
    const { etag } = first.headers
    expect(etag).toBeDefined()
    const again = await ask(app.port, '/', { headers: { 'If-None-Match': String(etag) } })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    time += 3_600_000
    const later = await ask(app.port, '/')
    expect(later.status).toBe(200)
  })

  it('of a product is cached under its own address alone', async () => {
    const item = '/shop?item=set-up-hour'
    const first = await ask(app.port, item)
    const again = await ask(app.port, item)
    const other = await ask(app.port, `${item}&a=1`)
    expect([first, again, other].map(({ status }) => status)).toEqual([200, 200, 200])
    const tagged = [first, again, other].map(({ headers }) => headers.etag !== undefined)
    expect(tagged).toEqual([true, true, false])
    expect(again.text).toBe(first.text)
    expect([first, again].flatMap(({ headers }) => headers['surrogate-key'] ?? [])).toEqual([])
  })

  it('of a checkout is each visitor’s own, with the key of their cart', async () => {
    const cartOf = async () => {
      const body = 'intent=add&product=set-up-hour&quantity=1'
      const headers = formHeaders(app.port)
      const { headers: set } = await ask(app.port, '/shop', { method: 'POST', headers, body })
      return set['set-cookie']?.[0]?.split(';', 1)[0] ?? ''
    }
    const [one, other] = [await cartOf(), await cartOf()]
    const replies: Reply[] = []
    for (const Cookie of [one, other, one, other]) {
      replies.push(await ask(app.port, '/shop/checkout', { headers: { Cookie } }))
    }
    const keys = replies.map(({ text }) => readCheckoutKey([app.secret], hiddenIn(text).key ?? ''))
    expect(keys[0]).toMatch(/^\w{20,}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(keys.slice(2)).toEqual(keys.slice(0, 2))
    for (const { headers } of replies) {
      expect(headers['cache-control']).toBe('private, no-store')
      expect(headers.etag).toBeUndefined()
    }
  })

  it('for an unknown address names the one that was asked for', async () => {
    for (const path of ['/.env-1.php', '/de/wp/x-1.php', '/~~~~']) {
      const { status, text, headers } = await ask(app.port, path)
      expect(status).toBe(404)
      expect(text).toContain(`${path}<`)
      expect(headers.etag).toBeUndefined()
    }
  })

  it('is rendered for each visitor who brings a cookie of a session, a cart or a conversation', async () => {
    const isCached = async (path: string, cookie: string) =>
      (await ask(app.port, path, { headers: { Cookie: cookie } })).headers.etag !== undefined
    for (const cookie of ['sid=1', '__Host-sid=1', 'flash=1', 'cart=1', 'conversations=1']) {
      expect(await isCached('/', cookie)).toBe(false)
    }
    expect(await isCached('/', 'theme=1')).toBe(true)
    expect(await isCached('/chat', '')).toBe(false)
  })

  it('is in the language that the visitor prefers, at the start alone', async () => {
    const german = { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8' }
    const start = await ask(app.port, '/?from=mail', { headers: german })
    expect(start.status).toBe(302)
    expect(start.headers).toMatchObject({
      location: '/de?from=mail',
      'cache-control': 'private, no-store',
      vary: 'Accept-Language, Cookie',
    })
    expect((await ask(app.port, '/login', { headers: german })).status).toBe(200)
  })

  it('never leads to another host by slashes', async () => {
    for (const path of ['//evil.example/', '/\\evil.example/', '/de//evil.example?language=en']) {
      const { headers } = await ask(app.port, path)
      expect(headers.location).toMatch(/^\/[^/\\]/)
    }
  })

  it('is asked in vain for files outside', async () => {
    for (const path of [
      '/../package.json',
      '/assets/..%2f..%2fserver/index.js',
      '/.vite/manifest.json',
    ]) {
      expect((await ask(app.port, path)).status).toBe(404)
    }
  })
})
