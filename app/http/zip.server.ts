import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of an archive in pieces that are made when they are wanted: text, or bytes that stay as they are. */
export interface ZipEntry {
  name: string
  parts: AsyncIterable<string | Uint8Array> | Iterable<string>
  /** Whether it is as small as it gets: pictures are. */
  stored?: boolean
}

type ZipEntries = Iterable<ZipEntry> | AsyncIterable<ZipEntry>

/** A zip file as it is read: at no time is more of it in memory than the piece under way. */
export function zipStream(entries: ZipEntries, now: Date): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(zipped(entries, now)))
}

async function* zipped(entries: ZipEntries, now: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  for await (const { name, parts, stored } of entries) {
    const file = stored ? new ZipPassThrough(name) : new ZipDeflate(name)
    file.mtime = now
    zip.add(file)
    for await (const part of parts) {
      file.push(typeof part === 'string' ? strToU8(part) : part)
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield* ready.splice(0)
}
