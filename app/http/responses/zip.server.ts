import { promisify } from 'node:util'
import { constants, deflateRaw } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'
import { inTurns } from './turns.server'

/** A file of an archive in pieces that are made when they are wanted: text, or bytes that stay as they are. */
export interface ZipEntry {
  name: string
  parts: AsyncIterable<string | Uint8Array> | Iterable<string>
  /** Whether it is as small as it gets: pictures are. */
  stored?: boolean
}

type ZipEntries = Iterable<ZipEntry> | AsyncIterable<ZipEntry>

const compress = promisify(deflateRaw)

/** The block that ends a deflated stream, with nothing in it. Source: RFC 1951, 3.2.6. */
const lastBlock = Uint8Array.of(3, 0)

/** A file whose bytes are only counted here, as they are compressed outside of the event loop. */
class Deflated extends ZipPassThrough {
  override compression = 8
  protected override process() {}
}

/** A zip file as it is read: at no time is more of it in memory than the piece under way. */
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
        // Each piece by itself: its blocks refer to no other piece, and may follow any.
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
