import type { IncomingMessage } from 'node:http'

/** Milliseconds for a body that is no upload. */
const bodyTimeout = 30_000

/** Milliseconds between checks: a phone that changes cells is silent for half of it. */
const lookEvery = 60_000

/** Average bytes a second: GPRS sends 2 KB and more. Slow drips hold one of few places. */
const slowestUpload = 1_024

/** Calls `cut` for a body that comes too slowly: text in half a minute, files at a minimum rate. */
export function watchSender(request: IncomingMessage, upload: boolean, cut: () => void): void {
  if (request.complete || !hasBody(request)) return
  let received = request.socket.bytesRead
  const timer = setInterval(
    () => {
      const before = received
      received = request.socket.bytesRead
      if (request.complete) return clearInterval(timer)
      // What has arrived but is unread waits for us, not for the sender.
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
