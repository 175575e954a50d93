import type { IncomingMessage } from 'node:http'

const kibibyte = 1_024

export const longestTarget = 8 * kibibyte
export const longestCookie = 8 * kibibyte
/** Room for the longest target and cookies together, so that each gets the page that names it. */
export const longestHeader = 32 * kibibyte
const longestForm = 64 * kibibyte
const longestBody = 1_024 * kibibyte

/** Milliseconds in which the head of a request must have arrived. */
export const headersTimeout = 10_000
/** Milliseconds in which all of it must have; slow-senders.ts is stricter with most. As long as GPRS takes for a file of 10 MB, at 2 KB a second. */
export const requestTimeout = 90 * 60_000
/** Longer than the proxy in front waits, or it would send a request into a closing connection. */
export const keepAliveTimeout = 65_000

/** How many bytes a body may have, by its content type: what people type, or anything else. */
export function bodyLimit(contentType: string | undefined): number {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i.test(
    contentType ?? '',
  )
    ? longestForm
    : longestBody
}

/** How much more is read and dropped, so that the sender listens when it is told off. */
const dropped = 4 * longestBody

/**
 * Reads a body, counting. Returns undefined when it is longer than `limit`; then its rest may still be
 * on the way and the connection must not be used again. Rejects when the sender has gone.
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
    request.on('close', () => reject(new Error('The sender has gone')))
  })
}
