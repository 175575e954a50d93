import type { IncomingMessage } from 'node:http'

/** Milliseconds in which a body must have arrived that is no upload. */
const bodyTimeout = 30_000

/** Milliseconds between two looks at an upload: a phone that changes its cell is silent for half of it. */
const lookEvery = 60_000

/**
 * Bytes a second, on average between two looks. GPRS sends 2 KB and more, so that half a minute's
 * silence is forgiven; a sender who drips holds one of the few places of a network.
 */
const slowestUpload = 1_024

/**
 * Calls `cut` for whoever sends a body too slowly: they would hold a connection for nothing. Typed text
 * must be there in half a minute; files may take as long as a slow line needs, while they come.
 */
export function watchSender(request: IncomingMessage, upload: boolean, cut: () => void): void {
  if (request.complete || !hasBody(request)) return
  let received = request.socket.bytesRead
  const timer = setInterval(
    () => {
      const before = received
      received = request.socket.bytesRead
      if (request.complete) return clearInterval(timer)
      // What has arrived and is not read yet waits for us and not for the sender.
      const waiting = upload && request.readableLength > 0
      const moving = upload && received - before >= (slowestUpload * lookEvery) / 1_000
      if (waiting || moving) return
      clearInterval(timer)
      cut()
    },
    upload ? lookEvery : bodyTimeout,
  )
  timer.unref()
  request.once('close', () => clearInterval(timer))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
