import { randomFillSync } from 'node:crypto'

const stock = Buffer.alloc(8_192)
let used = stock.length

/** A few random bytes, which are drawn in stocks: a call takes longer than most that is done with them. */
export function randomBytes(length: number): Buffer {
  if (used + length > stock.length) {
    randomFillSync(stock)
    used = 0
  }
  const bytes = Buffer.from(stock.subarray(used, used + length))
  stock.fill(0, used, used + length)
  used += length
  return bytes
}
