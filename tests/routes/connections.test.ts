import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, startApp } from '../support/app'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Asks so often in one piece, the last time for an end, and returns how many answers came until then. */
async function answersTo(requests: number): Promise<number> {
  const socket = connect(app.port, '127.0.0.1')
  await once(socket, 'connect')
  const request = `GET /readyz HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\n`
  socket.write(`${`${request}\r\n`.repeat(requests - 1)}${request}Connection: close\r\n\r\n`)
  return (await text(socket).catch(() => '')).split('HTTP/1.1 200').length - 1
}

it('answers two requests that are sent at once, and cuts who sends more', async () => {
  expect(await answersTo(2)).toBe(2)
  expect(await answersTo(3)).toBeLessThanOrEqual(2)
  expect(await answersTo(500)).toBeLessThanOrEqual(2)
  expect(await answersTo(1)).toBe(1)
})
