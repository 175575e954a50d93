import { expect, test } from 'vitest'
import { addressOf, clientKind } from '~/server/arrival/load-context'
import type { Visit } from '~/server/arrival/visit'

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
