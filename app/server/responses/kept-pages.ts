import type { IncomingHttpHeaders } from 'node:http'
import { cookiesIn } from '~/http/cookies/cookies'
import type { Answer, AnswerHeaders } from './answer'
import { vary } from './compression'
import { createRepresentation, type Representation } from './representation'

const mostPages = 200

/** Whoever has one of these may see more on a page than others do. */
const personalCookie = /^(?:__Host-)?(?:sid|cart|flash)$/

/** Pages that are the same for everybody: rendered once, compressed once, served from memory. */
export interface KeptPages {
  find(path: string): Representation | undefined
  /** Keeps the page for as long as its Cache-Control allows. */
  keep(path: string, page: Answer & { body: Buffer }): Representation
}

/** Whether a request may be answered from memory. */
export function asksForKept(
  method: string | undefined,
  query: string,
  headers: IncomingHttpHeaders,
): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    query === '' &&
    headers['save-data'] !== 'on' &&
    !cookiesIn(headers.cookie).some(([name]) => personalCookie.test(name))
  )
}

/**
 * How many seconds an answer may be kept for; 0 for all that is not the same for everybody. A page says
 * so to us alone by Surrogate-Control, or to every cache by a public Cache-Control. Whether somebody's
 * session or cookies were read for this answer, only its load context knows.
 */
export function keepableFor({ status, headers }: Answer): number {
  const caching =
    /\bmax-age=(\d{1,9})/i.exec(String(headers['surrogate-control'] ?? '')) ??
    /^public\b.*\bmax-age=(\d{1,9})/i.exec(String(headers['cache-control'] ?? ''))
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html')
  if (!caching || status !== 200 || !isPage || headers['set-cookie']) return 0
  // A nonce that two visitors share protects neither.
  if (String(headers['content-security-policy'] ?? '').includes("'nonce-")) return 0
  return Number(caching[1])
}

export function createKeptPages(now: () => Date): KeptPages {
  const pages = new Map<string, { page: Representation; until: number }>()
  return {
    find(path) {
      const found = pages.get(path)
      return found && found.until > now().getTime() ? found.page : undefined
    },
    keep(path, answer) {
      const headers: AnswerHeaders = {
        // A page that told us alone is asked for again each time, which its tag makes cheap.
        'cache-control': 'private, no-cache',
        ...answer.headers,
        // Caches beside us must know what we look at before we answer from memory.
        vary: vary(answer.headers.vary, 'Cookie', 'Save-Data'),
      }
      delete headers['surrogate-control']
      const page = createRepresentation(headers, answer.body)
      pages.delete(path)
      pages.set(path, { page, until: now().getTime() + keepableFor(answer) * 1_000 })
      const [oldest] = pages.keys()
      if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest)
      return page
    },
  }
}
