/**
 * The network that counts as one sender: an IPv4 address as it is, of an IPv6 address the first 64
 * bits, which one line has to itself. What is neither is answered as it was given.
 */
export function networkOf(address: string): string {
  // A proxy may add a port: "192.0.2.1:4711", "[2001:db8::1]:4711".
  const bare = /^\[([^\]]*)\]/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
  const literal = `http://[${bare.replace(/%.*$/, '')}]`
  if (!bare.includes(':') || !URL.canParse(literal)) return bare
  // As RFC 5952 writes it: small letters, no leading zeros, "::" for the longest run of zeros.
  const canonical = new URL(literal).hostname.slice(1, -1)
  // An IPv4 address on a socket for both kinds; all of them share their first 64 bits.
  if (canonical.startsWith('::ffff:')) return canonical
  const [front = '', back] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = back ? Array<string>(8 - front.length - back.length).fill('0') : []
  return `${[...front, ...zeros, ...(back ?? [])].slice(0, 4).join(':')}::/64`
}

/**
 * What a sender may rent as a whole: of an IPv4 address the 256 around it, of an IPv6 address the
 * first 48 bits.
 */
export function subnetOf(address: string): string {
  const [, ipv4] = /(\d+\.\d+\.\d+)\.\d+(?:\]?:\d+|\])?$/.exec(address) ?? []
  if (ipv4) return `${ipv4}.0/24`
  return networkOf(address).replace(/^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/, '$1:/48')
}
