import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to the server that can be cut, as in a tunnel: what is open breaks, nothing new is answered. */
export interface Line {
  /** As a browser takes its proxy; a server understands a proxy's requests as its own. */
  proxy: { server: string }
  cut(): void
  /** What is asked still arrives, but no answer comes back to any connection of this time, ever. */
  mute(): void
  mend(): void
  close(): Promise<void>
}

export async function layLine(origin: string): Promise<Line> {
  const { hostname, port } = new URL(origin)
  const ends = new Set<Socket>()
  let whole = true
  let mute = false
  const relay = createServer((near) => {
    if (!whole) return near.resetAndDestroy()
    let lost = false
    const far = connect(Number(port), hostname)
    for (const end of [near, far]) {
      ends.add(end)
      end.on('error', () => {})
      end.on('close', () => ends.delete(end))
    }
    near.on('close', () => far.destroy())
    // What the server has sent still goes to who reads slowly.
    far.on('close', () => near.end())
    near.pipe(far)
    far.on('data', (bytes) => {
      lost ||= mute
      if (!lost) near.write(bytes)
    })
    far.on('end', () => near.end())
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const cut = () => {
    whole = false
    for (const end of ends) end.destroy()
  }
  return {
    proxy: { server: `http://127.0.0.1:${(relay.address() as AddressInfo).port}` },
    cut,
    mute() {
      mute = true
    },
    mend() {
      mute = false
      whole = true
    },
    async close() {
      cut()
      relay.close()
      await once(relay, 'close')
    },
  }
}
