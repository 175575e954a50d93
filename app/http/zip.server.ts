import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { strToU8, Zip, ZipDeflate } from 'fflate'

/** A file of an archive, its text in pieces that are made when they are wanted. */
export interface ZipEntry {
  name: string
  parts: AsyncIterable<string> | Iterable<string>
}

/** A zip file as it is read: at no time is more of it in memory than the piece under way. */
export function zipStream(entries: Iterable<ZipEntry>, now: Date): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(zipped(entries, now)))
}

async function* zipped(entries: Iterable<ZipEntry>, now: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  for (const { name, parts } of entries) {
    const file = new ZipDeflate(name)
    file.mtime = now
    zip.add(file)
    for await (const part of parts) {
      file.push(strToU8(part))
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield* ready.splice(0)
}
