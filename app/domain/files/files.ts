/** In pieces, so that a file need not fit into memory. */
export type Bytes = AsyncIterable<Uint8Array>

export interface StoredFile {
  file: string
  /** In bytes. */
  size: number
  /** SHA-256, base64url. */
  hash: string
}

/** Without original names or owners. Calls reject with FilesUnavailable where the storage fails. */
export interface FileStore {
  /**
   * Resolves once the file is synced; undefined, keeping nothing, for more than `most` bytes, and
   * then leaves the rest to the caller. Rejects, keeping nothing, if the bytes break off. `file`
   * is a name that another store gave it, and replaces one that is there.
   */
  put(bytes: Bytes, most: number, file?: string): Promise<StoredFile | undefined>
  open(file: string): Promise<Bytes | undefined>
  remove(files: readonly string[]): Promise<void>
  /** Last written before `than`, unfinished ones included, in any order. */
  olderThan(than: Date): AsyncIterable<string>
}

/** The name of an empty file that is there while a move into the storage has not ended. */
export const moveMark = '0'.repeat(32)

export async function* bytesOf(...pieces: Uint8Array[]): Bytes {
  yield* pieces
}

/** At most `most` bytes. */
export async function headOf(bytes: Bytes, most: number): Promise<Uint8Array> {
  const head: number[] = []
  for await (const piece of bytes) {
    head.push(...piece.subarray(0, most - head.length))
    if (head.length >= most) break
  }
  return Uint8Array.from(head)
}

/** Only for small files. */
export async function joined(bytes: Bytes): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Bytes per piece, so that hashing and writing do not hold the event loop. */
const pieceLength = 256 * 1_024

/** Bytes that are in memory already. */
export async function* bytesInPieces(bytes: Uint8Array): Bytes {
  for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength)
}
