import { shopTimeZone } from '~/domain/shop/orders'
import type { Language } from '~/domain/text/languages'
import { dayKey, formatMonth } from '~/i18n/formats'

/** A month or year of the bookkeeper's file: "2026-11" or "2026", and its name. */
export interface Period {
  key: string
  name: string
}

const months = 13
const years = 3

/** The newest months and years since the first booking, current ones included, the newest first. */
export function periods(now: Date, language: Language, firstBookedAt = now): Period[] {
  const first = dayKey(firstBookedAt, shopTimeZone)
  const [year = 0, month = 1] = dayKey(now, shopTimeZone).split('-').map(Number)
  const listed = Array.from({ length: months }, (_, back) => {
    const day = new Date(Date.UTC(year, month - 1 - back, 15))
    return { key: day.toISOString().slice(0, 7), name: formatMonth(day, language) }
  })
  const whole = Array.from({ length: years }, (_, back) => String(year - back))
  return [...listed, ...whole.map((key) => ({ key, name: key }))].filter(
    ({ key }) => key >= first.slice(0, key.length),
  )
}
