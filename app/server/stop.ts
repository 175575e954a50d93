import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerContext } from './context'
import type { Scheduler } from './scheduler'

/** Milliseconds for requests that are under way. */
const patience = 10_000

/** The server's open connections, from now on. */
export function watchConnections(server: Server): Set<Socket> {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return connections
}

/**
 * Ends a server politely: nothing more by itself, no more connections, live listeners told to come again, requests under way
 * finished, and only then the services closed.
 */
export async function stopServer(
  server: Server,
  connections: Set<Socket>,
  context: ServerContext,
  scheduler: Scheduler,
): Promise<void> {
  context.stopping = true
  const still = scheduler.stop()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const stream of [...context.openStreams]) stream.bye()
  const tidying = setInterval(() => {
    // A connection whose last answer began before the stop would be held for the next request.
    server.closeIdleConnections()
    // To Node one that browsers open in advance is not idle but about to ask.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }, 100)
  const impatience = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearInterval(tidying)
  clearTimeout(impatience)
  // A mail server that hangs is not waited for; what became of its mail is then looked at again.
  await Promise.race([still, wait(patience, undefined, { ref: false })])
  context.health.close()
  await context.services.close()
}
