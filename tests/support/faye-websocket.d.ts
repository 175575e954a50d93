/** What the tests use of it; the package brings no types. */
declare module 'faye-websocket' {
  import type { IncomingMessage } from 'node:http'
  import type { Duplex } from 'node:stream'

  export default class WebSocket {
    static isWebSocket(request: IncomingMessage): boolean
    constructor(request: IncomingMessage, socket: Duplex, head: Buffer)
    on(event: 'message', listener: (event: { data: string }) => void): void
    on(event: 'close', listener: () => void): void
    send(text: string): void
  }
}
