import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Requests of one connection that may wait. Browsers pipeline none; Node reads all that have
 * arrived in one turn of the event loop, so a packet of a thousand would block it.
 */
const mostWaiting = 16

const waiting = new WeakMap<Socket, number>()

/** Cuts a connection with too many requests waiting; returns whether it did. */
export function isFlood({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return true
  const now = (waiting.get(socket) ?? 0) + 1
  waiting.set(socket, now)
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  if (now > mostWaiting) socket.destroy()
  return now > mostWaiting
}
