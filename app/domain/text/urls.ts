/**
 * The URL of a text that may be none; undefined then. Not by URL.canParse: once it is compiled, Node 20
 * finds that a text with letters such as ä cannot be parsed.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Of an http or https address, if it names no user: a name before the host passes for the host. */
export function parseLink(text: string): URL | undefined {
  const url = parseUrl(text)
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  return isPlain ? url : undefined
}

/** Of this machine, as URLs have them. */
export const loopbackNames = ['localhost', '127.0.0.1', '[::1]']
