import { useHoursText, weekdayNames } from '~/components/desks/hours-text'
import type { Slot, Week } from '~/domain/desks/hours'
import { useLanguage } from '~/i18n/language'

const day = 24 * 60

/** From midnight to midnight, with hours as text. */
export function WeekPicture({ week }: { week: Week }) {
  const hoursText = useHoursText()
  const weekdays = weekdayNames(useLanguage())
  return (
    <dl className="week">
      {week.map((slots, weekday) => (
        <div key={weekdays[weekday]}>
          <dt>{weekdays[weekday]}</dt>
          <dd>
            <svg viewBox={`0 0 ${day} 8`} preserveAspectRatio="none" aria-hidden="true">
              <rect className="ground" width={day} height="8" />
              {barsOn(week, weekday).map(({ from, to }) => (
                <rect key={from} x={from} width={to - from} height="8" />
              ))}
            </svg>
            <span>{hoursText(slots)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Includes a night from the day before. */
function barsOn(week: Week, weekday: number): Slot[] {
  const own = (week[weekday] ?? []).map(({ from, to }) => ({ from, to: to > from ? to : day }))
  const before = (week[(weekday + 6) % 7] ?? []).filter(({ from, to }) => to <= from && to > 0)
  return [...before.map(({ to }) => ({ from: 0, to })), ...own]
}
