/** Never a real host (RFC 6761 §6.4). */
const base = 'https://origin.invalid'

/**
 * The value of a Location header: a path of this site, with query and fragment, or a full address.
 * Whatever was typed into it is encoded, so that it is ASCII in one line.
 */
export function locationOf(address: string): string {
  const { origin, pathname, search, hash, href } = new URL(address.replace(/^[/\\]+/, '/'), base)
  return origin === base ? pathname.replace(/^\/{2,}/, '/') + search + hash : href
}
