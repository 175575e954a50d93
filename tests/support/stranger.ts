import { readdirSync, readFileSync } from 'node:fs'
import { type Agent, request } from 'node:http'
import { join } from 'node:path'

/** A request as it is written by somebody who looks for a weakness. */
export interface StrangeRequest {
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body?: string
}

interface RouteEntry {
  id: string
  parentId?: string
  path?: string
  hasAction: boolean
}

/** What is answered without Remix, and so without being in its list of routes. */
export const rawPaths = ['/live', '/healthz', '/readyz', '/embed.js']

/** Addresses of routes that read another form, or another page, by their query. */
const withQueries = [
  '/chat?feedback=1',
  '/dashboard?index',
  '/dashboard/settings/hours',
  '/dashboard/settings/replies',
  '/dashboard/settings/delete',
  '/dashboard/tickets?ticket=1',
  '/shop/checkout',
  '/verify-email?mode=resetPassword&oobCode=none',
  '/withdrawal?cancel',
  '/withdrawal?withdraw',
]

/** Returns an address for each route of the built app, as its own list has them; `actions` take forms. */
export function pathsOfRoutes(): { all: string[]; actions: string[] } {
  const folder = 'build/client/assets'
  const file = readdirSync(folder).find((name) => /^manifest-.*\.js$/.test(name)) ?? ''
  const text = readFileSync(join(folder, file), 'utf8')
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
    routes: Record<string, RouteEntry>
  }
  const pathOf = ({ parentId, path }: RouteEntry): string => {
    const parent = parentId === undefined ? undefined : routes[parentId]
    const before = parent ? pathOf(parent) : ''
    return path && path !== ':lang?' ? `${before}/${path.replace('*', 'no/such')}` : before
  }
  const pathsOf = (some: RouteEntry[]) => [
    ...new Set([...some.map((route) => pathOf(route) || '/'), ...withQueries]),
  ]
  const all = Object.values(routes)
  return { all: pathsOf(all), actions: pathsOf(all.filter(({ hasAction }) => hasAction)) }
}

/** Names that form parsers read as paths or keep for themselves, or that objects have of their own. */
export const hostileNames = [
  'a[4294967294]',
  'files[5000000]',
  'files[]',
  'a.b.c',
  '__intent__',
  '__proto__',
  'constructor',
  'toString',
  '',
]

/** Returns forms that no page has sent, urlencoded and multipart, by what is wrong with them. */
export function hostileForms(): [about: string, form: Pick<StrangeRequest, 'headers' | 'body'>][] {
  const usual: Field[] = [
    ['key', 'k'],
    ['body', 'hi'],
    ['intent', 'reply'],
  ]
  const fields: [string, Field[]][] = [
    ...hostileNames.map((name): [string, Field[]] => [`a field ${name}`, [...usual, [name, 'x']]]),
    ['a field of 50,000 letters for a name', [...usual, ['a'.repeat(50_000), 'x']]],
    ['5,000 fields', Array.from({ length: 5_000 }, (_, index): Field => [`a${index}`, ''])],
    ['one field 5,000 times', Array.from({ length: 5_000 }, (): Field => ['files', ''])],
  ]
  return [
    ...fields.flatMap(
      ([about, each]): ReturnType<typeof hostileForms> => [
        [about, urlencoded(each)],
        [`${about} in parts`, multipart(each)],
      ],
    ),
    ['words', typed('text/plain', 'body=hi')],
    ['data', typed('application/json', '{"body":"hi","files":{"length":4294967294}}')],
    ['no type', typed('', 'body=hi')],
    ['no boundary', typed('multipart/form-data', multipart(usual).body)],
    ['another boundary', typed('multipart/form-data; boundary=other', multipart(usual).body)],
  ]
}

type Field = [name: string, value: string]

function urlencoded(fields: Field[]) {
  return typed('application/x-www-form-urlencoded', String(new URLSearchParams(fields)))
}

function multipart(fields: Field[]) {
  const parts = fields.map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return typed('multipart/form-data; boundary=b', `${parts.join('')}--b--\r\n`)
}

function typed(type: string, body: string) {
  return { headers: { 'Content-Type': type }, body }
}

