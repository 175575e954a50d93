import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  type CacheableAnswer,
  createPageCache,
  lifetimeOf,
  mayUseCache,
} from '~/server/responses/page-cache'

const page = (headers: Record<string, string> = {}, words = 'Hello. '.repeat(200)) => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'surrogate-control': 'max-age=60',
    ...headers,
  },
  body: Buffer.from(words),
})

function clock() {
  let time = Date.UTC(2026, 0, 1)
  return {
    now: () => new Date(time),
    pass: (seconds: number) => {
      time += seconds * 1_000
    },
  }
}

describe('a page is cached', () => {
  it.each<[CacheableAnswer, number]>([
    [page(), 60],
    [page({ 'cache-control': 'private, no-store' }), 60],
    [page({ 'surrogate-control': 'max-age=0' }), 0],
    [page({ 'surrogate-control': '' }), 0],
    [page({ 'set-cookie': 'a=b' }), 0],
    [page({ 'content-type': 'application/json' }), 0],
    [page({ 'content-security-policy': "script-src 'nonce-abc'" }), 0],
    [{ ...page(), status: 404 }, 0],
    [{ ...page(), status: 500 }, 0],
  ])('case %#: for %i seconds', (answer, seconds) => {
    expect(lifetimeOf(answer)).toBe(seconds)
  })

  it('under the one query that it names, and under none', () => {
    const named = page({ 'surrogate-key': '?item=tea' })
    expect(lifetimeOf(named, '?item=tea')).toBe(60)
    expect(lifetimeOf(named, '?item=te%61')).toBe(0)
    expect(lifetimeOf(named, '?item=tea&a')).toBe(0)
    expect(lifetimeOf(page(), '?item=tea')).toBe(0)
  })

  it('only as long as it says', () => {
    const { now, pass } = clock()
    const pages = createPageCache(now)
    pages.store('/', page(), pages.generation)
    pass(59)
    expect(pages.find('/')).toBeDefined()
    pass(1)
    expect(pages.find('/')).toBeUndefined()
  })

  it('for an hour more in case the store is away, and marked as stale', () => {
    const { now, pass } = clock()
    const pages = createPageCache(now)
    pages.store('/', page(), pages.generation)
    pass(70)
    expect(pages.find('/')).toBeUndefined()
    expect(pages.findStale('/')).toMatchObject({
      body: page().body,
      headers: { 'cache-status': 'tresen; hit; ttl=-10', 'cache-control': 'private, no-store' },
    })
    pass(3_590)
    expect(pages.findStale('/')).toBeUndefined()
    pages.store('/', page(), pages.generation)
    pages.clear()
    expect(pages.findStale('/')).toBeUndefined()
  })

  it('until two hundred newer ones have come', () => {
    const pages = createPageCache(clock().now)
    for (let number = 0; number <= 200; number += 1) pages.store(`/${number}`, page(), 0)
    expect(pages.find('/0')).toBeUndefined()
    expect(pages.find('/1')).toBeDefined()
    expect(pages.find('/200')).toBeDefined()
  })

  it('until the cache is cleared', () => {
    const pages = createPageCache(clock().now)
    pages.store('/', page(), pages.generation)
    pages.clear()
    expect(pages.find('/')).toBeUndefined()
  })

  it('not at all if something has changed since its rendering began', async () => {
    const pages = createPageCache(clock().now)
    const { generation } = pages
    pages.clear()
    const answer = await pages.store('/', page(), generation).answer({})
    expect(answer.body).toEqual(page().body)
    expect(pages.find('/')).toBeUndefined()
  })

  it('and compressed once for everybody, also when it is rendered again as it was', async () => {
    const { now, pass } = clock()
    const pages = createPageCache(now)
    const asked = { 'accept-encoding': 'br' }
    const first = await pages.store('/', page(), 0).answer(asked)
    pass(61)
    const second = await pages.store('/', page(), 0).answer(asked)
    expect(second.body).toBe(first.body)
    expect(brotliDecompressSync(first.body ?? '').toString()).toBe(page().body.toString())
    const other = await pages.store('/', page({}, 'Other. '.repeat(200)), 0).answer(asked)
    expect(other.body).not.toEqual(first.body)
  })

  it('and sent without the headers that are for the cache alone', async () => {
    const pages = createPageCache(clock().now)
    const { headers } = await pages.store('/', page({ 'surrogate-key': '?a' }), 0).answer({})
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Cookie, Save-Data, Accept-Encoding',
    })
    expect(Object.keys(headers).filter((name) => name.startsWith('surrogate'))).toEqual([])
  })
})

describe('the cache answers', () => {
  it.each([
    [{}, true],
    [{ cookie: 'i18n_redirected=de' }, true],
    [{ cookie: 'i18n_redirected=de; sid=1' }, false],
    [{ cookie: '__Host-sid=1' }, false],
    [{ cookie: 'cart=1' }, false],
    [{ cookie: '__Host-conversations=1' }, false],
    [{ 'save-data': 'on' }, false],
    [{ 'sec-fetch-dest': 'iframe' }, false],
  ])('a request with %j: %s', (headers, may) => {
    expect(mayUseCache('GET', headers)).toBe(may)
    expect(mayUseCache('HEAD', headers)).toBe(may)
    expect(mayUseCache('POST', headers)).toBe(false)
  })
})
