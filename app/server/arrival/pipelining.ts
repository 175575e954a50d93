import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ownTurn } from '~/http/responses/turns.server'

/** Requests that a connection may have sent before the first is answered; browsers pipeline none. */
export const mostPipelined = 2

const waiting = new WeakMap<Socket, number>()

/**
 * Returns whether a request may be answered. Node hands over all that have arrived on a connection in
 * one turn of the event loop: those behind the first wait for turns of their own, and a connection on
 * which more wait than anybody needs is cut.
 */
export async function mayEnter(
  { socket }: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  // A response that waits behind another has no socket yet.
  if (socket.destroyed || response.socket) return !socket.destroyed
  const now = (waiting.get(socket) ?? 0) + 1
  waiting.set(socket, now)
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  if (now >= mostPipelined) socket.destroy()
  else await ownTurn('download')
  return !socket.destroyed
}
