import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { stopGraceMs } from '~/server/stop'
import { openTestServer } from '../support/test-server'

it('a server that stops does not wait for a line on which nothing was asked', async () => {
  const server = await openTestServer()
  const line = connect(server.port, '127.0.0.1')
  const closed = once(line, 'close')
  await once(line, 'connect')
  // What comes later than the line is answered after the server knows of the line.
  await server.ask('/login')
  const askedAt = Date.now()
  await server.close()
  await closed
  expect(Date.now() - askedAt).toBeLessThan(stopGraceMs)
})

it('a server that stops answers everything that has arrived, read or not', async () => {
  const server = await openTestServer()
  const request = `GET /login HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`
  const open = () => {
    const socket = connect(server.port, '127.0.0.1').setEncoding('utf8')
    let received = ''
    const closed = new Promise<string>((resolve) => {
      socket.on('data', (text) => {
        received += text
      })
      socket.on('error', ({ message }) => resolve(message))
      socket.on('end', () => resolve(received))
    })
    return { socket, closed, received: () => received }
  }
  const kept = Array.from({ length: 20 }, open)
  for (const { socket } of kept) socket.write(request)
  for (const { received } of kept) await expect.poll(received).toContain('</html>')

  // The server runs in this process: it can read and accept nothing of this before it is told to stop.
  for (const { socket } of kept) socket.write(request)
  const late = Array.from({ length: 20 }, open)
  for (const { socket } of late) socket.write(request)
  const stopped = server.close()

  for (const { closed } of kept) {
    const [, , answer = ''] = (await closed).split('HTTP/1.1 ')
    expect(answer).toMatch(/^200 OK\r\nconnection: close\r\n[\s\S]*<\/html>/i)
  }
  for (const { closed } of late) {
    expect(await closed).toMatch(/^HTTP\/1.1 200 OK\r\nconnection: close\r\n[\s\S]*<\/html>/i)
  }
  await stopped
})
