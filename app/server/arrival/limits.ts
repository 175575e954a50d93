import type { IncomingMessage } from 'node:http'

const kibibyte = 1_024

export const longestTarget = 8 * kibibyte
export const longestCookie = 8 * kibibyte
/** Room for the longest target and cookies together, so that each gets the page that names it. */
export const longestHeader = 32 * kibibyte
const longestForm = 64 * kibibyte
const longestBody = 1_024 * kibibyte

/** Milliseconds for the head of a request. */
export const headersTimeout = 10_000
/** Milliseconds for a whole request: 10 MB by GPRS. slow-senders.ts is usually stricter. */
export const requestTimeout = 90 * 60_000
/** Longer than the proxy waits, or it would send a request into a closing connection. */
export const keepAliveTimeout = 65_000

/** Returns the bytes that a body may have: typed text, or anything else. */
export function bodyLimit(contentType: string | undefined): number {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i.test(
    contentType ?? '',
  )
    ? longestForm
    : longestBody
}

/** Bytes beyond the limit that are read and dropped, so that the sender reads the refusal. */
const dropped = 4 * longestBody

/**
 * Returns undefined for a body over `limit`; the rest may still be on its way, so the connection
 * must not be reused. Rejects when the sender has gone.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > limit + dropped) return resolve(undefined)
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else chunks.length = 0
      if (size > limit + dropped) {
        request.pause()
        resolve(undefined)
      }
    })
    request.on('end', () => resolve(size > limit ? undefined : Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => request.readableEnded || reject(new Error('The sender has gone')))
  })
}
