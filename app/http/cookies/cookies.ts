/**
 * Returns the cookies of a Cookie header as names and values, in order. A server must take what
 * browsers do not send: spaces around both are left out (RFC 6265 §5.2). The one parser for all cookies,
 * so that no part of the server sees one that another part does not.
 */
export function cookiesIn(header: string | null | undefined): [name: string, value: string][] {
  return (header ?? '').split(';').flatMap((pair): [string, string][] => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() && value.length > 0 ? [[name.trim(), value.join('=').trim()]] : []
  })
}

/** Returns the values of the cookies with this name, in order. */
export function cookieValues(header: string | null | undefined, name: string): string[] {
  return cookiesIn(header).flatMap(([each, value]) => (each === name ? value : []))
}
