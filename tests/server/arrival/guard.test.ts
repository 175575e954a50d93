import { describe, expect, it } from 'vitest'
import { isNobodys, isOurs, originAskedFor } from '~/server/arrival/guard'

const ours = 'https://counter.example.com'

const sites = ['same-origin', 'same-site', 'cross-site', 'none', undefined, 'same-origin, none']
const origins = {
  ours,
  absent: undefined,
  null: 'null',
  malformed: 'https://',
  foreign: 'https://evil.example',
  'of another port': 'https://counter.example.com:8443',
}

/** Whether the form is taken, by Sec-Fetch-Site (rows) and Origin (columns, as above). */
const taken: Record<string, boolean[]> = {
  'same-origin': [true, true, false, false, false, false],
  'same-site': [false, false, false, false, false, false],
  'cross-site': [false, false, false, false, false, false],
  none: [true, false, false, false, false, false],
  undefined: [true, false, false, false, false, false],
  'same-origin, none': [true, false, false, false, false, false],
}

describe('a form', () => {
  for (const site of sites) {
    Object.entries(origins).forEach(([name, origin], column) => {
      const expected = taken[String(site)]?.[column]
      it(`with Sec-Fetch-Site ${site} and an Origin that is ${name} is ${expected ? 'taken' : 'refused'}`, () => {
        expect(isOurs({ 'sec-fetch-site': site, origin }, ours)).toBe(expected)
      })
    })
  }

  it('may write our origin in capitals and with its default port', () => {
    expect(isOurs({ origin: 'HTTPS://Counter.Example.com' }, ours)).toBe(true)
    expect(isOurs({ origin: 'https://counter.example.com:443' }, ours)).toBe(true)
  })

  it.each([
    'http://counter.example.com',
    'https://counter.example.com.evil.example',
    'https://counter.example.com@evil.example',
    'https://evil.example/https://counter.example.com',
    'https://counter.example.com/',
    'https://counter.example.com https://evil.example',
    'https://counter.example.com\\.evil.example',
    'counter.example.com',
    'javascript:alert(1)',
    '',
  ])('is refused from %j, which only looks like ours', (origin) => {
    expect(isOurs({ origin }, ours)).toBe(false)
  })

  it.each([
    ['https://counter.example.com/login?redirect=%2Fchat', true],
    ['https://counter.example.com', true],
    ['https://evil.example/https://counter.example.com', false],
    ['not an address', false],
  ])('without an Origin is judged by its Referer: %s', (referer, expected) => {
    expect(isOurs({ referer }, ours)).toBe(expected)
  })

  it('is refused for a foreign Origin even if the Referer is ours', () => {
    expect(isOurs({ origin: 'https://evil.example', referer: `${ours}/login` }, ours)).toBe(false)
  })

  it('is refused without a source', () => {
    expect(isOurs({}, ours)).toBe(false)
  })
})

describe('a form without a source', () => {
  it('is nobody’s as long as no session comes with it', () => {
    expect(isNobodys({})).toBe(true)
    expect(isNobodys({ cookie: 'cart=abc; aside=1' })).toBe(true)
  })

  it.each([
    { cookie: 'sid=abc' },
    { cookie: 'cart=abc; __Host-sid=abc' },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { referer: 'https://evil.example/' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
  ])('is somebody’s with %j', (headers) => {
    expect(isNobodys(headers)).toBe(false)
  })
})

describe('the host', () => {
  const origins = [ours, 'http://localhost:5173', 'http://[::1]:5173']

  it.each([
    ['counter.example.com', ours],
    ['COUNTER.example.com', ours],
    ['counter.example.com:443', ours],
    ['localhost:5173', 'http://localhost:5173'],
    ['[::1]:5173', 'http://[::1]:5173'],
  ])('%s is ours', (host, origin) => {
    expect(originAskedFor(host, origins)).toBe(origin)
  })

  it.each([
    undefined,
    '',
    'evil.example',
    'counter.example.com.evil.example',
    'counter.example.com:8443',
    'counter.example.com.',
    'evil.example@counter.example.com',
    'counter.example.com/evil',
    'counter.example.com#',
    'counter.example.com, evil.example',
    'localhost',
    'localhost:99999',
    '[::1',
    ':5173',
  ])('%j is not', (host) => {
    expect(originAskedFor(host, origins)).toBeUndefined()
  })
})
