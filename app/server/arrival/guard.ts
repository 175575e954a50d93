import type { IncomingHttpHeaders } from 'node:http'
import { parseUrl } from '~/domain/text/urls'

export const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Safe methods change nothing. Source: RFC 9110, 9.2.1. */
export function isSafe(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** The configured origin of the requested host, ignoring letter case and the default port. */
export function originAskedFor(host: string | undefined, origins: string[]): string | undefined {
  if (!host || !/^[a-z0-9.:[\]-]+$/i.test(host)) return undefined
  return origins.find((origin) => {
    if (origin.endsWith(`//${host}`)) return true
    const asked = `${new URL(origin).protocol}//${host}`
    return parseUrl(asked)?.origin === origin
  })
}

/**
 * Whether a request that may change something comes from our pages. Browsers say so in
 * Sec-Fetch-Site, older ones and those on plain http in Origin or Referer; our forms always send
 * one of them, so a request without any is refused.
 */
export function isOurs(headers: IncomingHttpHeaders, asked: string): boolean {
  const { origin, referer } = headers
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return false
  if (site === 'same-origin' && origin === undefined) return true
  if (origin !== undefined) return readOrigin(origin) === asked
  return referer !== undefined && parseUrl(referer)?.origin === asked
}

/**
 * Whether a request names no source and brings no session: it can then do no more than one sent by
 * hand. Text browsers send this from an address with a query (lynx drops Referer there); browsers
 * that another site could abuse send at least one of the three.
 */
export function isNobodys(headers: IncomingHttpHeaders): boolean {
  return isSilent(headers) && !/(?:^|;)\s*(?:__Host-)?sid=/.test(headers.cookie ?? '')
}

/** Whether a request names no source, as text browsers can be told to. */
export function isSilent(headers: IncomingHttpHeaders): boolean {
  return headers.origin === undefined && headers.referer === undefined && !headers['sec-fetch-site']
}

/** The Origin header's scheme, host and port. Source: RFC 6454, 7. */
function readOrigin(text: string): string | undefined {
  return /^https?:\/\/[^/?#@\\\s]+$/i.test(text) ? parseUrl(text)?.origin : undefined
}
