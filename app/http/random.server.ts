import { randomFillSync } from 'node:crypto'

const stock = Buffer.alloc(8_192)
let used = stock.length

/** A few random bytes, which are drawn in stocks: a call takes longer than most that is done with them. */
export function randomBytes(length: number): Buffer {
  return taken(length, (start, end) => Buffer.from(stock.subarray(start, end)))
}

/** So many random bytes as text, without a buffer of their own. */
export function randomText(length: number, encoding: 'hex' | 'base64url'): string {
  return taken(length, (start, end) => stock.toString(encoding, start, end))
}

function taken<Value>(length: number, read: (start: number, end: number) => Value): Value {
  if (used + length > stock.length) {
    randomFillSync(stock)
    used = 0
  }
  const start = used
  used += length
  const value = read(start, used)
  stock.fill(0, start, used)
  return value
}
