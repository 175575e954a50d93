// The least that a server of pages can be: the same bytes with the same headers, made once.
import { createServer } from 'node:http'

/** What is sent for each target of a request. */
const answers = new Map()

process.on('message', ({ target, status, headers, body }) => {
  if (target) answers.set(target, { status, headers, body: Buffer.from(body, 'base64') })
})

const nothing = { status: 404, headers: {}, body: '' }

const server = createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url) ?? nothing
  response.writeHead(status, headers)
  response.end(body)
})

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`open at http://127.0.0.1:${server.address().port}\n`)
})
