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
