import type { TFunction } from 'i18next'
import type { Slot, Week } from '~/domain/desks/hours'
import type { Language } from '~/domain/text/languages'
import { formatWeekday } from '~/i18n/formats'
import { useTranslation } from '~/i18n/translation'

const day = 24 * 60

export function weekdayNames(language: Language, format = formatWeekday): string[] {
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, index) =>
    format(new Date(Date.UTC(2024, 0, 1 + index)), language, 'UTC'),
  )
}

export function useHoursText(): (slots: Slot[]) => string {
  const { t } = useTranslation()
  return (slots) => hoursText(slots, t)
}

function hoursText(slots: Slot[], t: TFunction): string {
  return (
    slots.map((slot) => (isAlways(slot) ? t('hours:always') : slotText(slot))).join(', ') ||
    t('hours:closed')
  )
}

/** Neighbouring days with the same hours are one line: "Monday–Friday". */
export function hoursLines(week: Week): { first: number; last: number; slots: Slot[] }[] {
  const lines: { first: number; last: number; slots: Slot[] }[] = []
  for (const [day, slots] of week.entries()) {
    const before = lines.at(-1)
    if (before && isSame(before.slots, slots)) before.last = day
    else lines.push({ first: day, last: day, slots })
  }
  return lines
}

/**
 * The days that are not closed, each stretch of them once: "Mo, Mi–Fr 8:00–18:00 Uhr, Sa 9:00–13:00 Uhr".
 * Empty without any.
 */
export function weekText(
  week: Week,
  language: Language,
  t: TFunction,
  format: typeof formatWeekday,
): string {
  const names = weekdayNames(language, format)
  const lines = hoursLines(week).filter(({ slots }) => slots.length > 0)
  return lines
    .filter(({ slots }, index) => lines.findIndex((each) => isSame(each.slots, slots)) === index)
    .map(({ slots }) => {
      const days = lines
        .filter((each) => isSame(each.slots, slots))
        .map(({ first, last }) =>
          first === last ? names[first] : `${names[first]}–${names[last]}`,
        )
      return `${days.join(', ')} ${timesText(slots, t)}`
    })
    .join(', ')
}

function isSame(one: Slot[], other: Slot[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Of one day: "8:00–12:00, 13:00–18:00 Uhr". */
export function timesText(slots: Slot[], t: TFunction): string {
  const times = hoursText(slots, t)
  return slots.some(isAlways) ? times : t('hours:clock', { times })
}

function isAlways({ from, to }: Slot): boolean {
  return from === 0 && to % day === 0
}

function slotText({ from, to }: Slot): string {
  return `${clockText(from)}–${to % day === 0 ? '24:00' : clockText(to)}`
}

function clockText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
