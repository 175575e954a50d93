import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { largestFile, mostAttachments } from '~/domain/files/attachments'
import { BodyTooLarge } from '~/http/forms/multipart.server'
import { barePath } from '~/i18n/addresses'
import { bodyLimit } from './limits'
import type { Visit } from './visit'

/** The pages whose forms have files. */
const pages = ['/chat', '/dashboard/tickets', '/dashboard/profile']

/** Bytes of all files of a message, with its words and what the form adds. */
const longestUpload = mostAttachments * largestFile + 4 * bodyLimit('multipart/form-data')

/** How much more is read and dropped, so that the sender listens when it is told off. */
const dropped = longestUpload

/** Whether a form brings files to a page that takes some: it is read as it arrives, by the page itself. */
export function isUpload({ request, path }: Pick<Visit, 'request' | 'path'>): boolean {
  return (
    request.method === 'POST' &&
    /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '') &&
    pages.includes(barePath(path.replace(/\.data$/, '')))
  )
}

/** Whether it says beforehand that it is longer than would even be read and dropped. */
export function isHopeless({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > longestUpload + dropped
}

/**
 * An upload as a page reads it, no faster than the page does. It breaks off with BodyTooLarge where
 * it is longer than allowed: at its end, or where it is so much longer that the connection must be
 * given up.
 */
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
