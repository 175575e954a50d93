import { setImmediate as nextTick } from 'node:timers/promises'

/** Characters gathered before sending: fewer compress badly. */
const fullPiece = 65_536

/** Milliseconds of work after which others get the event loop. */
const longestWork = 8

let last: Promise<void> = Promise.resolve()

/** A tick of the event loop that no other download works in. */
function ownTick(): Promise<void> {
  last = last.then(() => nextTick())
  return last
}

/** Joins texts to pieces, and lets others have the event loop in between. */
export async function* inPieces(
  parts: AsyncIterable<string | Uint8Array> | Iterable<string>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let text = ''
  await ownTick()
  let begun = performance.now()
  for await (const part of parts) {
    if (typeof part === 'string') text += part
    else yield part
    if (text.length >= fullPiece) {
      yield encoder.encode(text)
      text = ''
    }
    if (performance.now() - begun < longestWork) continue
    await ownTick()
    begun = performance.now()
  }
  if (text) yield encoder.encode(text)
}
