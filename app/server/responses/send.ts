import type { Config } from '~/config.server'
import type { Visit } from '../arrival/visit'
import { type Answer, type AnswerHeaders, notStored } from './answer'
import { withSecurity } from './security-headers'

/** Writes the head with every common header; handlers that write their own body begin with it. */
export function writeHead({ response, context }: Visit, status: number, headers: AnswerHeaders) {
  if (context.stopping) response.setHeader('connection', 'close')
  response.writeHead(status, complete(headers, context.config))
}

/** Kept responses have the same headers each time; they are completed once. */
const completed = new WeakMap<AnswerHeaders, { config: Config; headers: AnswerHeaders }>()

function complete(own: AnswerHeaders, config: Config): AnswerHeaders {
  const before = completed.get(own)
  if (before?.config === config) return before.headers
  const headers = withSecurity({ 'cache-control': notStored, ...own }, config.publicOrigin)
  completed.set(own, { config, headers })
  return headers
}

/** Leaves out the body for HEAD. */
export function send(visit: Visit, { status, headers, body }: Answer) {
  const { request, response } = visit
  const bodiless = status === 204 || status === 304
  const counted = bodiless || headers['content-length'] !== undefined
  const length = String(body?.length ?? 0)
  writeHead(visit, status, counted ? headers : { ...headers, 'content-length': length })
  response.end(bodiless || request.method === 'HEAD' ? undefined : body)
}