/** Numbers from 0 to 1, the same for the same seed. Source: mulberry32 by Tommy Ettinger. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Names of the app's own queries and fields, so that what is sent with them is read. */
const ownNames = [
  ...['as', 't', 'id', 'desk', 'after', 'before', 'ticket', 'print', 'all', 'chosen', 'state', 'q'],
  ...['tag', 'priority', 'order', 'sort', 'category', 'item', 'section', 'reply', 'to', 'step'],
  ...['redirect', 'mode', 'oobCode', 'continueUrl', 'lang', 'language', 'done', 'link', 'problem'],
  ...['stop', 'withdraw', 'cancel', 'receipt', 'feedback', 'rate', 'erase', 'photo', 'typing'],
  ...['index', '_routes', '_data', 'rating', 'comment', 'kind', 'period', 'sent', 'code', 'error'],
  ...['intent', 'key', 'body', 'files', 'uploaded', 'email', 'name', 'password', 'product'],
  ...['quantity', 'country', 'postcode', 'payment', 'seen', 'consent', 'stamp', 'homepage', 'tags'],
  ...[
    'date',
    'time',
    'saved',
    'timeZone',
    'locale',
    'device',
    'provider',
    'x',
    'y',
    'side',
    'zoom',
  ],
]

const ownIntents = [
  ...['reply', 'note', 'solve', 'close', 'tag', 'snooze', 'merge', 'erase', 'bulk-close'],
  ...['tell', 'rate', 'keep', 'end', 'add', 'order', 'link', 'reset', 'google', 'save-look'],
  ...['save-name', 'save-photo', 'change-email', 'save-week', 'save-exceptions', 'follow-up'],
  ...['switch-language', 'put-guide-away', 'save', 'remove', 'constructor', ''],
]

const values = [
  ...['', '0', '1', '-1', '1.5', '1e308', '9007199254740993', 'NaN', 'Infinity', '00', '0x10'],
  ...['constructor', '__proto__', 'toString', 'null', 'undefined', 'true', '[]', '{}', '{"a":1}'],
  ...['en', 'de', 'json', 'html', 'zip', 'preview', 'stream', 'poll', 'page', 'test', 'test-page'],
  ...['a@b.example', 'a@b', '2026-02-31', '24:00', 'Europe/Berlin', 'EUR', 'DE', 'house-coffee'],
  ...['\0', '\r\n', '\u2028', '\ufeff', '\ud800', '\u202e', '🙂', 'ﷺ', 'İ', "'; --", '"><script>'],
  ...['../../etc/passwd', '//evil.example', 'javascript:1', '%', '%00', '%zz', '*', '(((', '\\'],
  ...['a'.repeat(300), 'ä'.repeat(2_000), 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '" OR "'],
]

const methods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'POST',
  'POST',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'OPTIONS',
]

const languageRanges = ['de', 'de;q=2', '*', 'en-;q=', ';;;', 'x'.repeat(900), 'de,'.repeat(200)]
const types = [
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'multipart/form-data',
  ],
  ...[
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=',
    'a/b',
    ';',
    'text/html;,',
  ],
]
const destinations = ['iframe', 'document', 'empty', 'script', 'x']

/** What a stranger may know: cookies that open something, and addresses by which something opens. */
export interface Known {
  origin: string
  cookies: string[]
  addresses: string[]
}

