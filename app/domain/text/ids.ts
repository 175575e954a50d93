import { monotonicFactory } from 'ulid'

const random = new Uint8Array(512)
let used = random.length

/** Taken in stocks: the library's own asks the system once for each of sixteen letters. */
function draw(): number {
  if (used === random.length) {
    crypto.getRandomValues(random)
    used = 0
  }
  return (random[used++] ?? 0) / 256
}

const next = monotonicFactory(draw)

/** A ULID in lower case: 26 characters, sortable by time. Source: github.com/ulid/spec. */
export function newId(now: Date): string {
  return next(now.getTime()).toLowerCase()
}

/** 25 digits and letters from the server, 35 from a browser's script. */
export const keyPattern = /^[0-9a-z-]{20,40}$/
