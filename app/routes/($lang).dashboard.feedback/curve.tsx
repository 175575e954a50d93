import { Fragment } from 'react'
import { formatDate, formatDecimal } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { CurvePoint, FeedbackRoom } from './loader.server'

/** Pixels: ratings 5 and 1, and the picture's height. */
const [top, bottom, height] = [24, 104, 132]

interface PlottedPoint extends CurvePoint {
  average: number
  across: number
  down: number
}

export function Curve({ room }: { room: FeedbackRoom }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { curve, timeZone, view } = room
  const day = (at: Date) => formatDate(at, language, timeZone)
  const format = (average: number) => formatDecimal(average, language)
  const points = curve.flatMap((point, index): PlottedPoint[] => {
    const { average } = point
    if (average === undefined) return []
    // No screen shows more digits than these.
    const across = 4 + Math.round((index / Math.max(1, curve.length - 1)) * 920) / 10
    const down = bottom - Math.round(((average - 1) / 4) * (bottom - top))
    return [{ ...point, average, across, down }]
  })
  const [first, last] = [curve[0], curve.at(-1)]
  return (
    <section aria-labelledby="curve">
      <h2 id="curve">{t('feedback:curve')}</h2>
      <svg className="curve" width="100%" height={height} aria-hidden="true">
        {points.slice(1).map((point, index) => {
          const before = points[index] ?? point
          return (
            <line
              key={point.across}
              x1={`${before.across}%`}
              y1={before.down}
              x2={`${point.across}%`}
              y2={point.down}
            />
          )
        })}
        {labelled(points).map(({ across, down, average, lowest }) => (
          <Fragment key={across}>
            <circle cx={`${across}%`} cy={down} r="2.5" />
            <text x={`${across}%`} y={lowest ? down + 19 : down - 9} textAnchor="middle">
              {format(average)}
            </text>
          </Fragment>
        ))}
        {first && last && (
          <>
            <text className="day" x="0" y={height - 4}>
              {day(first.since)}
            </text>
            <text className="day" x="100%" y={height - 4} textAnchor="end">
              {t('feedback:today')}
            </text>
          </>
        )}
      </svg>
      <details className="days">
        <summary>{t('feedback:asTable')}</summary>
        <table>
          <caption className="visually-hidden">
            {t('feedback:curve')}, {t(`feedback:periods.${view.period}`)}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('feedback:from')}</th>
              <th scope="col">{t('feedback:average')}</th>
              <th scope="col">{t('feedback:count')}</th>
            </tr>
          </thead>
          <tbody>
            {[...curve].reverse().map(({ since, average, count }) => (
              <tr key={since.getTime()}>
                <th scope="row">{day(since)}</th>
                <td>{average === undefined ? '–' : format(average)}</td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

function labelled(points: PlottedPoint[]): (PlottedPoint & { lowest: boolean })[] {
  const byAverage = [...points].sort((one, other) => one.average - other.average)
  const lowest = byAverage[0]
  const marked = new Set([byAverage.at(-1), points.at(-1), lowest])
  return [...marked].flatMap((point) =>
    point ? { ...point, lowest: point === lowest && marked.size > 1 } : [],
  )
}
