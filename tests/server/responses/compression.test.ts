import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chooseEncoding, compress, isCompressible, vary } from '~/server/responses/compression'

describe('the encoding of an answer', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['br', 'br'],
    ['BR', 'br'],
    ['gzip', 'gzip'],
    ['*', 'br'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['gzip;q=0.2, br;q=0.8, identity;q=0.5', 'br'],
    ['identity, br;q=0.5', undefined],
    ['gzip, *;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0, *;q=0.1', 'br'],
    ['br;q=0, gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['brotli', undefined],
    ['br;q=high', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for Accept-Encoding %j is %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding)
  })

  it.each(['br', 'gzip'] as const)('%s gives the same words back', async (encoding) => {
    const words = Buffer.from('Guten Tag. '.repeat(200))
    const small = await compress(words, encoding, 'once')
    expect(small.length).toBeLessThan(words.length)
    const unpacked = encoding === 'br' ? brotliDecompressSync(small) : gunzipSync(small)
    expect(unpacked.equals(words)).toBe(true)
  })

  it.each([
    ['text/html; charset=utf-8', true],
    ['text/x-script', true],
    ['image/svg+xml', true],
    ['application/json', true],
    ['application/manifest+json; charset=utf-8', true],
    ['text/event-stream', false],
    ['image/png', false],
    ['font/woff2', false],
    ['application/pdf', false],
    ['', false],
  ])('is worth the trouble for %j: %s', (type, worth) => {
    expect(isCompressible(type)).toBe(worth)
  })
})

describe('Vary', () => {
  it('names each header once', () => {
    expect(vary(undefined, 'Accept-Encoding')).toBe('Accept-Encoding')
    expect(vary('cookie, Accept-Encoding', 'Cookie', 'Save-Data')).toBe(
      'cookie, Accept-Encoding, Save-Data',
    )
  })
})
