import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '~/config'
import { arrive } from '~/server/arrival/arrival'
import { createContext, type ServerContext } from '~/server/arrival/context'
import { answerPage } from '~/server/responses/page'
import type { Render } from '~/server/responses/render'
import { temporaryFolder } from '../../support/app'

const dataDir = temporaryFolder()
let server: Server
let port: number
let context: ServerContext
/** What stands in for Remix: each test brings its own. */
let render: Render

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const visit = await arrive(request, response, context)
    if (visit) await answerPage(visit, render, 50)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  const environment = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' }
  context = await createContext({ config: readConfig(environment, 'development') })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await context.services.close()
  rmSync(dataDir, { recursive: true })
})

async function open(head: string) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${head}\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n`)
  return socket
}

test('a download that nobody reads is cut off, and no more of it is made', async () => {
  let cancelled = false
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => {
        cancelled = true
      },
    })
  const headers = { 'Content-Disposition': 'attachment; filename="all.zip"' }
  render = async () => new Response(endless(), { headers })
  const socket = await open('GET /dashboard/settings/export/zip HTTP/1.1')
  socket.pause()
  socket.write('\r\n')
  await vi.waitFor(() => expect(cancelled).toBe(true), 30_000)
  socket.destroy()
})

test.each([
  ['a form', 'application/x-www-form-urlencoded', 30_000],
  ['an upload', 'multipart/form-data; boundary=b', 60_000],
])('%s that drips in is answered with 408, in words, and cut', async (_, type, timeoutMs) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    // Reads what comes, as a page does that takes files.
    render = async (request) => new Response(await request.text().catch(() => ''))
    const arrived = once(server, 'request')
    const socket = await open('POST /de/chat HTTP/1.1')
    socket.write(`Content-Type: ${type}\r\nContent-Length: 50000\r\n\r\n--b\r\n`)
    await arrived
    let answer = ''
    void text(socket).then((all) => {
      answer = all
    })
    await vi.waitFor(() => {
      // What has arrived is read first, whenever that is.
      vi.advanceTimersByTime(timeoutMs)
      expect(answer).not.toBe('')
    }, 30_000)
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(answer).toContain('<html lang="de"')
  } finally {
    vi.useRealTimers()
  }
})
