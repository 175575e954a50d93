import { Readable } from 'node:stream'
import type { AppLoadContext } from '@remix-run/node'
import type { Bytes } from '../../domain/files/files'
import type { FileType } from '../../domain/files/types'

/** A file of the FileStore as it is answered. */
export interface AnsweredFile {
  name: string
  type: FileType
  /** In bytes, where they are known. */
  size?: number
  file: string
  /** Whether a browser may show it rather than save it. */
  inline: boolean
}

/** How long a browser need not ask again, in seconds: long enough to read a conversation. */
const freshFor = 600

/**
 * The headers that keep a file from being anything but a file: of the type that it was found to be,
 * without rights of its own should a browser show it, for no other site and no shared cache. Source:
 * OWASP ASVS 5.0, 5.4; RFC 6266.
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

/** Whether whoever asks has it already: a file never changes. */
export function isKnownFile({ headers }: AppLoadContext, { file }: AnsweredFile): boolean {
  return (headers.get('If-None-Match') ?? '').includes(`"${file}"`)
}

export function fileStream(bytes: Bytes): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>
}

/** The name for those who read UTF-8, and one of plain letters for those who do not. Source: RFC 8187. */
function namedAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, percent)
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
