import { useEffect, useState } from 'react'
import { nearDay } from '~/domain/time/days'
import { dayKey } from '~/i18n/formats'

/** Milliseconds between two looks at the clock. */
const every = 60_000

/** The server's time when the page was read; advanced once its day is over. */
export function useDayClock(now: Date, timeZone: string): Date {
  const [shown, show] = useState(now)
  useEffect(() => {
    show(now)
    const ahead = now.getTime() - Date.now()
    const day = { key: dayKey(now, timeZone) }
    const timer = setInterval(() => {
      const at = new Date(Date.now() + ahead)
      if (nearDay(day.key, at, timeZone) === 'today') return
      day.key = dayKey(at, timeZone)
      show(at)
    }, every)
    return () => clearInterval(timer)
  }, [now, timeZone])
  return shown
}
