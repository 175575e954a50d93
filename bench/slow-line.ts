import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SlowLine = Awaited<ReturnType<typeof laySlowLine>>

export interface Slowness {
  /** Milliseconds there and back. */
  roundTrip: number
  /** Shared by all connections. */
  bitsPerSecond: number
  /** Initial congestion window, in segments of 1,460 bytes. Source: RFC 6928, 2. */
  segments: number
}

const segment = 1_460

/**
 * A relay to a local port over a simulated line: a round trip to connect, one queue of bytes for all
 * connections, and slow start without loss (RFC 5681, 3.1).
 */
export async function laySlowLine(target: number, slowness: Slowness) {
  const oneWay = slowness.roundTrip / 2
  let freeAt = 0
  let received = 0

  /** Milliseconds until so many bytes have left the server. */
  function queued(bytes: number): number {
    const now = performance.now()
    freeAt = Math.max(now, freeAt) + (bytes * 8_000) / slowness.bitsPerSecond
    return freeAt - now
  }

  const relay = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const connected = performance.now() + slowness.roundTrip
    const request = inOrder()
    near.on('data', (bytes) => {
      const after = Math.max(0, connected - performance.now()) + oneWay
      request(after, () => far.write(bytes))
    })
    down(far, near)
    near.on('error', () => {}).on('close', () => far.destroy())
    far.on('error', () => {})
  })

  function down(far: Socket, near: Socket) {
    const deliver = inOrder()
    let waiting = Buffer.alloc(0)
    let ended = false
    let window = slowness.segments * segment
    let underWay = 0
    function send() {
      if (ended && waiting.length === 0 && underWay === 0) near.end()
      while (waiting.length > 0 && underWay < window) {
        const piece = waiting.subarray(0, segment)
        waiting = waiting.subarray(segment)
        underWay += piece.length
        const after = queued(piece.length) + oneWay
        deliver(after, () => {
          received += piece.length
          if (!near.destroyed) near.write(piece)
        })
        setTimeout(() => {
          underWay -= piece.length
          window += piece.length
          send()
        }, after + oneWay)
      }
    }
    far.on('data', (bytes) => {
      waiting = Buffer.concat([waiting, bytes])
      send()
    })
    far.on('close', () => {
      ended = true
      send()
    })
  }

  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  return {
    origin: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    /** Bytes that came over it since the last call. */
    received() {
      const bytes = received
      received = 0
      return bytes
    },
    close: () => relay.close(),
  }
}

/** Runs what is due later, never before what was due first. */
function inOrder() {
  const due: (() => void)[] = []
  return (after: number, run: () => void) => {
    due.push(run)
    setTimeout(() => due.shift()?.(), after)
  }
}
