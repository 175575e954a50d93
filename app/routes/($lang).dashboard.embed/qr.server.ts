import { create } from 'qrcode'

/** A QR code to be drawn: an SVG path on a square of so many units, four of them free on each side. */
export interface QrCode {
  size: number
  path: string
}

/** The code of an address, by rows of dark squares. */
export function qrCode(address: string): QrCode {
  const { size, data } = create(address, { errorCorrectionLevel: 'M' }).modules
  const free = 4
  let path = ''
  for (let row = 0; row < size; row += 1) {
    for (let from = 0; from < size; from += 1) {
      let to = from
      while (to < size && data[row * size + to]) to += 1
      if (to > from) path += `M${from + free} ${row + free}h${to - from}v1H${from + free}z`
      from = to
    }
  }
  return { size: size + 2 * free, path }
}