/** Returns a request that is wrong in ways that the random numbers choose; `paths` are where it may go. */
export function strangeRequest(
  random: () => number,
  paths: readonly string[],
  { origin, cookies, addresses }: Known,
): StrangeRequest {
  const one = <Value>(list: readonly Value[]): Value =>
    list[Math.floor(random() * list.length)] as Value
  const chance = (share: number) => random() < share
  const some = <Value>(most: number, make: () => Value): Value[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, make)
  const name = () => (chance(0.1) ? one(hostileNames) : one(ownNames))
  const value = (): string => (chance(0.1) ? one(values) + one(values) : one(values))
  const field = (): Field => (chance(0.3) ? ['intent', one(ownIntents)] : [name(), value()])
  const encoded = (text: string) =>
    chance(0.1) ? one(['%', '%E0%A4%A', '%ED%A0%80', '+', '&', '=']) : escaped(text)

  const method = one(methods)
  const [bare = '/', known] = one(chance(0.2) ? addresses : paths).split('?')
  const headers: Record<string, string> = {}
  if (chance(0.9)) Object.assign(headers, { Origin: origin, 'Sec-Fetch-Site': 'same-origin' })
  const jar = [
    // What signs out would leave nothing to open for those that come after.
    ...(chance(0.5) && !/^(\/de)?\/(logout|session)/.test(bare) ? [one(cookies)] : []),
    ...some(
      2,
      () => `${one(['sid', 'cart', 'flash', 'language', '__Host-sid', ''])}=${escaped(value())}`,
    ),
  ]
  if (jar.length > 0) headers.Cookie = jar.join(one(['; ', ';', ' ; ', ';;']))
  if (chance(0.2)) headers['Accept-Language'] = one(languageRanges)
  if (chance(0.2)) headers['Sec-Fetch-Dest'] = one(destinations)
  if (chance(0.1)) headers.Referer = one([`${origin}/chat`, 'x', 'http://[', '//'])
  if (chance(0.1)) headers['If-None-Match'] = one(['*', '"a"', 'W/', '"'.repeat(99)])
  if (chance(0.1)) headers.Range = one(['bytes=0-0', 'bytes=9-1', 'bytes=-', 'x=1'])
  if (chance(0.1))
    headers['Accept-Encoding'] = one(['br', 'gzip;q=x', '*;q=0', ',,,', 'identity;q=0'])
  if (chance(0.1)) headers['Last-Event-ID'] = one(['-1', '1e9', 'x', '9'.repeat(40)])
  if (chance(0.1)) headers.Authorization = one(['Bearer', 'Bearer a.b.c', 'Basic Og==', 'x'])
  if (chance(0.1)) headers['User-Agent'] = one(['', 'Mobi', 'x'.repeat(2_000)])
  if (chance(0.05)) headers['Save-Data'] = 'on'
  if (chance(0.05)) headers['Stripe-Signature'] = one(['t=1,v1=a', 't=', `t=${'9'.repeat(400)}`])

  const ending = chance(0.15)
    ? '.data'
    : chance(0.05)
      ? one(['/', '/..', '//', '/%2e', ';x', '%00'])
      : ''
  const query = [
    ...(known === undefined || chance(0.2) ? [] : [known]),
    ...some(3, () => `${encoded(name())}=${encoded(value())}`),
  ].join('&')
  const path = `${bare}${ending}${query && `?${query}`}`
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS')
    return { method, path, headers }

  const fields = some(6, field)
  const { headers: type, body } = chance(0.3) ? multipart(fields) : urlencoded(fields)
  if (chance(0.9)) Object.assign(headers, type)
  else headers['Content-Type'] = one(types)
  const cut = chance(0.1) ? body.slice(0, Math.floor(random() * body.length)) : body
  return { method, path, headers, body: chance(0.05) ? value() : cut }
}

/** Percent-encoded; what is no text, as a replacement character. */
function escaped(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** What came of a request; status 0 where the server cut the line. */
export interface Outcome {
  status: number
  /** Milliseconds until the whole answer was there, or the first event of a stream. */
  milliseconds: number
}

/** Sends a request and reads the answer to its end; a stream of events is left as soon as it is open. */
export function send(
  origin: string,
  { method, path, headers, body }: StrangeRequest,
  agent: Agent | false = false,
): Promise<Outcome> {
  const began = performance.now()
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, milliseconds: performance.now() - began })
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const { host, port } = new URL(origin)
    const all = { Host: host, ...headers, ...length }
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: all, agent },
      (answer) => {
        const { statusCode = 0 } = answer
        if (answer.headers['content-type']?.startsWith('text/event-stream')) {
          done(statusCode)
          sent.destroy()
          return
        }
        answer.on('end', () => done(statusCode))
        answer.on('error', () => done(0))
        answer.resume()
      },
    )
    sent.on('error', () => done(0))
    sent.end(body)
  })
}
