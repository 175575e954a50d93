import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Door, openDoor } from '~/server/door'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function listen(door: Door): Promise<string> {
  server = createServer(door.answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function knock(address: string) {
  const [response] = await once(get(address), 'response')
  response.resume()
  return { status: response.statusCode, wait: response.headers['retry-after'] }
}

test('requests that come before the server is ready are answered once it is', async () => {
  const door = openDoor()
  const address = await listen(door)
  const early = [knock(address), knock(address)]
  await once(server, 'request')
  door.open(async (_, response) => void response.end('here'))
  expect(await Promise.all(early)).toEqual([{ status: 200 }, { status: 200 }])
  expect(await knock(address)).toEqual({ status: 200 })
})

test('requests get 503 with Retry-After while the server does not get ready', async () => {
  const address = await listen(openDoor(1))
  expect(await knock(address)).toEqual({ status: 503, wait: '2' })
})
