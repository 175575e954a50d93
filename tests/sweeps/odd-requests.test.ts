import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { partsOfRooms } from '../support/desk-rooms'
import { pathsOfRoutes, rawPaths } from '../support/stranger'
import { openTestServer, type TestServer } from '../support/test-server'
import { fillCart, openCheckout, order } from '../support/till'

/** Milliseconds after which a request without an answer has hung. */
const longestWait = 60_000

let server: TestServer
let cookies: Record<string, string>
let paths: string[]

beforeAll(async () => {
  server = await openTestServer()
  const owner = await server.signUp()
  const { address } = await server.begin('Is there cake?')
  const cart = await fillCart(server, { 'house-coffee': 1 })
  await order(server, cart, await openCheckout(server, cart))
  cookies = { nobody: '', 'the site’s owner': owner.cookie }
  const rooms = [...partsOfRooms, '/dashboard/orders?order=1001', address.split('#')[0] ?? '']
  const all = [...new Set([...pathsOfRoutes().all, ...rawPaths, ...rooms])]
  // What signs out would leave nothing to open for those that come after.
  const others = all.filter((path) => !/^\/(logout|session)/.test(path))
  // One language each: what is in front of a page is the same in all.
  paths = others.map((path, index) =>
    localizedPath(path, languages[index % languages.length] ?? 'en'),
  )
})
afterAll(() => server.close())

/** The first line of the answer to what is written to the server as it is; empty where it hangs up. */
function write(head: string[], body = ''): Promise<string> {
  const { hostname, port, host } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  const [line = '', ...fields] = head
  socket.write([line, `Host: ${host}`, 'Connection: close', ...fields, '', body].join('\r\n'))
  return new Promise((resolve) => {
    let answer = ''
    const done = (said: string) => {
      resolve(said)
      socket.destroy()
    }
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part
      // A stream of events would not end.
      if (answer.includes('\r\n')) done(answer.split('\r\n', 1)[0] ?? '')
    })
    socket.on('close', () => done(answer))
    socket.on('error', ({ message }) => done(`failed: ${message}`))
    socket.setTimeout(longestWait, () => done('It hangs'))
  })
}

function statusOf(line: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0)
}

/** What is answered otherwise than by a page, a redirect or a refusal. */
async function faultsOf(
  requests: (path: string, cookie: string) => [head: string[], body?: string][],
): Promise<string[]> {
  const faults: string[] = []
  for (const [who, cookie] of Object.entries(cookies)) {
    for (const path of paths) {
      const lines = await Promise.all(requests(path, cookie).map((each) => write(...each)))
      for (const [index, line] of lines.entries()) {
        const status = statusOf(line)
        const refused = status >= 200 && status < 500
        // Ready only where it could write.
        if (!refused && !(path.endsWith('/readyz') && status === 503)) {
          faults.push(`${who} ${path} ${index}: ${line}`)
        }
      }
    }
  }
  return faults
}

const ours = (cookie: string) => [
  `Origin: ${server.origin}`,
  'Sec-Fetch-Site: same-origin',
  ...(cookie ? [`Cookie: ${cookie}`] : []),
]

/** In the order that a request names them. */
const methods = [
  ...[
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
    'PROPFIND',
    'REPORT',
    'LOCK',
    'QUERY',
    'OPTIONS',
    'M-SEARCH',
  ],
  ...['get', 'FOO', 'X'.repeat(5_000), 'POST\u0000', ''],
]

describe('whatever is sent to any page, as nobody and as the site’s owner', () => {
  it('is answered, whatever its method', async () => {
    const faults = await faultsOf((path, cookie) =>
      methods.map((method) => [
        [`${method} ${path} HTTP/1.1`, ...ours(cookie), 'Content-Length: 0'],
      ]),
    )
    expect(faults).toEqual([])
  })

  it('is refused by a method that only another page takes, with those that it takes', async () => {
    for (const path of ['/shop', '/de/shop/checkout', '/chat', '/login', '/terms', '/dashboard']) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const { status, headers } = await server.ask(path, {
          method,
          headers: { Origin: server.origin },
        })
        expect([path, method, status]).toEqual([path, method, 405])
        expect(headers.get('allow')).toMatch(/^GET, HEAD(, POST)?$/)
      }
    }
  })

  it('is answered, whatever its body says that it is', async () => {
    const bodies: [type: string, body: string][] = [
      ['multipart/form-data', 'a'],
      ['multipart/form-data; boundary=', '--\r\n\r\n--'],
      ['multipart/form-data; boundary=b', ''],
      ['multipart/form-data; boundary=b', '--b'],
      ['multipart/form-data; boundary=b', '--b--'],
      ['multipart/form-data; boundary=b', '--b\r\n\r\n\r\n--b--\r\n'],
      ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="body'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--',
      ],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\ncut off',
      ],
      [
        'multipart/form-data; boundary=b',
        `--b\r\nContent-Disposition: form-data; name="intent"\r\nContent-Type: ${'x'.repeat(70_000)}\r\n\r\nsave\r\n--b--\r\n`,
      ],
      [`multipart/form-data; boundary=${'b'.repeat(5_000)}`, `--${'b'.repeat(5_000)}--`],
      ['multipart/form-data; boundary="\u00e4"', '--\u00e4--'],
      ['application/x-www-form-urlencoded; charset=utf-7', '+AGE-=b'],
      ['application/x-www-form-urlencoded', '%=%&%E0%A4%A=%ff&=&&&'],
      ['text/plain', 'intent=save'],
    ]
    const faults = await faultsOf((path, cookie) =>
      bodies.map(([type, body]) => [
        [
          `POST ${path} HTTP/1.1`,
          ...ours(cookie),
          `Content-Type: ${type}`,
          `Content-Length: ${Buffer.byteLength(body)}`,
        ],
        body,
      ]),
    )
    expect(faults).toEqual([])
  })

  it('is answered, however many fields its head has', async () => {
    const many = (count: number, make: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => make(index))
    const heads = [
      many(900, (index) => `X-${index}: 1`),
      many(2_500, () => 'A: b'),
      many(1_000, () => 'Accept-Encoding: br;q=0.1'),
      many(300, (index) => `Cookie: c${index}=1`),
      many(300, (index) => `Accept-Language: x${index};q=0.1`),
      [`X: ${'y'.repeat(15_000)}`],
      [`X: ${'y'.repeat(70_000)}`],
      ['Range: bytes=0-0,1-1,2-2', 'If-None-Match: "', 'If-Modified-Since: yesterday'],
      ['Upgrade: websocket', 'X-Forwarded-For: ,,,', 'Forwarded: for=_'],
      ['Transfer-Encoding: chunked', 'Content-Length: 5'],
    ]
    const faults = await faultsOf((path, cookie) =>
      heads.map((fields) => [[`GET ${path} HTTP/1.1`, ...ours(cookie), ...fields]]),
    )
    expect(faults).toEqual([])
  })
})

it('none of it was a fault in the log', () => {
  expect(server.warnings.filter((line) => line.includes('"level":50'))).toEqual([])
})
