/** How many bytes of e-mails there is room for. */
export interface Room {
  left: number
}

/**
 * The pieces of an e-mail, whose bytes are taken from all `rooms`; the caller gives them back. Undefined,
 * with nothing taken, if one of them had no room for a piece: without it the others are worthless.
 * Rejects where the stream fails, with nothing taken.
 */
export async function collect(
  stream: AsyncIterable<Uint8Array>,
  rooms: readonly Room[],
): Promise<Uint8Array[] | undefined> {
  let pieces: Uint8Array[] | undefined = []
  let size = 0
  const take = (bytes: number) => {
    size += bytes
    for (const room of rooms) room.left -= bytes
  }
  try {
    // To its end in any case: a client hears no answer before.
    for await (const piece of stream) {
      if (pieces && rooms.every(({ left }) => left >= piece.length)) {
        take(piece.length)
        pieces.push(piece)
      } else {
        pieces = undefined
        take(-size)
      }
    }
    return pieces
  } catch (error) {
    take(-size)
    throw error
  }
}

/** Pieces in one, each of which is let go as soon as it is copied. */
export function inOne(pieces: Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole.buffer
}
