import type { Visit } from '../arrival/visit'
import { type Answer, type AnswerHeaders, notStored } from './answer'

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

const year = 365 * 24 * 3_600

const defaults: AnswerHeaders = {
  'x-content-type-options': 'nosniff',
  // Never no-referrer: browsers then send `Origin: null` with forms, which looks like a forgery.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Browsers read these of documents alone: 145 bytes that a script need not carry over a slow line. */
const ofDocuments: AnswerHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
}

const closedPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/**
 * Adds security headers; a response's own ones win (names in lower case). Source: OWASP ASVS 5.0,
 * 3.4.
 */
export function withSecurity(own: AnswerHeaders, publicOrigin: string): AnswerHeaders {
  const isScript = String(own['content-type']).startsWith('text/javascript')
  const headers = { ...defaults, ...(isScript ? {} : ofDocuments), ...own }
  const policy = own['content-security-policy']
  if (policy === undefined && own['content-security-policy-report-only'] === undefined) {
    headers['content-security-policy'] = closedPolicy
  }
  if (!mayBeFramed(policy)) headers['x-frame-options'] ??= 'DENY'
  if (publicOrigin.startsWith('https:')) {
    headers['strict-transport-security'] = `max-age=${year}; includeSubDomains`
  }
  return headers
}

/** The older header knows no list of origins and would forbid what the policy allows. */
function mayBeFramed(policy: string | string[] | undefined): boolean {
  const ancestors = /(?:^|;)\s*frame-ancestors\s+([^;]+)/i.exec(String(policy ?? ''))?.[1]
  return ancestors !== undefined && ancestors.trim().toLowerCase() !== "'none'"
}
