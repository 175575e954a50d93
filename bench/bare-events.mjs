// The least that a durable server of events can be: a table and its readers; no session, limit or page.
// What it is compared with is how much the promises of the real one cost.
import { createServer } from 'node:http'
import { join } from 'node:path'
import Libsql from 'libsql'

const database = new Libsql(join(process.argv[2] ?? '.', 'bare.sqlite'))
database.exec('pragma journal_mode = wal; pragma synchronous = full')
database.exec('create table messages (id integer primary key, place text, body text)')
const insert = database.prepare('insert into messages (place, body) values (?, ?)')

/** Who listens, by conversation. */
const listeners = new Map()

let waiting = []

/** All messages of a turn of the event loop share a commit, which is synced before anybody hears. */
function commit() {
  const messages = waiting
  waiting = []
  database.exec('begin immediate')
  for (const { place, body } of messages) insert.run([place, body])
  database.exec('commit')
  for (const { place, body, response } of messages) {
    for (const each of listeners.get(place) ?? []) each.write(`data: ${body}\n\n`)
    response.writeHead(303, { location: '/' }).end()
  }
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const place = url.searchParams.get('t') ?? ''
  if (request.method === 'POST') {
    let form = ''
    for await (const chunk of request) form += chunk
    const body = new URLSearchParams(form).get('body')
    if (waiting.push({ place, body, response }) === 1) setImmediate(commit)
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
