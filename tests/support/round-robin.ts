import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A small proxy that hands each request to the next server, or to the one that X-Server counts to. */
export interface RoundRobin {
  origin: string
  /** The servers' ports from now on. */
  serve(ports: number[]): void
  close(): Promise<void>
}

/**
 * Appends to X-Forwarded-For, passes Host on, holds nothing back. Where nobody listens any more it asks
 * the next server, which is safe: nothing was sent. A broken connection it does not repair.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  let ports: number[] = []
  let next = 0

  // Passes on the servers' own Keep-Alive header, so must not close a connection before they would.
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, response) => {
    response.on('error', () => undefined)
    const body = await buffer(incoming)
    for (let tries = 0; tries < Math.max(1, ports.length); tries += 1) {
      const wanted = incoming.headers['x-server']
      const port = ports[wanted === undefined ? next++ % ports.length : Number(wanted)]
      if (port !== undefined && (await pass(incoming, body, response, port))) return
    }
    response.writeHead(502).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://127.0.0.1:${port}`,
    serve(servers) {
      ports = servers
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** False where nobody listens on that port. */
function pass(
  { method, url, headers, socket }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  port: number,
): Promise<boolean> {
  const address = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: url, method }
    const passed = request({ ...options, headers: { ...headers, 'x-forwarded-for': address } })
    passed.on('response', (answer) => {
      resolve(true)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
      answer.on('close', () => {
        if (!answer.complete) response.destroy()
      })
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve(false)
      resolve(true)
      response.destroy()
    })
    response.on('close', () => passed.destroy())
    passed.end(body)
  })
}
