import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises'
import type { ServerContext } from './arrival/context'

/** Milliseconds for requests and jobs under way. */
export const stopGraceMs = 7_000

/**
 * Milliseconds for closing the services. With `stopGraceMs` less than the ten seconds that Cloud Run and
 * Docker leave between SIGTERM and SIGKILL.
 */
const closeTimeoutMs = 1_500

/** Milliseconds during which recent or idle connections may still send a request. */
const grace = 250

/** Milliseconds for reading the last requests, however many still arrive. */
const longestReading = 2_000

/** With when each was accepted, in milliseconds of `performance.now`. */
type Connections = Map<Socket, number>

export function watchConnections(server: Server): Connections {
  const connections: Connections = new Map()
  server.on('connection', (socket) => {
    connections.set(socket, performance.now())
    socket.on('close', () => connections.delete(socket))
  })
  return connections
}

/**
 * Stops a server gracefully: ends jobs, tells live listeners to come again, reads what has arrived,
 * makes each response its connection's last, finishes requests under way, and only then closes the
 * services. Takes less than ten seconds, whatever does not respond, and never rejects.
 */
export async function stopServer(
  server: Server,
  connections: Connections,
  context: ServerContext,
  stopWork: () => Promise<unknown>,
): Promise<void> {
  context.stopping = true
  const until = performance.now() + stopGraceMs
  const left = () => Math.max(0, until - performance.now())
  const still = stopWork()
  for (const stream of [...context.openStreams]) stream.bye()
  await wait(grace)
  await allRead(connections)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const tidying = setInterval(async () => {
    await allRead(connections)
    // A connection whose last response began before the stop would stay open for a next request.
    server.closeIdleConnections()
    // Node counts a connection that a browser opened in advance as active, not idle.
    const before = performance.now() - grace
    for (const [socket, since] of connections) {
      if (socket.bytesRead === 0 && since < before) socket.destroy()
    }
  }, 100)
  const graceTimer = setTimeout(() => server.closeAllConnections(), left())
  await closed
  clearInterval(tidying)
  clearTimeout(graceTimer)
  // A mail server that hangs is not waited for; its e-mail's outcome is checked later.
  await settledWithin(left(), still)
  const end = await settledWithin(closeTimeoutMs, context.services.close())
  if (end !== 'done') {
    context.log.warn({ reason: end }, 'Stopped without closing the store: it does not respond')
  }
}

/** The outcome, or that it did not settle within the milliseconds. Never rejects. */
async function settledWithin(milliseconds: number, work: Promise<unknown>): Promise<string> {
  const giveUp = new AbortController()
  const late = wait(milliseconds, 'late', { signal: giveUp.signal })
  const done = work.then(
    () => 'done',
    (error) => String(error),
  )
  try {
    return await Promise.race([done, late])
  } finally {
    giveUp.abort()
    await late.catch(() => undefined)
  }
}

/** Resolves after a tick of the event loop in which nothing was accepted or read. */
async function allRead(connections: Connections): Promise<void> {
  const most = performance.now() + longestReading
  let before = progress(connections)
  // An immediate runs right after polling: between two of them is one whole tick.
  await immediate()
  do {
    await immediate()
    const now = progress(connections)
    const quiet = [...now].every(([socket, bytes]) => before.get(socket) === bytes)
    if (quiet) return
    before = now
  } while (performance.now() < most)
}

function progress(connections: Connections): Map<Socket, number> {
  return new Map([...connections.keys()].map((socket) => [socket, socket.bytesRead]))
}
