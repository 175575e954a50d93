/** An SVG path of the dark modules in a square of `size` modules, with a quiet zone of four on each side. */
export interface QrCode {
  size: number
  path: string
}

/** Black on white, in dark mode too. */
export function QrCodeImage({ code: { size, path }, label }: { code: QrCode; label: string }) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
