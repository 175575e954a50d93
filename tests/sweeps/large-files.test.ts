import { once } from 'node:events'
import http from 'node:http'
import { setImmediate as immediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Services } from '~/config'
import type { Bytes } from '~/domain/files/files'
import { withoutLimits } from '../support/app'
import { openTestServer, type TestServer } from '../support/test-server'
import { filesIn, type Sent, sendFiles, written } from '../support/uploads'

let server: TestServer
let openFiles = 0

beforeAll(async () => {
  server = await openTestServer({
    arrange: (services) => countingFiles(withoutLimits.arrange(services)),
  })
  await server.signUp()
})

afterAll(() => server.close())

function countingFiles(services: Services): Services {
  async function* counted(bytes: Bytes): Bytes {
    openFiles += 1
    try {
      yield* bytes
    } finally {
      openFiles -= 1
    }
  }
  const { files } = services
  const open: typeof files.open = async (file) => {
    const bytes = await files.open(file)
    return bytes && counted(bytes)
  }
  return { ...services, files: { ...files, open } }
}

describe('a large file', () => {
  it('is closed again where its reader goes away before it comes', async () => {
    const bytes = `%PDF-1.7\n${'x'.repeat(5_000_000)}`
    const sent = [{ name: 'offer.pdf', bytes }]
    const { location } = await sendFiles(server, '/chat', written('Please look'), sent)
    const files = filesIn((await server.ask(location)).text)
    for (let ticks = 0; ticks < 200; ticks += 1) {
      const asked = http.get(server.origin + files[0]?.address).on('error', () => undefined)
      await once(asked, 'socket')
      // The server is in this process: it gets a tick further each time.
      for (let tick = 0; tick < ticks % 50; tick += 1) await immediate()
      asked.destroy()
    }
    await expect.poll(() => openFiles).toBe(0)
    expect((await server.ask(files[0]?.address ?? '')).status).toBe(200)
  })
})

describe('room at a desk', () => {
  const mebibyte = 1_024 * 1_024
  const large = (name: string): Sent => ({ name, bytes: Buffer.alloc(9 * mebibyte, `${name} `) })

  it('is left for others while one network sends all that it may, and shared out whole', async () => {
    const { desk } = await server.signUp()
    const path = `/chat?desk=${desk.publicKey}`
    const sent = ['one', 'two'].map((name) => {
      const five = [1, 2, 3, 4, 5].map((each) => large(`${name} ${each}.txt`))
      return sendFiles(server, path, written(name), five)
    })
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort()
    expect(statuses).toEqual([303, 413])
    const { desk: used } = await server.services.attachments.used(
      { deskId: desk.id },
      server.clock.now,
    )
    expect(used).toBeLessThanOrEqual(50 * mebibyte)
    const source = 'another network'
    const elsewhere = { deskId: desk.id, source }
    const left = await server.services.attachments.used(elsewhere, server.clock.now)
    expect(left.source).toBe(0)
    expect(left.unanswered).toBeLessThanOrEqual(50 * mebibyte)
  })
})
