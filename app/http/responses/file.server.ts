import type { AppLoadContext } from '@remix-run/node'
import type { FileType } from '../../domain/files/types'

interface AnsweredFile {
  name: string
  type: FileType
  /** In bytes, if known. */
  size?: number
  file: string
  /** Whether a browser may display it. */
  inline: boolean
}

/** Seconds: long enough to read a conversation. */
const freshFor = 600

/**
 * Headers that keep a file inert: its detected type, sandboxed if displayed, for no other site or
 * shared cache. Source: OWASP ASVS 5.0, 5.4; RFC 6266.
 */
export function fileHeaders({ name, type, size, file, inline }: AnsweredFile): Headers {
  const headers = new Headers({
    'Content-Type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'Content-Disposition': `${inline ? 'inline' : 'attachment'}; ${namedAs(name)}`,
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': `private, max-age=${freshFor}, no-transform`,
    'Accept-Ranges': 'none',
    'X-Robots-Tag': 'noindex',
    Vary: 'Cookie',
    ETag: `"${file}"`,
  })
  if (size !== undefined) headers.set('Content-Length', String(size))
  return headers
}

/** A file never changes. */
export function isKnownFile({ headers }: AppLoadContext, { file }: AnsweredFile): boolean {
  return (headers.get('If-None-Match') ?? '').includes(`"${file}"`)
}

/** In UTF-8, and in ASCII for old clients. Source: RFC 8187. */
function namedAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, percent)
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
