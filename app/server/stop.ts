import type { Server } from 'node:http'
import type { ServerContext } from './context'

/** Milliseconds for requests that are under way. */
const patience = 10_000

/**
 * Ends a server politely: no more connections, live listeners told to come again, requests under way
 * finished, and only then the services closed.
 */
export async function stopServer(server: Server, context: ServerContext): Promise<void> {
  context.stopping = true
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const stream of [...context.openStreams]) stream.bye()
  // A connection whose last answer began before the stop would be held for the next request.
  const tidying = setInterval(() => server.closeIdleConnections(), 100)
  const impatience = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearInterval(tidying)
  clearTimeout(impatience)
  context.health.close()
  await context.services.close()
}
