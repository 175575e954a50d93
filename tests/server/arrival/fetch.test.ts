import { describe, expect, it } from 'vitest'
import { answerHeaders, canonicalHeaders, fetchRequest, wholeRequest } from '~/server/arrival/fetch'
import type { Visit } from '~/server/arrival/visit'

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
  const visit = {
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    },
    context: { config: { publicOrigin: ours } },
    path: '/chat',
    query: '?t=secret&_%64ata=x',
    body: Buffer.from('\ufeffbody=Gr%C3%BC%C3%9Fe&name=ß'),
  } as unknown as Visit

  it('is read by its action as often as it likes, without a mark of its byte order', async () => {
    const form = fetchRequest(visit)
    expect(form.url).toBe(`${ours}/chat?t=secret`)
    expect(form.headers.get('Content-Type')).toMatch(/^application/)
    expect([await form.text(), await form.text()]).toEqual(
      Array(2).fill('body=Gr%C3%BC%C3%9Fe&name=ß'),
    )
  })

  it('is a request with the same body where Remix wants one', async () => {
    const request = wholeRequest(fetchRequest(visit))
    expect(request).toBeInstanceOf(Request)
    expect(request.method).toBe('POST')
    expect(request.headers.get('Content-Type')).toBe(visit.request.headers['content-type'])
    expect(await request.text()).toBe('body=Gr%C3%BC%C3%9Fe&name=ß')
    expect(wholeRequest(request)).toBe(request)
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
