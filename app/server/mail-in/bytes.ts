/** Pieces in one, each of which is let go as soon as it is copied. */
export function inOne(pieces: Uint8Array[], size: number): ArrayBuffer {
  const whole = new Uint8Array(size)
  let at = 0
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole.buffer
}
