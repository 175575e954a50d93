/** By priority: readers, senders, those refused a lot, downloads. */
const lanes = ['reading', 'sending', 'refused', 'download'] as const

export type Lane = (typeof lanes)[number]

/** Milliseconds of work until others have their turn. */
const longestTurn = 8

/** Milliseconds for which downloads alone make way for new connections. */
const longestWay = 200

/** Characters gathered before sending: fewer compress badly. */
export const fullPiece = 65_536

type Waiting = Map<string, (() => void)[]>

const waiting = lanes.map((): Waiting => new Map())

let turns = 0
let running = false
/** When this turn of the event loop began, by `performance.now`. */
let began = 0

/**
 * Resolves once those before have done what they can without waiting, in a turn of the event loop without
 * other long work: short work shares one, and so its commit. While both are full, a lane has half the places
 * of the one before it; holders of a lane take turns however many each waits for.
 */
export function ownTurn(lane: Lane, holder = ''): Promise<void> {
  return new Promise((resolve) => {
    const queue = waiting[lanes.indexOf(lane)]
    const own = queue?.get(holder)
    if (own) own.push(resolve)
    else queue?.set(holder, [resolve])
    if (!running) setImmediate(begin)
    running = true
  })
}

/** Whether a connection has come since long work last asked, and since when it makes way for them. */
let came = false
let madeWaySince: number | undefined

/**
 * Node takes one new connection in a turn of the event loop (libuv, since 1.45): while more come, long
 * work makes way for as long as it may work itself, and downloads for longer, so that nobody waits behind
 * a burst of them.
 */
export function connectionCame(): void {
  came = true
}

function begin() {
  began = performance.now()
  const pages = waiting.slice(0, -1).some(({ size }) => size > 0)
  const way = pages ? longestTurn : longestWay
  const makesWay = came && began - (madeWaySince ?? began) < way
  came = false
  if (makesWay) {
    madeWaySince ??= began
    setImmediate(begin)
    return
  }
  madeWaySince = undefined
  next()
}

function next() {
  if (performance.now() - began > longestTurn) {
    setImmediate(begin)
    return
  }
  turns += 1
  // Trailing zeros: 0 every other turn, 1 every fourth, 2 every eighth.
  const first = 31 - Math.clz32(turns & -turns)
  const preferred = waiting[first]
  const queue = preferred?.size ? preferred : waiting.find(({ size }) => size > 0)
  const [holder = '', own = []] = queue?.entries().next().value ?? []
  const resolve = own.shift()
  queue?.delete(holder)
  if (own.length > 0) queue?.set(holder, own)
  running = waiting.some(({ size }) => size > 0)
  // A tick comes when no promise has anything to do.
  if (running) queueMicrotask(() => process.nextTick(next))
  resolve?.()
}

/** Joins texts to pieces, yielding to others between turns. */
export async function* inTurns(
  parts: AsyncIterable<string | Uint8Array> | Iterable<string>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let text = ''
  await ownTurn('download')
  let from = performance.now()
  for await (const part of parts) {
    if (typeof part === 'string') text += part
    else yield part
    const over = performance.now() - from > longestTurn
    if (text.length >= fullPiece || (over && typeof part !== 'string')) {
      if (text) yield encoder.encode(text)
      text = ''
    }
    if (!over) continue
    await ownTurn('download')
    from = performance.now()
  }
  if (text) yield encoder.encode(text)
}
