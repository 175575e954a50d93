import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { inPieces } from './pieces.server'

/** Text, or bytes sent unchanged; created on demand. */
export interface ZipEntry {
  name: string
  parts: AsyncIterable<string | Uint8Array> | Iterable<string>
  /** Whether it is compressed already, as pictures are. */
  stored?: boolean
}

type ZipEntries = Iterable<ZipEntry> | AsyncIterable<ZipEntry>

/** Streams a zip file, holding no more than one piece in memory. */
export async function* zipped(entries: ZipEntries, now: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  for await (const { name, parts, stored } of entries) {
    const file = stored ? new ZipPassThrough(name) : new ZipDeflate(name)
    file.mtime = now
    zip.add(file)
    for await (const piece of inPieces(parts)) {
      file.push(piece)
      if (ready.length > 0) yield Buffer.concat(ready.splice(0))
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield* ready.splice(0)
}
