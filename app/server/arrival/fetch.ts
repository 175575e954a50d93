import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerHeaders } from '../responses/answer'
import { isSafe } from './guard'
import type { Visit } from './visit'

/**
 * A form that has arrived, with all that an action asks of a request: to make one, and to read it again,
 * takes longer than most actions.
 */
class SentForm {
  readonly method = 'POST'
  readonly #sent: string

  constructor(
    readonly url: string,
    readonly headers: Headers,
    sent: Buffer,
  ) {
    this.#sent = utf8.decode(sent)
  }

  async text(): Promise<string> {
    return this.#sent
  }

  toRequest(): Request {
    const { url, method, headers } = this
    return new Request(url, { method, headers, body: this.#sent })
  }
}

const utf8 = new TextDecoder()

/** For Remix, which copies requests. */
export function wholeRequest(request: Request | SentForm): Request {
  return request instanceof SentForm ? request.toRequest() : request
}

/**
 * As Remix sees it, on the public origin. HEAD becomes GET; `send` drops the body. A form without files
 * is one for actions alone; see `wholeRequest`.
 */
export function fetchRequest({ request, context, path, query, body, upload }: Visit): Request {
  const { publicOrigin } = context.config
  const { headers: sent, method = 'GET' } = request
  const url = publicOrigin + path + withoutData(query)
  const headers = canonicalHeaders(sent, publicOrigin, method)
  if (method === 'POST' && body && isForm(sent['content-type'])) {
    return new SentForm(url, headers, body) as unknown as Request
  }
  return new Request(url, {
    method: method === 'HEAD' ? 'GET' : method,
    headers,
    body: upload ?? (body && body.length > 0 ? new Uint8Array(body) : undefined),
    ...(upload && { duplex: 'half' }),
  } as RequestInit)
}

function isForm(type = ''): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type)
}

/** For `_data`, which no page uses, Remix would return one route's data and log an error. */
function withoutData(query: string): string {
  // Whatever letters of it are encoded.
  if (!/[_%]/.test(query)) return query
  const fields = new URLSearchParams(query)
  if (!fields.has('_data')) return query
  fields.delete('_data')
  return `?${fields}`
}

/** On the public origin, without proxy headers: Remix compares Host and Origin byte for byte. */
export function canonicalHeaders(
  sent: IncomingHttpHeaders,
  publicOrigin: string,
  method: string,
): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || /^(x-forwarded-.*|forwarded|origin|host)$/.test(name)) continue
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each)
  }
  headers.set('Host', new URL(publicOrigin).host)
  if (sent.origin !== undefined && !isSafe(method)) headers.set('Origin', publicOrigin)
  return headers
}

/** Each cookie stays a header of its own. */
export function answerHeaders({ headers }: Response): AnswerHeaders {
  const cookies = headers.getSetCookie()
  const plain: AnswerHeaders = Object.fromEntries(headers)
  delete plain['set-cookie']
  // It may be the length of another encoding; `send` sets it.
  delete plain['content-length']
  return cookies.length > 0 ? { ...plain, 'set-cookie': cookies } : plain
}
