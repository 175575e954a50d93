import type { Piece } from '~/domain/export/moving'

type Print = (text: string) => void

/** Milliseconds between lines that say how far a step is. */
const toldEvery = 5_000

/** What says how many there are so far, every few seconds. */
export function progress(
  what: string,
  print: Print,
  clock: () => number = () => performance.now(),
): (count: number) => void {
  let toldAt = clock()
  return (count) => {
    const now = clock()
    if (now - toldAt < toldEvery) return
    toldAt = now
    print(`${count} ${what} so far\n`)
  }
}

/** Passes records on, and says how many. */
export async function* told(pieces: AsyncIterable<Piece>, print: Print): AsyncGenerator<Piece> {
  const tell = progress('records', print)
  let count = 0
  for await (const piece of pieces) {
    yield piece
    tell(++count)
  }
}
