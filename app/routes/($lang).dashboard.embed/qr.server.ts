import { create } from 'qrcode'

/** An SVG path in a square of `size` units, with a quiet zone of four. */
interface QrCode {
  size: number
  path: string
}

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
