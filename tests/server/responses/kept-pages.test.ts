import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sealedCookie } from '~/http/cookies/sealed-cookie.server'
import type { Answer } from '~/server/responses/answer'
import { asksForKept, createKeptPages, isForAll, keepableFor } from '~/server/responses/kept-pages'

const page = (headers: Record<string, string> = {}, words = 'Hello. '.repeat(200)) => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=60',
    ...headers,
  },
  body: Buffer.from(words),
})

const sent = ({ body = '' }: Answer = page()) =>
  typeof body === 'string' ? Buffer.from(body, 'latin1') : body

function clock() {
  let time = Date.UTC(2026, 0, 1)
  return {
    now: () => new Date(time),
    pass: (seconds: number) => {
      time += seconds * 1_000
    },
  }
}

describe('a page is kept', () => {
  it.each([
    [page(), 60],
    [page({ 'cache-control': 'private, no-store', 'surrogate-control': 'max-age=30' }), 30],
    [page({ 'cache-control': 'private, max-age=60' }), 0],
    [page({ 'cache-control': 'public' }), 0],
    [page({ 'cache-control': 'public, max-age=0' }), 0],
    [page({ 'set-cookie': 'a=b' }), 0],
    [page({ 'content-type': 'application/json' }), 0],
    [page({ 'content-security-policy': "script-src 'nonce-abc'" }), 0],
    [{ ...page(), status: 404 }, 0],
    [{ ...page({ 'surrogate-control': 'max-age=30' }), status: 404 }, 30],
    [{ ...page({ 'surrogate-control': 'max-age=30' }), status: 500 }, 0],
  ])('case %#: for %i seconds', (answer, seconds) => {
    expect(keepableFor(answer as Parameters<typeof keepableFor>[0])).toBe(seconds)
  })

  it('under the one query that it names, and under none', () => {
    const named = page({ 'surrogate-key': '?item=tea' })
    expect(keepableFor(named, '?item=tea')).toBe(60)
    expect(keepableFor(named, '?item=te%61')).toBe(0)
    expect(keepableFor(named, '?item=tea&a')).toBe(0)
    expect(keepableFor(page(), '?item=tea')).toBe(0)
    expect(keepableFor(page(), '')).toBe(60)
  })

  it('only as long as it says', () => {
    const { now, pass } = clock()
    const pages = createKeptPages(now)
    pages.keep('/', page())
    pass(59)
    expect(pages.find('/')).toBeDefined()
    pass(1)
    expect(pages.find('/')).toBeUndefined()
  })

  it('until two hundred newer ones have come', () => {
    const pages = createKeptPages(clock().now)
    for (let number = 0; number <= 200; number += 1) pages.keep(`/${number}`, page())
    expect(pages.find('/0')).toBeUndefined()
    expect(pages.find('/1')).toBeDefined()
    expect(pages.find('/200')).toBeDefined()
  })

  it('and compressed once for everybody', async () => {
    const kept = createKeptPages(clock().now).keep('/', page())
    const [first, second] = [
      await kept.answer({ 'accept-encoding': 'br' }),
      await kept.answer({ 'accept-encoding': 'br' }),
    ]
    expect(first.body).toBe(second.body)
    expect(brotliDecompressSync(sent(first)).toString()).toBe(page().body.toString())
    expect(first.headers.vary).toBe('Cookie, Save-Data, Accept-Encoding')
  })

  it('with blanks that are filled each time it is sent', async () => {
    const drawn = page({ 'cache-control': 'private, no-store', 'surrogate-control': 'max-age=9' })
    const body = Buffer.concat([drawn.body, Buffer.from('<input value="key-0">')])
    let keys = 0
    const make = () => `key-${++keys}`
    const pages = createKeptPages(clock().now)
    const kept = pages.keep(
      '/chat',
      { ...drawn, body },
      {
        blanks: [{ value: 'key-0', make }],
      },
    )
    expect(kept.ready({ 'accept-encoding': 'br' })).toBeUndefined()
    const first = await kept.answer({ 'accept-encoding': 'br' })
    const second = kept.ready({ 'accept-encoding': 'br' })
    const gzipped = await kept.answer({ 'accept-encoding': 'gzip' })
    const plain = kept.ready({ 'if-none-match': '*' })
    expect([
      brotliDecompressSync(sent(first)).toString(),
      brotliDecompressSync(sent(second)).toString(),
      gunzipSync(sent(gzipped)).toString(),
      sent(plain).toString(),
    ]).toEqual([1, 2, 3, 4].map((key) => body.toString().replace('key-0', `key-${key}`)))
    expect(first.headers.etag).toBeUndefined()
    expect(first.headers['content-length']).toBe(String(first.body?.length))
  })

  it('with blanks for whoever brings cookies that fit, and for nobody else', () => {
    const make = (cookie = 'drawn') => cookie
    const blanks = [{ value: 'drawn', make }]
    const kept = createKeptPages(clock().now).keep('/chat', page({}, 'key drawn'), { blanks })
    expect(sent(kept.ready({ cookie: 'asked' })).toString()).toBe('key asked')
    expect(kept.ready({ cookie: 'longer' })).toBeUndefined()
    expect(kept.ready({})).toBeUndefined()
  })

  it('and drawn again before it is too old, or when something has changed', () => {
    const { now, pass } = clock()
    const pages = createKeptPages(now)
    const drawn: string[] = []
    pages.redraw = (path) => drawn.push(path)
    pages.keep('/', page())
    pass(47)
    pages.find('/')
    expect(drawn).toEqual([])
    pass(1)
    expect(pages.find('/')).toBeDefined()
    expect(pages.find('/')).toBeDefined()
    expect(drawn).toEqual(['/'])
    pages.keep('/shop?item=tea', page())
    pages.forget()
    expect(pages.find('/')).toBeUndefined()
    expect(pages.find('/shop?item=tea')).toBeUndefined()
    expect(drawn).toEqual(['/', '/'])
  })

  it('and compressed again only if it has changed', () => {
    const pages = createKeptPages(clock().now)
    const key = { value: 'key-0', make: () => 'key-1' }
    const first = pages.keep('/', page())
    const filled = pages.keep('/chat', page({}, 'Hello key-0'), { blanks: [key] })
    pages.forget()
    expect(pages.keep('/', page())).toBe(first)
    expect(
      pages.keep('/chat', page({}, 'Hello key-2'), { blanks: [{ ...key, value: 'key-2' }] }),
    ).toBe(filled)
    expect(pages.keep('/', page({ link: '</>' }))).not.toBe(first)
    expect(pages.keep('/', page({}, 'Hello'))).not.toBe(first)
    expect(pages.keep('/chat', page({}, 'key-2 Hello'), { blanks: [key] })).not.toBe(filled)
  })

  it('and not sent again to whoever has it', async () => {
    const kept = createKeptPages(clock().now).keep('/', page())
    const { headers } = await kept.answer({})
    const again = await kept.answer({ 'if-none-match': `"x", ${headers.etag}` })
    expect(again.status).toBe(304)
    expect(again.body).toBeUndefined()
    expect((await kept.answer({ 'if-none-match': '"x"' })).status).toBe(200)
  })

  it('for our memory alone when it told nobody else', async () => {
    const { 'cache-control': _, ...headers } = page().headers
    const kept = createKeptPages(clock().now).keep('/', {
      ...page(),
      headers: { ...headers, 'surrogate-control': 'max-age=30' },
    })
    const answer = await kept.answer({})
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect(answer.headers['surrogate-control']).toBeUndefined()
  })
})

