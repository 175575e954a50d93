import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Answer, AnswerHeaders } from './answer'
import { chooseEncoding, compress, type Encoding, isCompressible, vary } from './compression'

/** Bytes; below this the two headers of a compressed response cost more than it saves. */
const worthKeeping = 200

/** Bytes that are the same for everybody, compressed once for each encoding. */
export interface Representation {
  /**
   * Chooses by the encodings that a request accepts and the version that it has. `address` is the one
   * asked for, where the page is for several.
   */
  answer(asked: IncomingHttpHeaders, address?: string): Promise<Answer>
  /** The same, unless it still has to be compressed. */
  ready(asked: IncomingHttpHeaders, address?: string): Answer | undefined
}

/** `headers` in lower case, including the content type. */
export function createRepresentation(
  headers: AnswerHeaders,
  body: Buffer,
  status = 200,
): Representation {
  const shrinks = body.length >= worthKeeping && isCompressible(String(headers['content-type']))
  const common: AnswerHeaders = { ...headers, etag: `W/"${digest(body)}"` }
  if (shrinks) common.vary = vary(headers.vary, 'Accept-Encoding')
  const known: Answer = { status: 304, headers: common }
  const plain = whole(status, common, body)
  const encoded = new Map<Encoding, Answer>()
  const encoding = new Map<Encoding, Promise<Answer>>()

  async function encode(wanted: Encoding): Promise<Answer> {
    const compressed = await compress(body, wanted, 'kept')
    const answer = whole(status, { ...common, 'content-encoding': wanted }, compressed)
    encoded.set(wanted, answer)
    return answer
  }

  function chosen(asked: IncomingHttpHeaders): Answer | Encoding {
    if (isKnown(asked['if-none-match'], String(common.etag))) return known
    const wanted = shrinks ? chooseEncoding(asked['accept-encoding']) : undefined
    return wanted ? (encoded.get(wanted) ?? wanted) : plain
  }

  return {
    ready(asked) {
      const answer = chosen(asked)
      return typeof answer === 'string' ? undefined : answer
    },
    async answer(asked) {
      const answer = chosen(asked)
      if (typeof answer !== 'string') return answer
      const under = encoding.get(answer) ?? encode(answer)
      encoding.set(answer, under)
      return under
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
