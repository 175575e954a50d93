// The least that a durable server of events can be: a table and its readers; no session, limit or page.
// What it is compared with is how much the promises of the real one cost.
//
// `bare-events.mjs <folder> [ws | socket.io] [folder of packages]`: its readers listen by a stream of
// events, or by what one of the libraries opens.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import Libsql from 'libsql'

const [folder = '.', line = 'events', packages = ''] = process.argv.slice(2)
const load = (name) => createRequire(join(packages, 'package.json'))(name)
const database = new Libsql(join(folder, `bare-${line}.sqlite`))
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
    for (const tell of listeners.get(place) ?? []) tell(body)
    response.writeHead(303, { location: '/' }).end()
  }
}

/** Until the end of its connection, each message of a conversation is told to its reader. */
function listen(place, tell, connection, end) {
  const others = listeners.get(place) ?? new Set()
  listeners.set(place, others.add(tell))
  connection.on(end, () => others.delete(tell))
}

const placeOf = (address) => new URL(address ?? '/', 'http://localhost').searchParams.get('t') ?? ''

const server = createServer(async (request, response) => {
  const place = placeOf(request.url)
  if (request.method === 'POST') {
    let form = ''
    for await (const chunk of request) form += chunk
    const body = new URLSearchParams(form).get('body')
    if (waiting.push({ place, body, response }) === 1) setImmediate(commit)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(':\n\n')
  listen(place, (body) => response.write(`data: ${body}\n\n`), response, 'close')
})

if (line === 'ws') {
  const sockets = new (load('ws').WebSocketServer)({ server })
  sockets.on('connection', (socket, { url }) => {
    listen(placeOf(url), (body) => socket.send(body), socket, 'close')
  })
}

if (line === 'socket.io') {
  const sockets = new (load('socket.io').Server)(server)
  sockets.on('connection', (socket) => {
    listen(socket.handshake.query.t, (body) => socket.emit('message', body), socket, 'disconnect')
  })
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`open at http://127.0.0.1:${server.address().port}\n`)
})
