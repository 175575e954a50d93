import type { IncomingHttpHeaders } from 'node:http'
import { cookiesIn } from '~/http/cookies/cookies'
import { personalCookies } from '~/http/cookies/sealed-cookie.server'
import { type Answer, type AnswerHeaders, notStored } from './answer'
import { vary } from './compression'
import { createRepresentation, digest, type Representation } from './representation'

const mostPages = 200

/** Milliseconds for which a page may be shown as it was, while the store is away. */
const longestStale = 3_600_000

export type CacheableAnswer = Answer & { body: Buffer }

/** Pages that are the same for everybody: rendered and compressed once, served from memory. */
export interface PageCache {
  /** By the path with its query. */
  find(target: string): Representation | undefined
  /** At most an hour old, for when the store is away. Cache-Status says so (RFC 9211, 2.3). */
  findStale(target: string): CacheableAnswer | undefined
  /**
   * Caches a page for the seconds of its Surrogate-Control, unless the cache was cleared since
   * `generation`, when its rendering began.
   */
  store(target: string, answer: CacheableAnswer, generation: number): Representation
  /** Forgets all pages, because something that they may show has changed. */
  clear(): void
  /** How often the cache was cleared. */
  readonly generation: number
}

interface CachedPage {
  page: Representation
  answer: CacheableAnswer
  version: string
  /** In milliseconds. */
  until: number
}

export function createPageCache(now: () => Date): PageCache {
  const pages = new Map<string, CachedPage>()
  let generation = 0
  return {
    get generation() {
      return generation
    },
    find(target) {
      const cached = pages.get(target)
      return cached && cached.until > now().getTime() ? cached.page : undefined
    },
    findStale(target) {
      const cached = pages.get(target)
      const age = cached ? now().getTime() - cached.until : longestStale
      if (!cached || age >= longestStale) return undefined
      const status = `tresen; hit; ttl=${-Math.ceil(age / 1_000)}`
      const stale = { 'cache-control': notStored, 'cache-status': status }
      return { ...cached.answer, headers: { ...cached.answer.headers, ...stale } }
    },
    store(target, answer, begun) {
      const headers = cachedHeaders(answer.headers)
      const version = digest(JSON.stringify(headers) + digest(answer.body))
      const earlier = pages.get(target)
      // Compressing takes longer than rendering, and most pages are rendered again as they were.
      const page =
        earlier?.version === version
          ? earlier.page
          : createRepresentation(headers, answer.body, answer.status)
      if (begun !== generation) return page
      pages.delete(target)
      const until = now().getTime() + lifetimeOf(answer) * 1_000
      pages.set(target, { page, answer: { ...answer, headers }, version, until })
      const [oldest] = pages.keys()
      if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest)
      return page
    },
    clear() {
      generation += 1
      pages.clear()
    },
  }
}

/** Whether a request may get a cached page: it brings no personal cookie and wants the usual page. */
export function mayUseCache(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['save-data'] !== 'on' &&
    headers['sec-fetch-dest'] !== 'iframe' &&
    !cookiesIn(headers.cookie).some(([name]) => personalCookies.has(name.replace(/^__Host-/, '')))
  )
}

/**
 * Seconds for which a page may be cached; 0 if it is personal. The page's route sets Surrogate-Control, and
 * in Surrogate-Key the one query that is cached, so that invented queries take no room.
 */
export function lifetimeOf({ status, headers }: Answer, query = ''): number {
  const [, seconds = '0'] = /\bmax-age=(\d{1,9})/.exec(String(headers['surrogate-control'])) ?? []
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html')
  const isDeclared = query === '' || query === headers['surrogate-key']
  // A nonce shared by two visitors protects neither.
  const hasNonce = String(headers['content-security-policy'] ?? '').includes("'nonce-")
  const isShared = status === 200 && isPage && isDeclared && !hasNonce && !headers['set-cookie']
  return isShared ? Number(seconds) : 0
}

function cachedHeaders(own: AnswerHeaders): AnswerHeaders {
  return withoutSurrogate({
    // Clients ask for it each time, which its tag makes cheap.
    'cache-control': 'private, no-cache',
    ...own,
    vary: vary(own.vary, 'Cookie', 'Save-Data'),
  })
}

/** Without the headers that only our cache reads. */
export function withoutSurrogate(headers: AnswerHeaders): AnswerHeaders {
  const { 'surrogate-control': _, 'surrogate-key': __, ...others } = headers
  return others
}
