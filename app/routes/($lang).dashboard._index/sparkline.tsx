/** Pixels: the tallest stroke, and the dot of an empty day. */
const [height, least] = [40, 1.5]

/** A stroke a day, today last; a day without a value is a gap. */
export function Sparkline({ values }: { values: (number | undefined)[] }) {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  return (
    <svg className="strokes" width="100%" height={height + 4} aria-hidden="true">
      {values.map((value, day) => {
        const across = `${((day + 0.5) / values.length) * 100}%`
        const up = value === undefined ? 0 : Math.max(least, (value / most) * height)
        const top = height + 2 - up
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
          <line key={day} x1={across} x2={across} y1={height + 2} y2={top} opacity={up && 1} />
        )
      })}
    </svg>
  )
}
