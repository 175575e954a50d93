import { EventEmitter } from 'node:events'
import { describe, expect, it, test } from 'vitest'
import {
  answerHeaders,
  canonicalHeaders,
  clientKind,
  fetchRequest,
} from '~/server/arrival/remix-request'
import { addressOf, type Visit } from '~/server/arrival/visit'

const ours = 'https://counter.example.com'

describe('the request that pages see', () => {
  it('speaks of the public origin, whatever a proxy or a visitor said', () => {
    const headers = canonicalHeaders(
      {
        host: 'COUNTER.example.com:443',
        origin: 'HTTPS://counter.example.com',
        forwarded: 'host=evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        'x-forwarded-for': '192.0.2.1',
        'accept-language': 'de',
      },
      ours,
      'POST',
    )
    expect(Object.fromEntries(headers)).toEqual({
      host: 'counter.example.com',
      origin: ours,
      'accept-language': 'de',
    })
  })

  it('names no origin where none was sent, and none when it only reads', () => {
    expect(canonicalHeaders({}, ours, 'POST').get('origin')).toBeNull()
    expect(canonicalHeaders({ origin: 'https://x.example' }, ours, 'GET').get('origin')).toBeNull()
  })
})

describe('a form that has arrived', () => {
  const response = new EventEmitter()
  const visit = {
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    },
    response,
    context: { config: { publicOrigin: ours } },
    path: '/chat',
    query: '?t=secret&_%64ata=x',
    body: Buffer.from('body=Gr%C3%BC%C3%9Fe&name=n'),
  } as unknown as Visit

  it('is a request like any other: read as text or as a form, and copied', async () => {
    const request = fetchRequest(visit)
    expect(request.url).toBe(`${ours}/chat?t=secret`)
    expect(request.method).toBe('POST')
    expect(await request.clone().text()).toBe('body=Gr%C3%BC%C3%9Fe&name=n')
    expect(Object.fromEntries(await request.formData())).toEqual({ body: 'Grüße', name: 'n' })
  })

  it('has a signal that says when the client has left', () => {
    const { signal } = fetchRequest(visit)
    expect(signal.aborted).toBe(false)
    response.emit('close')
    expect(signal.aborted).toBe(true)
  })
})

describe('the answer of a page', () => {
  it('keeps each cookie a header of its own', () => {
    const headers = new Headers({ 'Content-Length': '5', 'Content-Type': 'text/html' })
    headers.append('Set-Cookie', 'a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT')
    headers.append('Set-Cookie', 'b=2')
    expect(answerHeaders(new Response('', { headers }))).toEqual({
      'content-type': 'text/html',
      'set-cookie': ['a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT', 'b=2'],
    })
  })
})

test.each([
  ['without a proxy nothing that is said is believed', '203.0.113.9', 0, '10.0.0.1'],
  ['one proxy adds the last address', '203.0.113.9, 198.51.100.7', 1, '198.51.100.7'],
  ['two proxies add the last two', '6.6.6.6, 203.0.113.9, 198.51.100.7', 2, '203.0.113.9'],
  ['a proxy that said nothing leaves the connection’s', undefined, 1, '10.0.0.1'],
  ['fewer addresses than proxies leave the connection’s', '203.0.113.9', 2, '10.0.0.1'],
])('%s', (_, said, proxies, expected) => {
  const request = {
    headers: { 'x-forwarded-for': said },
    socket: { remoteAddress: '10.0.0.1' },
  } as unknown as Visit['request']
  const context = { config: { trustProxy: proxies } } as Visit['context']
  expect(addressOf({ request, context })).toBe(expected)
})

test.each([
  [{ 'sec-ch-ua-mobile': '?1' }, 'mobile'],
  [{ 'sec-ch-ua-mobile': '?0', 'user-agent': 'Mozilla/5.0 (Linux; Android 15)' }, 'desktop'],
  [{ 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Mobile/15E148' }, 'mobile'],
  [{ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0' }, 'desktop'],
  [{}, 'desktop'],
])('a client that says %j is %s', (headers, kind) => {
  expect(clientKind(headers)).toBe(kind)
})
