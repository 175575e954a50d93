import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileStore } from '../../../app/adapters/cloud-storage/files.server'
import { bytesOf, joined } from '../../../app/domain/files/files'
import { fileStoreContract } from '../../contracts/files'
import { startStorageEmulator } from '../../support/storage-emulator'
import { startStorageService } from '../../support/storage-service'

const kilobyte = 1024
const chunkSize = 256 * kilobyte

let emulator: Awaited<ReturnType<typeof startStorageEmulator>>
beforeAll(async () => {
  emulator = await startStorageEmulator()
})
afterAll(() => emulator.close())

fileStoreContract('in a bucket of the official emulator', async () => {
  const bucket = randomUUID()
  const listed = async () => {
    const response = await fetch(`http://${emulator.host}/storage/v1/b/${bucket}/o`)
    return ((await response.json()) as { items?: unknown[] }).items ?? []
  }
  return {
    files: createFileStore({ bucket, emulatorHost: emulator.host }),
    count: async () => (await listed()).length,
    hasUnfinished: false,
    close: async () => {},
  }
})

async function openService() {
  const bucket = randomUUID()
  const service = await startStorageService(bucket)
  const timeouts = { operation: 9_000, upload: 9_000, response: 9_000, pause: 1 }
  const files = createFileStore({ bucket, emulatorHost: service.host }, { timeouts, chunkSize })
  return { ...service, service, files, count: async () => service.objects.size }
}

fileStoreContract('in a bucket of the stand-in', async () => ({
  ...(await openService()),
  hasUnfinished: false,
}))

const bytes = Buffer.from(Array.from({ length: 700 * kilobyte }, (_, index) => index % 251))

async function read(files: ReturnType<typeof createFileStore>, file = '') {
  const found = await files.open(file)
  return found && Buffer.from(await joined(found))
}

test.each([0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 2 * chunkSize, bytes.length])(
  '%i bytes go up in chunks and come down whole',
  async (size) => {
    const { files, asked, close } = await openService()
    const whole = bytes.subarray(0, size)
    // Pieces that fit no chunk.
    async function* pieces() {
      for (let at = 0; at < size; at += 100_000) yield whole.subarray(at, at + 100_000)
    }
    const stored = await files.put(pieces(), size)
    const chunks = asked.filter(({ method }) => method === 'PUT')
    expect(chunks).toHaveLength(Math.floor(size / chunkSize) + 1)
    expect(Buffer.compare((await read(files, stored?.file)) as Buffer, whole)).toBe(0)
    await close()
  },
)

test.each(['late', 'reset', { status: 503 }, { status: 429 }, { status: 200, text: '<p>Hello' }])(
  'an upload goes on where each of its requests once met %j',
  async (trouble) => {
    const { files, fail, objects, close } = await openService()
    const met = new Set<string>()
    fail(({ method, range }) => {
      const which = `${method} ${range}`
      return met.has(which) || !met.add(which) ? undefined : (trouble as 'late')
    })
    const stored = await files.put(bytesOf(bytes), bytes.length)
    fail()
    expect(Buffer.compare((await read(files, stored?.file)) as Buffer, bytes)).toBe(0)
    expect(objects.size).toBe(1)
    await close()
  },
)

test('a response that breaks off goes on from there', async () => {
  const { files, fail, asked, close } = await openService()
  const stored = await files.put(bytesOf(bytes), bytes.length)
  let broken = 0
  fail(({ method }) => (method === 'GET' && broken++ < 4 ? 'half' : undefined))
  expect(Buffer.compare((await read(files, stored?.file)) as Buffer, bytes)).toBe(0)
  const ranges = asked.map(({ range }) => range).filter(Boolean)
  expect(ranges.length).toBeGreaterThan(1)
  expect(new Set(ranges).size).toBe(ranges.length)
  await close()
})

test('a session that the service has forgotten ends the upload and leaves nothing', async () => {
  const { files, fail, sessions, objects, close } = await openService()
  fail(({ range }) => {
    if (range.startsWith('bytes 262144')) sessions.clear()
    return undefined
  })
  await expect(files.put(bytesOf(bytes), bytes.length)).rejects.toMatchObject({ code: 'canceled' })
  expect(objects.size).toBe(0)
  await close()
})

test('other bytes than were sent are no file', async () => {
  const { files, fail, sessions, objects, close } = await openService()
  fail(({ range }) => {
    for (const session of sessions.values()) if (range) session.bytes = session.bytes.fill(0)
    return undefined
  })
  await expect(files.put(bytesOf(bytes), bytes.length)).rejects.toMatchObject({ code: 'canceled' })
  expect(objects.size).toBe(0)
  await close()
})

test('an upload that is given up is forgotten by the service', async () => {
  const { files, sessions, close } = await openService()
  expect(await files.put(bytesOf(bytes), bytes.length - 1)).toBeUndefined()
  expect(sessions.size).toBe(0)
  await close()
})
