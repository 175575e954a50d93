import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import { cookiesIn } from '~/http/cookies/cookies'
import { sealedCookies } from '~/http/cookies/sealed-cookie.server'
import { pathTemplate } from '../log'
import type { Answer, AnswerHeaders } from './answer'
import type { Blank } from './blanks'
import { vary } from './compression'
import { createFilled } from './filled'
import { createRepresentation, type Representation } from './representation'

const mostPages = 200

/** With one of these somebody may see more on a page than others do. */
const isPersonal = (cookie: string) => {
  const name = cookie.replace(/^__Host-/, '')
  return name === 'sid' || sealedCookies.has(name)
}

export interface KeptPage {
  page: Representation
  /** Its path for the log. */
  template: string
  /** Its lines in the log, by the bytes that were sent. */
  lines: Map<number, Logger>
}

/** Pages that are the same for everybody: rendered and compressed once, served from memory. */
export interface KeptPages {
  /** By the path with its query. */
  find(target: string): KeptPage | undefined
  /** How often all were forgotten. */
  readonly changes: number
  /**
   * Keeps the page for as long as its Cache-Control allows; `blanks` are filled when it is sent. One that
   * was begun before the last of `changes` may show what was so before, and is not kept.
   */
  keep(
    target: string,
    page: Answer & { body: Buffer },
    blanks?: readonly Blank[],
    changes?: number,
  ): Representation
  /** Forgets all: something has changed that pages may show. */
  forget(): void
  /** Draws a page again before it is too old, and after `forget`; nobody waits for it. */
  redraw: (target: string) => void
}

/** Of a page's time, after which the next one to ask for it has it drawn again. */
const fresh = 0.8

/** Whether a request may be served from memory. */
export function asksForKept(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['save-data'] !== 'on' &&
    headers['sec-fetch-dest'] !== 'iframe' &&
    !cookiesIn(headers.cookie).some(([name]) => isPersonal(name))
  )
}

/**
 * Seconds for which a response may be kept; 0 unless it is the same for everybody. A page says so
 * to us alone by Surrogate-Control, or to every cache by a public Cache-Control; and by Surrogate-Key
 * under which query, byte for byte, so that no invented one takes room. Only its load context knows
 * whether a session or cookies were read for it.
 */
export function keepableFor({ status, headers }: Answer, query = ''): number {
  const caching =
    /\bmax-age=(\d{1,9})/i.exec(String(headers['surrogate-control'] ?? '')) ??
    /^public\b.*\bmax-age=(\d{1,9})/i.exec(String(headers['cache-control'] ?? ''))
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html')
  if (!caching || status !== 200 || !isPage || headers['set-cookie']) return 0
  if (query !== '' && query !== headers['surrogate-key']) return 0
  // A nonce shared by two visitors protects neither.
  if (String(headers['content-security-policy'] ?? '').includes("'nonce-")) return 0
  return Number(caching[1])
}

export function createKeptPages(now: () => Date): KeptPages {
  const pages = new Map<string, KeptPage & { until: number; redrawAt: number }>()
  let changes = 0
  const kept: KeptPages = {
    redraw: () => undefined,
    get changes() {
      return changes
    },
    find(target) {
      const found = pages.get(target)
      const time = now().getTime()
      if (!found || found.until <= time) return undefined
      if (found.redrawAt <= time) {
        found.redrawAt = found.until
        kept.redraw(target)
      }
      return found
    },
    forget() {
      changes += 1
      const targets = [...pages.keys()]
      pages.clear()
      // Those with a query are many, and hardly asked for all the time.
      for (const target of targets) if (!target.includes('?')) kept.redraw(target)
    },
    keep(target, answer, blanks = [], begunAfter = changes) {
      const headers: AnswerHeaders = {
        // Clients ask for it again each time, which its tag makes cheap.
        'cache-control': 'private, no-cache',
        ...answer.headers,
        // Other caches must know what we check before serving from memory.
        vary: vary(answer.headers.vary, 'Cookie', 'Save-Data'),
      }
      delete headers['surrogate-control']
      delete headers['surrogate-key']
      const page = blanks.length
        ? createFilled(headers, answer.body, blanks)
        : createRepresentation(headers, answer.body)
      if (begunAfter !== changes) return page
      pages.delete(target)
      const time = now().getTime()
      const life = keepableFor(answer) * 1_000
      const [until, redrawAt] = [time + life, time + life * fresh]
      const template = pathTemplate(target.replace(/\?.*/, ''))
      pages.set(target, { page, template, lines: new Map(), until, redrawAt })
      const [oldest] = pages.keys()
      if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest)
      return page
    },
  }
  return kept
}
