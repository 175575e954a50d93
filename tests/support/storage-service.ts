import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Session {
  name: string
  bytes: Buffer
  done?: boolean
}

/** What a request gets instead of being served; 'late' loses the response of what was done. */
export type Trouble =
  | { status: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | 'reset'
  | 'late'
  | 'hang'
  /** Half of the body, then the end of the connection. */
  | 'half'

export interface Asked {
  method: string
  path: string
  range: string
}

const granularity = 256 * 1024
const pageSize = 3

/**
 * A stand-in for Cloud Storage that speaks its JSON API as documented: resumable uploads in chunks
 * of 256 KiB, ranges, pages of lists. It keeps objects in memory, in one bucket.
 */
export async function startStorageService(bucket: string) {
  const objects = new Map<string, { bytes: Buffer; createdAt: Date }>()
  const sessions = new Map<string, Session>()
  const asked: Asked[] = []
  let trouble: (request: Asked) => Trouble | undefined = () => undefined

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const { method = '' } = request
    const range = String(request.headers['content-range'] ?? request.headers.range ?? '')
    const seen = { method, path: url.pathname, range }
    asked.push(seen)
    const wrong = trouble(seen)
    if (wrong === 'hang') return
    if (wrong === 'reset') return response.socket?.resetAndDestroy()
    if (typeof wrong === 'object') {
      response.writeHead(wrong.status, wrong.headers)
      return response.end(wrong.text ?? JSON.stringify(wrong.json ?? {}))
    }
    const body = await buffer(request)
    if (wrong === 'late') {
      const lost = { writeHead: () => lost, end: () => lost }
      serve(request, url, body, lost as never)
      return response.socket?.resetAndDestroy()
    }
    serve(request, url, body, response, wrong === 'half')
  })

  function serve(
    request: IncomingMessage,
    url: URL,
    body: Buffer,
    response: ServerResponse,
    half = false,
  ) {
    const json = (status: number, value: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    const refuse = (code: number, reason: string) =>
      json(code, { error: { code, message: reason, errors: [{ reason }] } })
    const [, upload, named, name] =
      /^(\/upload)?\/storage\/v1\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(url.pathname) ?? []
    if (named !== bucket) return refuse(404, 'notFound')
    if (upload) return serveUpload()
    if (name === undefined) return serveList()
    const key = decodeURIComponent(name)
    const object = objects.get(key)
    if (!object) return refuse(404, 'notFound')
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (url.searchParams.get('alt') !== 'media') return json(200, described(key))
    const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
    const bytes = object.bytes.subarray(Number(from ?? 0))
    if (from !== undefined && bytes.length === 0) return refuse(416, 'requestedRangeNotSatisfiable')
    response.writeHead(from === undefined ? 200 : 206, { 'Content-Length': bytes.length })
    if (!half) return response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy())

    function serveUpload() {
      const id = url.searchParams.get('upload_id')
      if (id === null) {
        const session = randomUUID()
        sessions.set(session, { name: url.searchParams.get('name') ?? '', bytes: Buffer.alloc(0) })
        url.searchParams.set('upload_id', session)
        return response.writeHead(200, { Location: url.href }).end()
      }
      const session = sessions.get(id)
      if (!session) return refuse(404, 'notFound')
      if (request.method === 'DELETE') {
        if (!session.done) sessions.delete(id)
        return response.writeHead(499).end()
      }
      if (session.done) return json(200, described(session.name))
      const header = String(request.headers['content-range'])
      const [, start, last, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(header) ?? []
      if (total === undefined) return refuse(400, 'badRange')
      if (start !== undefined) {
        const sized = Number(last) - Number(start) + 1 === body.length
        const whole = total !== '*' || body.length % granularity === 0
        if (!sized || !whole || Number(start) !== session.bytes.length)
          return refuse(400, 'badRange')
        session.bytes = Buffer.concat([session.bytes, body])
      }
      if (String(session.bytes.length) === total) {
        session.done = true
        objects.set(session.name, { bytes: session.bytes, createdAt: new Date() })
        return json(200, described(session.name))
      }
      const { length } = session.bytes
      response.writeHead(308, length > 0 ? { Range: `bytes=0-${length - 1}` } : {}).end()
    }

    function serveList() {
      const prefix = url.searchParams.get('prefix') ?? ''
      const after = url.searchParams.get('pageToken') ?? ''
      const keys = [...objects.keys()].filter((each) => each.startsWith(prefix) && each > after)
      const page = keys.sort().slice(0, pageSize)
      const nextPageToken = page.length < keys.length ? page.at(-1) : undefined
      json(200, { items: page.map(described), nextPageToken })
    }
  }

  function described(key: string) {
    const object = objects.get(key)
    if (!object) return {}
    const md5Hash = createHash('md5').update(object.bytes).digest('base64')
    const { length } = object.bytes
    return { name: key, size: String(length), md5Hash, timeCreated: object.createdAt.toISOString() }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    objects,
    sessions,
    /** The requests since the last `fail`. */
    asked,
    /** From now on; without trouble, it serves. */
    fail(next: typeof trouble = () => undefined) {
      asked.length = 0
      trouble = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
