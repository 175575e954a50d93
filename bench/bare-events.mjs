// The least that a server of events can be: no store, no session, no page. What it is compared with
// is how much the promises of the real one cost.
import { createServer } from 'node:http'

/** Who listens, by conversation. */
const listeners = new Map()

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const place = url.searchParams.get('t') ?? ''
  if (request.method === 'POST') {
    let body = ''
    for await (const chunk of request) body += chunk
    const text = new URLSearchParams(body).get('body')
    for (const each of listeners.get(place) ?? []) each.write(`data: ${text}\n\n`)
    response.writeHead(303, { location: '/' }).end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(':\n\n')
  const others = listeners.get(place) ?? new Set()
  listeners.set(place, others.add(response))
  response.on('close', () => others.delete(response))
})

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`open at http://127.0.0.1:${server.address().port}\n`)
})
