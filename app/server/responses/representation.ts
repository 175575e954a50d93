import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Answer, AnswerHeaders } from './answer'
import { chooseEncoding, compress, type Encoding, isCompressible, vary } from './compression'

/** Bytes; below this the two headers of a compressed response cost more than it saves. */
const worthCaching = 200

/** Bytes that are the same for everybody, compressed once for each encoding. */
export interface Representation {
  /** Chooses by the encodings that a request accepts and the version that it has. */
  answer(asked: IncomingHttpHeaders): Promise<Answer>
}

/** `headers` in lower case, including the content type. */
export function createRepresentation(
  headers: AnswerHeaders,
  body: Buffer,
  status = 200,
): Representation {
  const shrinks = body.length >= worthCaching && isCompressible(String(headers['content-type']))
  const common: AnswerHeaders = { ...headers, etag: `W/"${digest(body)}"` }
  if (shrinks) common.vary = vary(headers.vary, 'Accept-Encoding')
  const known: Answer = { status: 304, headers: common }
  const plain = whole(status, common, body)
  const encoded = new Map<Encoding, Promise<Answer>>()

  async function encode(encoding: Encoding): Promise<Answer> {
    const compressed = await compress(body, encoding, 'kept')
    return whole(status, { ...common, 'content-encoding': encoding }, compressed)
  }

  return {
    async answer(asked) {
      if (isKnown(asked['if-none-match'], String(common.etag))) return known
      const encoding = shrinks ? chooseEncoding(asked['accept-encoding']) : undefined
      if (!encoding) return plain
      const answer = encoded.get(encoding) ?? encode(encoding)
      encoded.set(encoding, answer)
      return answer
    },
  }
}

/** With its length, so that the same object can be sent again and again. */
function whole(status: number, headers: AnswerHeaders, body: Buffer): Answer {
  return { status, headers: { ...headers, 'content-length': String(body.length) }, body }
}

export function digest(body: Buffer | string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 16)
}

/** Whether the client has this version. Source: RFC 9110, 13.1.2 (weak comparison). */
function isKnown(header: string | undefined, etag: string): boolean {
  if (!header) return false
  const known = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes('*') || known.includes(etag.replace(/^W\//, ''))
}
