/** Milliseconds of work after which others have their turn. */
const longestTurn = 8

/** Characters that are gathered before they are sent: fewer compress badly. */
const fullPiece = 65_536

const waiting: (() => void)[] = []

/**
 * Resolves in a turn of the event loop that no other long work has: whatever number of downloads is
 * under way, others wait for one piece of one of them at most.
 */
function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next)
  })
}

function next() {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}

/** The parts, texts joined to pieces, made in turns of the event loop between which others are served. */
export async function* inTurns(
  parts: AsyncIterable<string | Uint8Array> | Iterable<string>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let text = ''
  await ownTurn()
  let began = performance.now()
  for await (const part of parts) {
    if (typeof part === 'string') text += part
    else yield part
    const over = performance.now() - began > longestTurn
    if (text.length >= fullPiece || (over && typeof part !== 'string')) {
      if (text) yield encoder.encode(text)
      text = ''
    }
    if (!over) continue
    await ownTurn()
    began = performance.now()
  }
  if (text) yield encoder.encode(text)
}
