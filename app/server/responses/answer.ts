import { locationOf } from '~/http/links/location'

/** Names in lower case. */
export type AnswerHeaders = Record<string, string | string[]>

export interface Answer {
  status: number
  headers: AnswerHeaders
  body?: Buffer
}

export const notStored = 'private, no-store'

/** `location` must be a path of this site or an address from the configuration. */
export function redirect(
  status: 301 | 302 | 303 | 308,
  location: string,
  headers: AnswerHeaders = {},
): Answer {
  return { status, headers: { location: locationOf(location), ...headers } }
}
