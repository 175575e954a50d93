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
  const complete = { 'cache-control': notStored, ...headers }
  response.writeHead(status, {
    ...(context.stopping && { connection: 'close' }),
    ...withSecurity(complete, context.config.publicOrigin),
  })
}

/** Leaves out the body for HEAD. */
export function send(visit: Reply, { status, headers, body }: Answer) {
  const { request, response } = visit
  const bodiless = status === 204 || status === 304
  const counted = bodiless || headers['content-length'] !== undefined
  const length = String(body?.length ?? 0)
  writeHead(visit, status, counted ? headers : { ...headers, 'content-length': length })
  response.end(bodiless || request.method === 'HEAD' ? undefined : body)
}
