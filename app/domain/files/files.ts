/** What a file holds, in pieces, so that no more than a piece of it need be in memory. */
export type Bytes = AsyncIterable<Uint8Array>

/** A file as the store keeps it. */
export interface StoredFile {
  /** Its name in the store, which nobody can guess. */
  file: string
  /** In bytes. */
  size: number
  /** SHA-256, base64url. */
  hash: string
}

/** Files without names of their own or owners; attachments say whose they are. */
export interface FileStore {
  /**
   * Keeps bytes as a file; what it returns is on the disk for good. Undefined if there are more than
   * `most`: then nothing is kept, and the rest of the bytes is left to the caller. Rejects if the
   * bytes break off; nothing is kept then either.
   */
  put(bytes: Bytes, most: number): Promise<StoredFile | undefined>
  /** The bytes of a file; undefined if there is none with this name. */
  open(file: string): Promise<Bytes | undefined>
  /** Removes files for good. Names that are no file's (any more) change nothing. */
  remove(files: readonly string[]): Promise<void>
  /** The names of files last written before `than`, what was never finished included, in no order. */
  olderThan(than: Date): AsyncIterable<string>
}

/** Bytes that are there already, as files are read and written. */
export async function* bytesOf(...pieces: Uint8Array[]): Bytes {
  yield* pieces
}

/** The first bytes, at most so many. */
export async function headOf(bytes: Bytes, most: number): Promise<Uint8Array> {
  const head: number[] = []
  for await (const piece of bytes) {
    head.push(...piece.subarray(0, most - head.length))
    if (head.length >= most) break
  }
  return Uint8Array.from(head)
}

/** All of the bytes in one piece: for those that are known to be few. */
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
