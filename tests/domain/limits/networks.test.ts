import { expect, test } from 'vitest'
import { networkOf, subnetOf } from '~/domain/limits/networks'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:02::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['_hidden:9', '_hidden:9'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['192.0.2.1', '192.0.2.0/24'],
  ['192.0.2.1:4711', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['[2001:db8::1]:4711', '2001:db8:0::/48'],
  ['unknown', 'unknown'],
])('%s lies in %s', (address, subnet) => {
  expect(subnetOf(address)).toBe(subnet)
})

test('an IPv4 address on a dual-stack socket is one sender', () => {
  expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('::FFFF:c000:201'))
  expect(networkOf('::ffff:192.0.2.1')).not.toBe(networkOf('::ffff:192.0.2.2'))
})
