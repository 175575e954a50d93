import { create } from 'qrcode'
import type { QrCode } from './qr-code-image'

/** Error correction level M: banking apps want it (EPC069-12). */
export function qrCode(text: string): QrCode {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const free = 4
  let path = ''
  for (let row = 0; row < size; row += 1) {
    path += `M${free} ${row + free}`
    let before = 0
    for (let from = 0; from < size; from += 1) {
      let to = from
      while (to < size && data[row * size + to]) to += 1
      if (to > from) {
        // Relative: distances repeat, and compress to half of what positions take.
        path += `m${from - before} 0h${to - from}v1h${from - to}z`
        before = from
      }
      from = to
    }
  }
  return { size: size + 2 * free, path }
}
