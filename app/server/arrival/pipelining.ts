import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that a connection may have sent before the first is answered; browsers pipeline none. */
export const mostPipelined = 2

const waiting = new WeakMap<Socket, number>()

/**
 * Returns whether a request may be answered. A connection on which more requests wait than anybody needs
 * is cut: one packet can hold hundreds.
 */
export function mayEnter({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // A response that waits behind another has no socket yet.
  if (socket.destroyed || response.socket) return !socket.destroyed
  const now = (waiting.get(socket) ?? 0) + 1
  waiting.set(socket, now)
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  if (now >= mostPipelined) socket.destroy()
  return !socket.destroyed
}
