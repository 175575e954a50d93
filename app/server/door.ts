import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Requests that may wait for the server to be ready. */
const mostWaiting = 1_000

/** Requests that a connection may have sent before the first is answered; browsers pipeline none. */
export const mostPipelined = 2

/** Milliseconds. */
const longestWait = 5_000

/** Answers a request. Never rejects. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export interface Door {
  /** For requests from the moment the port is open: they wait until `open`, or get 503. */
  answer(request: IncomingMessage, response: ServerResponse): void
  open(answering: Answering): void
}

export function openDoor(timeoutMs = longestWait): Door {
  let answering: Answering | undefined
  let waiting = 0
  const unanswered = new WeakMap<Socket, number>()
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })

  /** Cuts a connection on which more requests wait than anybody needs: one packet can hold hundreds. */
  function mayEnter({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // A response that waits behind another has no socket yet.
    if (socket.destroyed || response.socket) return !socket.destroyed
    const now = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, now)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (now >= mostPipelined) socket.destroy()
    return !socket.destroyed
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (!mayEnter(request, response)) return
    if (!answering && waiting < mostWaiting) {
      waiting += 1
      await Promise.race([opened, wait(timeoutMs, undefined, { ref: false })])
      waiting -= 1
    }
    if (answering) return answering(request, response)
    response.writeHead(503, {
      'content-type': 'text/plain; charset=utf-8',
      'retry-after': '2',
      connection: 'close',
    })
    response.end('not now: starting\n')
  }

  return {
    answer: (request, response) => void answer(request, response),
    open(ready) {
      answering = ready
      open()
    },
  }
}
