import { createHash, randomBytes } from 'node:crypto'
import type { ReadableStream } from 'node:stream/web'
import { FilesUnavailable } from '../../domain/files/errors'
import { type Bytes, bytesOf, type FileStore } from '../../domain/files/files'
import { StoreNotOpened } from '../../domain/stores'
import {
  type Clock,
  createService,
  jsonOf,
  type Service,
  type Settings,
  type Timeouts,
} from './calls.server'
import { Refused, startProblem } from './refusals'
import { createUpload } from './upload.server'

const usual: Timeouts = {
  operation: 2 * 60_000,
  upload: 10 * 60_000,
  response: 60_000,
  pause: 1_000,
}

/** Milliseconds for the first responses. */
const startTimeoutMs = 10_000

/** The only valid names. */
const names = /^[0-9a-f]{32}$/

const folder = 'files/'

/** Bytes that an upload holds in memory. */
const usualChunk = 2 * 1024 * 1024

const removedAtOnce = 10

export interface Options {
  timeouts?: Timeouts
  chunkSize?: number
  clock?: Clock
}

/** Throws StoreNotOpened unless files can be written, listed and removed. */
export async function openFileStore(settings: Settings, clock?: Clock): Promise<FileStore> {
  const within = startTimeoutMs
  const timeouts = { operation: within, upload: within, response: within, pause: 500 }
  const probe = createFileStore(settings, { timeouts, clock })
  try {
    const stored = await probe.put(bytesOf(), 0)
    for await (const _ of probe.olderThan(new Date(0))) break
    await probe.remove([stored?.file ?? ''])
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    throw new StoreNotOpened(startProblem(error, settings), error)
  }
  return createFileStore(settings)
}

/** In a bucket that no client can read. An object appears once its upload is complete. */
export function createFileStore(settings: Settings, options: Options = {}): FileStore {
  const service = createService(settings, options.timeouts ?? usual, options.clock)
  const { objects, timeouts, send, retried } = service
  // The emulator takes an upload in one chunk alone.
  const { chunkSize = settings.emulatorHost ? Number.POSITIVE_INFINITY : usualChunk } = options
  const urlOf = (file: string) => `${objects}/${encodeURIComponent(folder + file)}`

  async function remove(file: string) {
    await retried(timeouts.operation, () =>
      send({ method: 'DELETE', url: urlOf(file), accepted: [404] }),
    )
  }

  return {
    async put(bytes, most, file = randomBytes(16).toString('hex')) {
      const upload = createUpload(service, folder + file, chunkSize)
      const hash = createHash('sha256')
      let size = 0
      try {
        for await (const piece of bytes) {
          size += piece.length
          if (size > most) {
            await upload.cancel()
            return undefined
          }
          hash.update(piece)
          await upload.write(piece)
        }
        if (await upload.end()) return { file, size, hash: hash.digest('base64url') }
      } catch (error) {
        await upload.cancel()
        throw error
      }
      await remove(file)
      throw new FilesUnavailable('canceled', new Error('Other bytes arrived than were sent'))
    },

    async open(file) {
      if (!names.test(file)) return undefined
      const url = `${urlOf(file)}?fields=size`
      const found = await retried(timeouts.operation, async () => {
        const response = await send({ method: 'GET', url, accepted: [404] })
        return response.status === 404 ? undefined : jsonOf<{ size?: string }>(response)
      })
      return found && read(service, urlOf(file), Number(found.size))
    },

    async remove(files) {
      const valid = files.filter((file) => names.test(file))
      for (let at = 0; at < valid.length; at += removedAtOnce)
        await Promise.all(valid.slice(at, at + removedAtOnce).map(remove))
    },

    async *olderThan(than) {
      let pageToken: string | undefined
      do {
        const page = await list(service, pageToken)
        for (const { name, timeCreated } of page.items ?? []) {
          const file = name.slice(folder.length)
          if (names.test(file) && new Date(timeCreated) < than) yield file
        }
        pageToken = page.nextPageToken
      } while (pageToken)
    },
  }
}

interface Page {
  items?: { name: string; timeCreated: string }[]
  nextPageToken?: string
}

function list({ objects, timeouts, send, retried }: Service, pageToken?: string): Promise<Page> {
  const query = new URLSearchParams({ prefix: folder, ...(pageToken && { pageToken }) })
  query.set('fields', 'items(name,timeCreated),nextPageToken')
  const url = `${objects}?${query}`
  return retried(timeouts.operation, async () => jsonOf<Page>(await send({ method: 'GET', url })))
}

/** Opens the object when its first byte is wanted, and again where a response breaks off. */
async function* read({ timeouts, send, retried }: Service, url: string, size: number): Bytes {
  let at = 0
  let body: AsyncIterator<Uint8Array> | undefined
  let stop = new AbortController()

  async function begin() {
    stop = new AbortController()
    const headers: Record<string, string> = at > 0 ? { Range: `bytes=${at}-` } : {}
    const media = { method: 'GET' as const, url: `${url}?alt=media`, headers }
    const response = await send({ ...media, signal: stop.signal })
    if (!response.body || (at > 0 && response.status !== 206)) throw new Refused(502, 'noRange')
    return (response.body as ReadableStream<Uint8Array>)[Symbol.asyncIterator]()
  }

  async function next(): Promise<Uint8Array> {
    const timer = setTimeout(() => stop.abort(), timeouts.response)
    try {
      body ??= await begin()
      const { done, value } = await body.next()
      if (done) throw new Refused(502, 'brokenOff')
      return value
    } catch (error) {
      body = undefined
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  try {
    while (at < size) {
      const piece = await retried(timeouts.operation, next)
      at += piece.length
      yield piece
    }
  } finally {
    stop.abort()
  }
}
