import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes. Source: sqlite.org/fileformat2.html, 4.1 and 4.2, as all of this. */
const headerSize = 32
const frameHeaderSize = 24
const magic = { littleEndian: 0x377f0682, bigEndian: 0x377f0683 }

/**
 * Whether SQLite would silently leave out commits of a write-ahead log that were synced: its header is
 * destroyed, or a frame with two commits or more behind it. A loss of power can tear the last commit
 * alone, since each is synced before the next begins; it was then not acknowledged.
 */
export function isLogDamaged(log: string): boolean {
  const descriptor = openSync(log, 'r')
  try {
    const { size } = fstatSync(descriptor)
    return size > 0 && isDamaged(size, (from, length) => readAt(descriptor, from, length))
  } finally {
    closeSync(descriptor)
  }
}

function isDamaged(size: number, read: (from: number, length: number) => Buffer): boolean {
  const header = read(0, headerSize)
  if (size < headerSize) return true
  const isLittle = header.readUInt32BE(0) === magic.littleEndian
  if (!isLittle && header.readUInt32BE(0) !== magic.bigEndian) return true
  let sum = checksum(header.subarray(0, 24), [0, 0], isLittle)
  if (sum[0] !== header.readUInt32BE(24) || sum[1] !== header.readUInt32BE(28)) return true
  const frameSize = frameHeaderSize + header.readUInt32BE(8)
  let broken = false
  let commitsBehind = 0
  for (let from = headerSize; from + frameSize <= size; from += frameSize) {
    const frame = read(from, frameSize)
    // Behind the newest frame there may be those of an earlier round, which have other salts.
    const isOfThisRound = frame.subarray(8, 16).equals(header.subarray(16, 24))
    if (!broken) {
      sum = checksum(frame.subarray(0, 8), sum, isLittle)
      sum = checksum(frame.subarray(frameHeaderSize), sum, isLittle)
      const isSound = sum[0] === frame.readUInt32BE(16) && sum[1] === frame.readUInt32BE(20)
      broken = !isSound || !isOfThisRound
    }
    const isCommit = frame.readUInt32BE(4) > 0
    if (broken && isOfThisRound && isCommit) commitsBehind += 1
  }
  return commitsBehind > 1
}

function checksum(
  bytes: Buffer,
  [first, second]: readonly [number, number],
  isLittle: boolean,
): [number, number] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let [one, two] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + view.getUint32(at, isLittle) + two) >>> 0
    two = (two + view.getUint32(at + 4, isLittle) + one) >>> 0
  }
  return [one, two]
}

function readAt(descriptor: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(descriptor, bytes, 0, length, from)
  return bytes
}
