import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import WebSocket from 'faye-websocket'
import {
  asked,
  changed,
  hashOf,
  partsOf,
  type Query,
  settled,
  type Value,
  valueAt,
} from './realtime-tree'

/** A stand-in for the Realtime Database, which speaks its clients' protocol (version 5). */
export interface RealtimeDatabase {
  /** host:port, as FIREBASE_DATABASE_EMULATOR_HOST takes it. */
  host: string
  /** What a namespace holds at a path. */
  read(namespace: string, path: string): Value
  /** Cuts all connections, as a network does; with `false` it takes none until told otherwise. */
  cut(reachable?: boolean): void
  /** Hears everybody and answers nobody, as behind a line that has gone dead. */
  mute(muted: boolean): void
  /** Takes no write any more, as from a key without the right. */
  refuseWrites(refused: boolean): void
  /** Changes that clients have asked for since the start. */
  writes(): number
  close(): Promise<void>
}

interface Request {
  r: number
  a: string
  b: { p?: string; d?: Value; h?: string; q?: Query; t?: number }
}

interface Client {
  namespace: string
  send(message: object): void
  end(): void
  /** By path and query. */
  listens: Map<string, { parts: string[]; query?: Query; tag?: number }>
  atTheEnd: { parts: string[]; value: Value }[]
}

export async function startRealtimeDatabase(): Promise<RealtimeDatabase> {
  const server = createServer((_, response) => response.writeHead(404).end())
  const trees = new Map<string, Value>()
  const clients = new Set<Client>()
  let reachable = true
  let muted = false
  let refused = false
  let writes = 0

  server.on('upgrade', (request, socket, head) => {
    if (!reachable || !WebSocket.isWebSocket(request)) return socket.destroy()
    open(request, socket, head)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function open(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const line = new WebSocket(request, socket, head)
    const { host } = request.headers
    const namespace = new URL(`http://${host}${request.url}`).searchParams.get('ns') ?? ''
    const client: Client = {
      namespace,
      send: (message) => {
        if (!muted) line.send(JSON.stringify(message))
      },
      end: () => socket.destroy(),
      listens: new Map(),
      atTheEnd: [],
    }
    clients.add(client)
    client.send({ t: 'c', d: { t: 'h', d: { ts: Date.now(), v: '5', h: host, s: 'session' } } })
    let awaited = 0
    let text = ''
    line.on('message', ({ data }) => {
      // A long message comes in frames, whose number comes first; 0 is a sign of life.
      if (awaited === 0 && /^\d{1,6}$/.test(data)) {
        awaited = Number(data)
        return
      }
      text += data
      awaited = Math.max(0, awaited - 1)
      if (awaited > 0) return
      const message = JSON.parse(text)
      text = ''
      if (message.t === 'd') answer(client, message.d)
    })
    line.on('close', () => {
      clients.delete(client)
      for (const { parts, value } of client.atTheEnd) write(namespace, parts, value)
    })
  }

  function answer(client: Client, { r, a, b }: Request) {
    if (muted) return
    const reply = (status: string, data: unknown = {}) =>
      client.send({ t: 'd', d: { r, b: { s: status, d: data } } })
    const parts = partsOf(b.p ?? '')
    const key = `${b.p} ${JSON.stringify(b.q ?? {})}`
    const { namespace } = client
    const tree = () => trees.get(namespace) ?? null
    if (refused && 'p m o'.includes(a)) return reply('permission_denied', 'Permission denied')
    switch (a) {
      case 'q':
        client.listens.set(key, { parts, query: b.q, tag: b.t })
        say(client, parts, asked(valueAt(tree(), parts), b.q), b.t)
        break
      case 'n':
        client.listens.delete(key)
        break
      case 'g':
        return reply('ok', asked(valueAt(tree(), parts), b.q))
      case 'p':
        writes += 1
        if (b.h !== undefined && hashOf(valueAt(tree(), parts)) !== b.h) return reply('datastale')
        write(namespace, parts, b.d ?? null)
        break
      case 'm':
        writes += 1
        for (const [path, value] of Object.entries(b.d ?? {}))
          write(namespace, [...parts, ...partsOf(path)], value)
        break
      case 'o':
        client.atTheEnd.push({ parts, value: b.d ?? null })
        break
      case 'oc':
        client.atTheEnd = client.atTheEnd.filter((each) => each.parts.join('/') !== parts.join('/'))
    }
    reply('ok')
  }

  function write(namespace: string, parts: string[], value: Value) {
    const tree = trees.get(namespace) ?? null
    const next = changed(tree, parts, settled(value, Date.now(), valueAt(tree, parts)))
    trees.set(namespace, next)
    for (const client of clients) {
      if (client.namespace !== namespace) continue
      for (const { parts: heard, query, tag } of client.listens.values()) {
        const above = heard.every((part, index) => part === parts[index])
        const below = parts.every((part, index) => part === heard[index])
        // What changed within it, or all of it.
        if (above && !query) say(client, parts, valueAt(next, parts), tag)
        else if (above || below) say(client, heard, asked(valueAt(next, heard), query), tag)
      }
    }
  }

  function say(client: Client, parts: string[], value: Value, tag?: number) {
    const b = { p: parts.join('/'), d: value, ...(tag !== undefined && { t: tag }) }
    client.send({ t: 'd', d: { a: 'd', b } })
  }

  function cut(open = true) {
    reachable = open
    for (const client of clients) client.end()
  }

  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    read: (namespace, path) => valueAt(trees.get(namespace) ?? null, partsOf(path)),
    cut,
    mute(on) {
      muted = on
    },
    refuseWrites(on) {
      refused = on
    },
    writes: () => writes,
    async close() {
      cut(false)
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
