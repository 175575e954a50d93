/** The one parser, so that all parts of the server see the same (RFC 6265 §5.2). */
export function cookiesIn(header: string | null | undefined): readonly Cookie[] {
  if (!header) return []
  return header.split(';').flatMap((pair): Cookie[] => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() && value.length > 0 ? [[name.trim(), value.join('=').trim()]] : []
  })
}

type Cookie = readonly [name: string, value: string]

export function cookieValues(header: string | null | undefined, name: string): string[] {
  return cookiesIn(header).flatMap(([each, value]) => (each === name ? value : []))
}
