import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { ServerContext } from './arrival/context'
import type { Scheduler } from './jobs/scheduler'

/** Milliseconds for requests that are under way. */
const patience = 10_000

/** Milliseconds in which who has connected, or keeps a connection, may still ask. */
const grace = 250

/** Milliseconds in which the last requests that have arrived are read, however many still come. */
const longestReading = 2_000

/** Open connections, by when they were accepted (milliseconds of `performance.now`). */
export type Connections = Map<Socket, number>

/** The server's open connections, from now on. */
export function watchConnections(server: Server): Connections {
  const connections: Connections = new Map()
  server.on('connection', (socket) => {
    connections.set(socket, performance.now())
    socket.once('close', () => connections.delete(socket))
  })
  return connections
}

/**
 * Ends a server politely: nothing more by itself, live listeners told to come again, what has arrived
 * read and each answer the last of its connection, no more connections, requests under way finished,
 * and only then the services closed.
 */
export async function stopServer(
  server: Server,
  connections: Connections,
  context: ServerContext,
  scheduler: Scheduler,
): Promise<void> {
  context.stopping = true
  const still = scheduler.stop()
  for (const stream of [...context.openStreams]) stream.bye()
  await wait(grace)
  await allRead(connections)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const tidying = setInterval(async () => {
    await allRead(connections)
    // A connection whose last answer began before the stop would be held for the next request.
    server.closeIdleConnections()
    // To Node one that browsers open in advance is not idle but about to ask.
    const before = performance.now() - grace
    for (const [socket, since] of connections) {
      if (socket.bytesRead === 0 && since < before) socket.destroy()
    }
  }, 100)
  const impatience = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearInterval(tidying)
  clearTimeout(impatience)
  // A mail server that hangs is not waited for; what became of its mail is then looked at again.
  await Promise.race([still, wait(patience, undefined, { ref: false })])
  await context.services.close()
}

/**
 * Resolves after a turn of the event loop in which nothing was accepted and nothing read: then nothing
 * that has arrived waits in the kernel, where closing its connection would reset it.
 */
async function allRead(connections: Connections): Promise<void> {
  const most = performance.now() + longestReading
  let before = progress(connections)
  // An immediate runs just after the loop has read: between two of them lies one whole turn.
  await turn()
  do {
    await turn()
    const now = progress(connections)
    const quiet = [...now].every(([socket, bytes]) => before.get(socket) === bytes)
    if (quiet) return
    before = now
  } while (performance.now() < most)
}

function progress(connections: Connections): Map<Socket, number> {
  return new Map([...connections.keys()].map((socket) => [socket, socket.bytesRead]))
}
