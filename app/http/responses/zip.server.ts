import { promisify } from 'node:util'
import { constants, deflateRaw } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'
import { inTurns } from './turns.server'

/** Text, or bytes that stay as they are; made when wanted. */
export interface ZipEntry {
  name: string
  parts: AsyncIterable<string | Uint8Array> | Iterable<string>
  /** Whether it is compressed already, as pictures are. */
  stored?: boolean
}

type ZipEntries = Iterable<ZipEntry> | AsyncIterable<ZipEntry>

const compress = promisify(deflateRaw)

/** The empty block that ends a deflate stream. Source: RFC 1951, 3.2.6. */
const lastBlock = Uint8Array.of(3, 0)

/** Only counts bytes, which are compressed off the event loop. */
class Deflated extends ZipPassThrough {
  override compression = 8
  protected override process() {}
}

/** Streams a zip file, holding no more than one piece in memory. */
export async function* zipped(entries: ZipEntries, now: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  for await (const { name, parts, stored } of entries) {
    const file = stored ? new ZipPassThrough(name) : new Deflated(name)
    file.mtime = now
    zip.add(file)
    for await (const piece of inTurns(parts)) {
      file.push(new Uint8Array(piece))
      if (!stored) {
        // Pieces are compressed alone, so that blocks may follow any other.
        const bytes = await compress(piece, { finishFlush: constants.Z_SYNC_FLUSH })
        file.ondata(null, new Uint8Array(bytes), false)
      }
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(), true)
    if (!stored) file.ondata(null, lastBlock, true)
  }
  zip.end()
  yield* ready.splice(0)
}
