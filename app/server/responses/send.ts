import type { Config } from '~/config.server'
import type { Visit } from '../arrival/visit'
import { type Answer, type AnswerHeaders, notStored } from './answer'
import { withSecurity } from './security-headers'

type Reply = Pick<Visit, 'request' | 'response' | 'context'>

/** Writes the head with every common header; handlers that write their own body begin with it. */
export function writeHead(
  { response, context }: Omit<Reply, 'request'>,
  status: number,
  headers: AnswerHeaders,
) {
  const complete = completed(headers, context.config)
  response.writeHead(status, context.stopping ? ['connection', 'close', ...complete] : complete)
}

/** Kept responses have the same headers each time; they are completed once. */
const before = new WeakMap<AnswerHeaders, { config: Config; headers: string[] }>()

/** Names and values in turn, which Node writes quickest. */
function completed(own: AnswerHeaders, config: Config): string[] {
  const known = before.get(own)
  if (known?.config === config) return known.headers
  const all = withSecurity({ 'cache-control': notStored, ...own }, config.publicOrigin)
  const headers: string[] = []
  for (const [name, value] of Object.entries(all)) {
    for (const each of Array.isArray(value) ? value : [value]) headers.push(name, String(each))
  }
  before.set(own, { config, headers })
  return headers
}

const none = { headers: {}, rawHeaders: [] }

/** Lets go of the heads of a response that stays open: Node keeps all their texts until it ends. */
export function forgetHeads({ request, response }: Omit<Reply, 'context'>) {
  Object.assign(request, none)
  // Once a body has begun, Node asks only whether there was a head.
  Object.assign(response, { _header: 'sent' })
}

/** Leaves out the body for HEAD. */
export function send(visit: Reply, { status, headers, body }: Answer) {
  const { request, response } = visit
  const bodiless = status === 204 || status === 304
  const counted = bodiless || headers['content-length'] !== undefined
  const length = String(body?.length ?? 0)
  writeHead(visit, status, counted ? headers : { ...headers, 'content-length': length })
  response.end(bodiless || request.method === 'HEAD' ? undefined : body, 'latin1')
}
