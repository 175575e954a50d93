import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { AppLoadContext } from '@remix-run/node'
import { subnetOf } from '~/domain/limits/networks'
import { StoreUnavailable } from '~/domain/stores'
import { AccessEnded } from '~/http/responses/download.server'
import { barePath } from '~/i18n/addresses'
import { isSafe } from '../arrival/guard'
import { detectedBy, isDetected } from '../arrival/language-detection'
import { answerHeaders, fetchRequest, loadContext } from '../arrival/remix-request'
import { beginWork, type Visit } from '../arrival/visit'
import { logError } from '../arrival/visit-log'
import type { Answer, AnswerHeaders } from './answer'
import { compressedFor, isCompressible, vary } from './compression'
import { failed } from './failure'
import { type CacheableAnswer, lifetimeOf, mayUseCache, withoutSurrogate } from './page-cache'
import { refusal } from './refusal'
import type { Render } from './render'
import { send, writeHead } from './send'
import { stalePage } from './stale-page'

/** Milliseconds for which the client may read nothing of a file. */
const usualStall = 60_000

/** Milliseconds for a page before it is asked whether the store responds. */
const defaultTimeoutMs = 3_000

/** Responds with a page or resource of Remix. Never throws. */
export async function answerPage(
  visit: Visit,
  render: Render,
  stalledAfter = usualStall,
  timeoutMs = defaultTimeoutMs,
): Promise<void> {
  const stale = stalePage(visit)
  try {
    if (stale && visit.context.health.isAway()) {
      // So that the first page after its return is rendered.
      void visit.context.health.isReadable()
      return send(visit, await stale())
    }
    const request = fetchRequest(visit)
    const loading = loadContext(visit, request)
    const { pageCache, pageQueue } = visit.context
    let { generation } = pageCache
    const who = { subnet: subnetOf(loading.clientAddress), enters: entersAccount(loading, request) }
    const response = await pageQueue.render(who, () => {
      beginWork(visit)
      generation = pageCache.generation
      return unlessStoreIsAway(visit, render(request, loading), timeoutMs)
    })
    // Gives a form back, as a store that is away does.
    if (!response) throw new StoreUnavailable('too many pages of this subnet', undefined)
    if (visit.unavailable) throw visit.unavailable
    if (isLastResort(response)) throw new Error(`Remix gave up: ${await response.text()}`)
    // An error page must not be framed; a plain refusal may be.
    if (visit.framed && response.status >= 500) return send(visit, refusal(500, visit))
    const headers = headersOf(visit, response)
    const type = String(headers['content-type'] ?? '')
    if (response.body && (isDownload(headers) || !isCompressible(type)))
      return await stream(visit, response, headers, stalledAfter)
    const body = Buffer.from(await response.arrayBuffer())
    const answer = { status: response.status, headers, body }
    send(visit, await finish(visit, answer, generation, loading))
  } catch (error) {
    if (stale && error instanceof StoreUnavailable && (await isAway(visit))) {
      logError(visit, error)
      return send(visit, await stale())
    }
    failed(visit, error)
  }
}

/** Pages whose forms lead into an account. */
const entrances = ['/login', '/passkey', '/session', '/signup', '/verify-email']

function entersAccount({ url }: AppLoadContext, { method }: Request): boolean {
  return !isSafe(method) && entrances.includes(barePath(url.pathname))
}

async function isAway({ context: { health } }: Visit): Promise<boolean> {
  return health.isAway() || !(await health.isReadable())
}

/**
 * Rejects with StoreUnavailable where the page has not come in so many milliseconds and the store does
 * not respond; a slow page of a store that can be read is waited for. So is what a form sends: it may
 * still be acknowledged.
 */
async function unlessStoreIsAway(
  { request, context }: Visit,
  page: Promise<Response>,
  timeoutMs: number,
): Promise<Response> {
  if (!isSafe(request.method)) return page
  let timer: NodeJS.Timeout | undefined
  const away = new Promise<never>((_, reject) => {
    timer = setTimeout(async () => {
      if (await context.health.isReadable()) return
      reject(new StoreUnavailable('DEADLINE_EXCEEDED', undefined))
    }, timeoutMs)
  })
  try {
    return await Promise.race([page, away])
  } finally {
    clearTimeout(timer)
  }
}

/** Sent in its original size and never held in memory. */
function isDownload(headers: AnswerHeaders): boolean {
  return headers['content-disposition'] !== undefined
}

/** What Remix returns when even the error page failed: no page at all. */
function isLastResort({ status, headers }: Response): boolean {
  const type = headers.get('Content-Type')
  return status === 500 && (type === null || type.startsWith('text/plain'))
}

function headersOf(visit: Visit, response: Response): AnswerHeaders {
  const headers = answerHeaders(response)
  // From Remix itself: of a page without forms, or for a method that it does not know.
  if (response.status === 405) {
    headers.allow ??= isSafe(visit.request.method) ? 'GET, HEAD, POST' : 'GET, HEAD'
  }
  if (isDetected(visit)) headers.vary = vary(headers.vary, detectedBy)
  return headers
}

/** Pages are small: compressed in one piece, and cached where they are the same for everybody. */
async function finish(
  { request, context, path, query }: Visit,
  answer: CacheableAnswer,
  generation: number,
  { personal }: AppLoadContext,
): Promise<Answer> {
  if (
    context.config.mode === 'production' &&
    !personal &&
    lifetimeOf(answer, query) > 0 &&
    mayUseCache(request.method, request.headers)
  ) {
    return context.pageCache.store(path + query, answer, generation).answer(request.headers)
  }
  return compressedFor(request.headers, { ...answer, headers: withoutSurrogate(answer.headers) })
}

/** As fast as the client reads. */
async function stream(
  visit: Visit,
  response: Response,
  headers: AnswerHeaders,
  stalledAfter: number,
) {
  const { status, body } = response
  const length = response.headers.get('Content-Length')
  writeHead(visit, status, length ? { ...headers, 'content-length': length } : headers)
  if (!body || visit.request.method === 'HEAD') {
    await body?.cancel()
    visit.response.end()
    return
  }
  visit.response.setTimeout(stalledAfter, () => visit.response.destroy())
  try {
    await pipeline(Readable.fromWeb(body as ReadableStream), visit.response)
  } catch (error) {
    // Readers may leave, or lose the right to the rest; another file that breaks off is our fault.
    const left = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!left && !(error instanceof AccessEnded)) logError(visit, error)
  }
}
