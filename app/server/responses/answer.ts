/** Names in lower case. */
export type AnswerHeaders = Record<string, string | string[]>

/** A whole response, decided before anything is written. */
export interface Answer {
  status: number
  headers: AnswerHeaders
  body?: Buffer
}

/** What is kept by nobody unless it says otherwise. */
export const notStored = 'private, no-store'

/** A redirect that nobody stores. `location` must be a path of ours or an address from the configuration. */
export function redirect(
  status: 301 | 302 | 303 | 308,
  location: string,
  headers: AnswerHeaders = {},
): Answer {
  return { status, headers: { location, ...headers } }
}