for (const name of ['sealed', 'other', 'cart']) sealedCookie(name, 60, z.string())

describe('a kept page is for', () => {
  it.each([
    ['GET', {}, true],
    ['HEAD', {}, true],
    ['GET', { cookie: 'i18n_redirected=de; asid=1; sidecar=2' }, true],
    ['POST', {}, false],
    ['GET', { 'save-data': 'on' }, false],
    ['GET', { 'sec-fetch-dest': 'iframe' }, false],
  ])('%s with %j: %s', (method, headers, expected) => {
    expect(asksForKept(method, headers)).toBe(expected)
  })

  it.each([
    ['a=b; asid=1; sidecar=2', true],
    ['sid=1', false],
    ['a=b; __Host-sid=1', false],
    ['sid =1', false],
    ['a;\tsealed\t= 1', false],
    ['a=b;sealed=1', false],
    ['__Host-sealed=1', false],
    ['other=1', true],
  ])('whoever brings none of the cookies that it looked for: %s: %s', (cookie, expected) => {
    const pages = createKeptPages(clock().now)
    pages.keep('/', page(), { lookedFor: new Set(['sid', 'sealed']) })
    expect(pages.find('/', { cookie }) !== undefined).toBe(expected)
    expect(isForAll({ cookie }, new Set(['sid', 'sealed']))).toBe(expected)
  })

  it('whoever has a cart of which it shows what is so', () => {
    const shown: Record<string, string[]> = {
      'cart=2': ['2', 'two cups'],
      'cart=2b': ['2', 'a pot'],
    }
    const pages = createKeptPages(clock().now, (cookie) => shown[cookie] ?? [])
    const lookedFor = new Set(['sid'])
    const everybodys = pages.keep('/', page(), { lookedFor })
    const withTwo = pages.keep('/', page(), { lookedFor, shownCart: '2' })
    const withCups = pages.keep('/shop', page(), { lookedFor, shownCart: 'two cups' })
    const found = (target: string, cookie: string) => pages.find(target, { cookie })?.page
    expect(found('/', 'cart=2')).toBe(withTwo)
    expect(found('/', 'cart=2b')).toBe(withTwo)
    expect(found('/shop', 'cart=2')).toBe(withCups)
    expect(found('/shop', 'cart=2b')).toBeUndefined()
    expect(found('/shop', '')).toBeUndefined()
    expect(found('/', 'cart=that holds nothing')).toBe(everybodys)
    expect(found('/', 'cart=2; sid=1')).toBeUndefined()
    pages.forget()
    expect(found('/', 'cart=2')).toBeUndefined()
  })

  it('many carts, and displaces no page of everybody’s', () => {
    const pages = createKeptPages(clock().now, (cookie) => [cookie])
    pages.keep('/', page())
    for (let pieces = 0; pieces <= 200; pieces += 1) {
      pages.keep('/', page(), { shownCart: `cart=${pieces}` })
    }
    expect(pages.find('/')).toBeDefined()
    expect(pages.find('/', { cookie: 'cart=0' })).toBeUndefined()
    expect(pages.find('/', { cookie: 'cart=1' })).toBeDefined()
  })
})
