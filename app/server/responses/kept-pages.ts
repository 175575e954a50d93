import type { IncomingHttpHeaders } from 'node:http'
import { cookiesIn } from '~/http/cookies/cookies'
import { pathTemplate } from '../log'
import type { Answer, AnswerHeaders } from './answer'
import { vary } from './compression'
import { createRepresentation, type Representation } from './representation'

const mostPages = 200

/** With one of these somebody may see more on a page than others do. */
const personalCookie = /^(?:__Host-)?(?:sid|cart|flash)$/

export interface KeptPage {
  page: Representation
  /** Its path for the log. */
  template: string
}

/** Pages that are the same for everybody: rendered and compressed once, served from memory. */
export interface KeptPages {
  find(path: string): KeptPage | undefined
  /** Keeps the page for as long as its Cache-Control allows. */
  keep(path: string, page: Answer & { body: Buffer }): Representation
  forget(): void
}

/** Whether a request may be served from memory. */
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
 * Seconds for which a response may be kept; 0 unless it is the same for everybody. A page says so
 * to us alone by Surrogate-Control, or to every cache by a public Cache-Control. Only its load
 * context knows whether a session or cookies were read for it.
 */
export function keepableFor({ status, headers }: Answer): number {
  const caching =
    /\bmax-age=(\d{1,9})/i.exec(String(headers['surrogate-control'] ?? '')) ??
    /^public\b.*\bmax-age=(\d{1,9})/i.exec(String(headers['cache-control'] ?? ''))
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html')
  if (!caching || status !== 200 || !isPage || headers['set-cookie']) return 0
  // A nonce shared by two visitors protects neither.
  if (String(headers['content-security-policy'] ?? '').includes("'nonce-")) return 0
  return Number(caching[1])
}

export function createKeptPages(now: () => Date): KeptPages {
  const pages = new Map<string, KeptPage & { until: number }>()
  return {
    find(path) {
      const found = pages.get(path)
      return found && found.until > now().getTime() ? found : undefined
    },
    keep(path, answer) {
      const headers: AnswerHeaders = {
        // Clients ask for it again each time, which its tag makes cheap.
        'cache-control': 'private, no-cache',
        ...answer.headers,
        // Other caches must know what we check before serving from memory.
        vary: vary(answer.headers.vary, 'Cookie', 'Save-Data'),
      }
      delete headers['surrogate-control']
      const page = createRepresentation(headers, answer.body)
      pages.delete(path)
      const until = now().getTime() + keepableFor(answer) * 1_000
      pages.set(path, { page, template: pathTemplate(path), until })
      const [oldest] = pages.keys()
      if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest)
      return page
    },
    forget: () => pages.clear(),
  }
}
