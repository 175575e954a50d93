import { parseUrl } from '../text/urls'

/** An IPv4 address, or an IPv6 /64. Other input is returned as it is. */
export function networkOf(address: string): string {
  // A proxy may add a port: "192.0.2.1:4711", "[2001:db8::1]:4711".
  const bare = /^\[([^\]]*)\]/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
  const literal = `http://[${bare.split('%', 1)[0]}]`
  if (!bare.includes(':') || !parseUrl(literal)) return bare
  // As in RFC 5952: lower case, no leading zeros, "::" for the longest run of zeros.
  const canonical = new URL(literal).hostname.slice(1, -1)
  // IPv4 on a dual-stack socket; all of these share their first 64 bits.
  if (canonical.startsWith('::ffff:')) return canonical
  const [front = '', back] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = back ? Array<string>(8 - front.length - back.length).fill('0') : []
  return `${[...front, ...zeros, ...(back ?? [])].slice(0, 4).join(':')}::/64`
}

/** What one sender may rent: an IPv4 /24 or an IPv6 /48. */
export function subnetOf(address: string): string {
  const [, ipv4] =
    /^(?:\[?[\da-f:]*:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}(?:\]?:\d{1,5}|\])?$/i.exec(address) ??
    []
  if (ipv4) return `${ipv4}.0/24`
  return networkOf(address).replace(/^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/, '$1:/48')
}

/** What the sender's address and subnet are counted as. `way` separates buckets. */
export function originOf({ clientAddress }: { clientAddress: string }, way = '') {
  const [address, subnet] = [networkOf(clientAddress), subnetOf(clientAddress)]
  return { address: `${way} ${address}`, subnet: `${way} ${subnet}` }
}
