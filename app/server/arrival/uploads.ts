import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { largestFile, mostAttachments } from '~/domain/files/attachments'
import { BodyTooLarge } from '~/http/forms/multipart.server'
import { barePath } from '~/i18n/addresses'
import { bodyLimit } from './limits'
import type { Visit } from './visit'

/** Those with a form that brings files, which tests/server/arrival/uploads.test.ts looks for. */
export const uploadPages = [
  '/chat',
  '/dashboard/tickets',
  '/dashboard/tickets/new',
  '/dashboard/profile',
  '/dashboard/shelf/product',
  '/dashboard/home',
]

/** Bytes of a message's files, its text and the rest of the form. */
const longestUpload = mostAttachments * largestFile + 4 * bodyLimit('multipart/form-data')

/** Bytes beyond that which are read and dropped, so that the sender reads the refusal. */
const dropped = longestUpload

/** Whether a form brings files to a page that takes some, which reads it as it arrives. */
export function isUpload({ request, path }: Pick<Visit, 'request' | 'path'>): boolean {
  return (
    request.method === 'POST' &&
    /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '') &&
    uploadPages.includes(barePath(path.replace(/\.data$/, '')))
  )
}

/** Whether it announces more than would even be read and dropped. */
export function isHopeless({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > longestUpload + dropped
}

/** As fast as the page reads. Breaks off with BodyTooLarge, earlier if it is far too long. */
export function uploadStream({ request, response }: Visit): ReadableStream {
  return Readable.toWeb(Readable.from(counted(request, () => (response.shouldKeepAlive = false))))
}

async function* counted(request: IncomingMessage, giveUp: () => void) {
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size <= longestUpload) yield chunk
    else if (size > longestUpload + dropped) {
      giveUp()
      break
    }
  }
  if (size > longestUpload) throw new BodyTooLarge()
}
