/** Never a real host (RFC 6761 §6.4). */
const base = 'https://origin.invalid'

/**
 * The value of a Location header: a path of this site, with query and fragment, or a full address.
 * Whatever was typed into it is encoded, so that it is ASCII in one line.
 */
export function locationOf(address: string): string {
  // What a URL parser drops would otherwise bring two slashes together.
  const kept = address.replace(/^[\0- ]+|[\t\n\r]/g, '').replace(/^[/\\]+/, '/')
  const { origin, pathname, search, hash, href } = new URL(kept, base)
  return origin === base ? pathname.replace(/^\/{2,}/, '/') + search + hash : href
}
