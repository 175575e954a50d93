import type { AppLoadContext } from '@remix-run/node'
import { TooManyRequests } from '../../domain/limits/rate-limits'
import { translations } from '../../i18n/translation.server'
import { limited } from '../limits/rate-limits.server'
import { isStillThere, type Reader } from '../sessions/access.server'
import { bodyOf } from './body.server'

/** Holders with a download under way in this process. */
const underWay = new Set<string>()

/** Each takes about a megabyte, and they share the event loop. */
const mostAtOnce = 20

/** Retry-After in seconds. */
const retryAfterSeconds = { same: 10, many: 30 }

interface Download {
  /** One download at a time per holder. */
  holder: string
  headers: Record<string, string>
  /** The member to whom it goes, asked for before each piece; undefined where a link alone gives access. */
  reader: Reader | undefined
  /** Made as they are read; closed when the reader has gone. */
  body(): AsyncGenerator<Uint8Array>
}

/** A file made while it is sent; or a 429 or 503 in plain text, since no page asks for it. */
export async function download(
  context: AppLoadContext,
  { holder, headers, reader, body }: Download,
): Promise<Response> {
  if (underWay.has(holder)) return refused(context, 429, 'same', retryAfterSeconds.same)
  if (underWay.size >= mostAtOnce) return refused(context, 503, 'many', retryAfterSeconds.many)
  try {
    await limited(context, { name: 'work' }, async () => undefined)
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error
    return refused(context, 429, 'often', error.retryAfter)
  }
  underWay.add(holder)
  const pieces = whileAllowed(context, reader, body())
  return new Response(
    bodyOf(context, pieces, () => underWay.delete(holder)),
    { headers: { 'Cache-Control': 'private, no-store', ...headers } },
  )
}

/** Ends a download whose reader has signed out, or is no longer what they were at the desk. */
export class AccessEnded extends Error {}

async function* whileAllowed(
  { services }: AppLoadContext,
  reader: Reader | undefined,
  pieces: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (reader && !(await isStillThere(services, reader))) throw new AccessEnded()
    yield piece
  }
}

function refused(
  { language }: AppLoadContext,
  status: 429 | 503,
  why: 'same' | 'many' | 'often',
  retryAfter: number,
): Response {
  const { t } = translations(language)
  return new Response(`${t(`refusal:download.${why}`)}\n`, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Language': language,
      'Cache-Control': 'no-store',
      'Retry-After': String(retryAfter),
    },
  })
}
